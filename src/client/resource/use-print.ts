import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { isServerUnreachable } from '../api/api-error'
import type { ListResult } from '../api/use-list'
import { MAX_PRINTED_ROWS } from '../ui/table/columns'
import { recordTrouble } from '../ui/trouble'
import type { ListRow } from './build-columns'

type AllRows<R> = Pick<ListResult<R>, 'rows' | 'refs'>
export interface PrintState<R = ListRow> {
  /** Rows that replace those of the list while printing. */
  allRows: AllRows<R> | null
  /** Progress while rows are loading. */
  progress: { done: number; cancel: () => void } | null
  print: () => void
}

/**
 * Prints all rows of a list: loads the missing ones first, up to the print limit. Ctrl+P does the same. The print
 * command of the browser's menu cannot be intercepted. It prints only the loaded rows, and the printout says so.
 * @param isTable true if the list is displayed as a table; Ctrl+P is handled only then
 */
export function usePrint<R extends Record<string, unknown>>(list: ListResult<R>, isTable: boolean): PrintState<R> {
  const [allRows, setAllRows] = useState<AllRows<R> | null>(null)
  const [progress, setProgress] = useState<PrintState['progress']>(null)
  async function print() {
    if (progress) return
    const controller = new AbortController()
    const showProgress = (done: number) => setProgress({ done, cancel: () => controller.abort() })
    showProgress(list.rows.length)
    try {
      const loadedList = await list.loadAll?.({
        maxRows: MAX_PRINTED_ROWS,
        signal: controller.signal,
        onRead: showProgress,
      })
      // The browser captures the DOM at the moment of the call.
      if (loadedList) flushSync(() => setAllRows({ rows: loadedList.rows as R[], refs: loadedList.refs }))
      window.print()
    } catch (error) {
      recordTrouble('shown in a toast, or cancelled', error)
      // Offline the loaded rows are printed, and the printout says that it is incomplete.
      if (isServerUnreachable(error)) window.print()
    } finally {
      setProgress(null)
    }
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isPrintShortcut =
      (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'p'
    if (!isPrintShortcut || event.defaultPrevented || !list.hasMore || !list.loadAll) return
    event.preventDefault()
    void print()
  })
  useEffect(() => {
    if (!isTable) return
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isTable])
  useEffect(() => {
    if (!allRows) return
    // Some browsers do not fire `afterprint`; any interaction restores the live list.
    const endEvents = ['afterprint', 'pointerdown', 'keydown'] as const
    const restoreList = () => setAllRows(null)
    for (const eventName of endEvents) addEventListener(eventName, restoreList)
    return () => {
      for (const eventName of endEvents) removeEventListener(eventName, restoreList)
    }
  }, [allRows])
  return { allRows, progress, print: () => void print() }
}
