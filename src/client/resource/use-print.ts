import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { isUnreachable } from '../api/api-error'
import type { List } from '../api/use-list'
import { MOST_PRINTED } from '../ui/table/columns'
import { recordTrouble } from '../ui/trouble'
import type { AnyRow } from './columns'

type Whole<R> = Pick<List<R>, 'rows' | 'refs'>
export interface Printing<R = AnyRow> {
  /** Replace the list's rows while printing. */
  whole: Whole<R> | null
  /** Progress while rows are loading. */
  reading: { done: number; cancel: () => void } | null
  print: () => void
}

/**
 * Prints all rows of a list: loads the missing ones first, up to the print limit. Ctrl+P does the same; the browser's
 * menu cannot be intercepted, so it prints the loaded rows and says so.
 * @param active the list is displayed as a table
 */
export function usePrint<R extends Record<string, unknown>>(list: List<R>, active: boolean): Printing<R> {
  const [whole, setWhole] = useState<Whole<R> | null>(null)
  const [reading, setReading] = useState<Printing['reading']>(null)
  async function print() {
    if (reading) return
    const stop = new AbortController()
    const tell = (done: number) => setReading({ done, cancel: () => stop.abort() })
    tell(list.rows.length)
    try {
      const all = await list.whole?.({ most: MOST_PRINTED, signal: stop.signal, onRead: tell })
      // The browser captures the DOM at the moment of the call.
      if (all) flushSync(() => setWhole({ rows: all.rows as R[], refs: all.refs }))
      window.print()
    } catch (error) {
      recordTrouble('told by a toast, or cancelled', error)
      // Offline the loaded rows are printed, and the printout says that it is incomplete.
      if (isUnreachable(error)) window.print()
    } finally {
      setReading(null)
    }
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const asks = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'p'
    if (!asks || event.defaultPrevented || !list.hasMore || !list.whole) return
    event.preventDefault()
    void print()
  })
  useEffect(() => {
    if (!active) return
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [active])
  useEffect(() => {
    if (!whole) return
    // Some browsers do not fire `afterprint`; any interaction restores the live list.
    const ends = ['afterprint', 'pointerdown', 'keydown'] as const
    const done = () => setWhole(null)
    for (const end of ends) addEventListener(end, done)
    return () => {
      for (const end of ends) removeEventListener(end, done)
    }
  }, [whole])
  return { whole, reading, print: () => void print() }
}
