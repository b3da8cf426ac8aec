import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { isUnreachable } from '../api/api-error'
import type { List } from '../api/use-list'
import { MOST_PRINTED } from '../ui/table/columns'
import { recordTrouble } from '../ui/trouble'
import type { AnyRow } from './columns'

type Whole<R> = Pick<List<R>, 'rows' | 'refs'>
export interface Printing<R = AnyRow> {
  /** Stand in place of the list's while it is printed. */
  whole: Whole<R> | null
  /** While rows are being read: how many are here. */
  reading: { done: number; cancel: () => void } | null
  print: () => void
}

/**
 * Prints all rows of a list, not only those that are loaded: reads the others first, as many as are printed at most. The browser's
 * own key for printing does the same while some are missing; its menu cannot be held up, and prints what is here and says so.
 * @param active the list is on screen as a table
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
      // The browser takes its picture of what is drawn when it is asked.
      if (all) flushSync(() => setWhole({ rows: all.rows as R[], refs: all.refs }))
      window.print()
    } catch (error) {
      recordTrouble('told by a toast, or cancelled', error)
      // Without a network what is here is printed, and the paper says that it is a part.
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
    // Not every browser says when it has printed; whoever touches the list again sees it as it is now.
    const ends = ['afterprint', 'pointerdown', 'keydown'] as const
    const done = () => setWhole(null)
    for (const end of ends) addEventListener(end, done)
    return () => {
      for (const end of ends) removeEventListener(end, done)
    }
  }, [whole])
  return { whole, reading, print: () => void print() }
}
