import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { phone, type Photo } from '../api/phone'
import { session } from '../session/session'
import { forgetWords, leaveWords, wordsOf } from './last-words'
import type { Values } from './values'
import { recordTrouble } from '../ui/trouble'

/** Pause in typing before a draft is written, ms. */
const PAUSE = 400
/** The row as read when the form opened: the input applies to this version only. */
export type BaseRow = Readonly<Values> & { id: string; version: number }
export interface Kept {
  values: Values
  photos: Photo[]
  row: BaseRow | undefined
}
export interface Draft {
  /** Undefined while loading, null if there is none. */
  found: Kept | null | undefined
  /** Writes after a pause in typing; does nothing for null, when nothing may be stored. */
  keep: (values: Values | null, photos: readonly Photo[], row: BaseRow | undefined) => void
  /**
   * Writes pending input at once: before the camera opens, or when the page closes. Resolves after success or failure.
   */
  flush: () => Promise<void>
  drop: () => void
}

/** Signals that a draft was deleted: a form that was left while saving deletes its draft after the next form opened. */
const gone = new EventTarget()
/** Stores the input of a form on the phone under `key` until it is saved or discarded. */
export function useDraft(key: string): Draft {
  const [found, setFound] = useState<Draft['found']>(undefined)
  const waiting = useRef<{
    content: { values: Values; row?: BaseRow }
    photos: readonly Photo[]
    owner: string
  } | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    let left = false
    readLast(key).then(
      (draft) => {
        if (!left) setFound(draft)
      },
      (error: unknown) => {
        recordTrouble('draft not readable', error)
        if (!left) setFound(null)
      },
    )
    const forget = () => setFound(null)
    gone.addEventListener(key, forget)
    return () => {
      left = true
      gone.removeEventListener(key, forget)
    }
  }, [key])
  const flush = useCallback(() => {
    clearTimeout(timer.current)
    const next = waiting.current
    waiting.current = null
    return next
      ? phone()
          .then((store) => store.keepDraft(key, next.content, next.photos, next.owner))
          .then(() => forgetWords(key))
          .catch((error: unknown) => recordTrouble('draft not kept', error))
      : Promise.resolve()
  }, [key])
  const keep = useCallback(
    (values: Values | null, photos: readonly Photo[], row: BaseRow | undefined) => {
      if (!values) return
      waiting.current = { content: { values, ...(row ? { row } : {}) }, photos, owner: session().userId } // when it is written the session may be over
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void flush(), PAUSE)
    },
    [flush],
  )
  const drop = useCallback(() => {
    clearTimeout(timer.current)
    waiting.current = null
    forgetWords(key)
    phone()
      .then((store) => store.dropDraft(key))
      .then(() => void gone.dispatchEvent(new Event(key)))
      .catch((error: unknown) => recordTrouble('draft not dropped', error))
  }, [key])
  useEffect(() => {
    const leave = () => void flush()
    const hide = () => {
      const next = waiting.current
      if (next) leaveWords({ key, owner: next.owner, content: next.content })
      leave()
    }
    addEventListener('pagehide', hide)
    return () => {
      removeEventListener('pagehide', hide)
      leave()
    }
  }, [key, flush])
  return useMemo(() => ({ found, keep, flush, drop }), [found, keep, flush, drop])
}

/** Reads the draft, with the last input if the page closed before that was written. */
async function readLast(key: string): Promise<Kept | null> {
  const store = await phone()
  const draft = await store.readDraft(key)
  const kept = draft && readKept(draft)
  const owner = session().userId
  const words = wordsOf(key, owner)
  if (!words) return kept
  const photos = kept?.photos ?? []
  await store.keepDraft(key, words, photos, owner)
  forgetWords(key)
  return { values: words.values, photos, row: words.row as BaseRow | undefined }
}
function readKept(draft: { values: Record<string, unknown>; photos: Photo[] }): Kept | null {
  const { values, row } = draft.values as { values?: Values; row?: BaseRow }
  return values ? { values, photos: draft.photos, row } : null // another shape: written by an older version of the form
}
