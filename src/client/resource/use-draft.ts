import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { getPhoneStore, type OutboxPhoto } from '../api/phone'
import { getSession } from '../session/session'
import { deleteUnsavedDraft, storeUnsavedDraft, readUnsavedDraft } from './unsaved-draft'
import type { FormValues } from './form-values'
import { recordTrouble } from '../ui/trouble'

/** Pause in typing before a draft is written, ms. */
const TYPING_PAUSE_MS = 400
/** The row as read when the form opened: the input applies to this version only. */
export type BaseRow = Readonly<FormValues> & { id: string; version: number }
/** The content of a draft: the input, and the row it applies to (undefined for a new row). */
export interface StoredDraft {
  values: FormValues
  photos: OutboxPhoto[]
  row: BaseRow | undefined
}
export interface FormDraft {
  /** Undefined while loading, null if there is none. */
  storedDraft: StoredDraft | null | undefined
  /** Writes after a pause in typing. Does nothing if `values` is null, because nothing may be stored. */
  store: (values: FormValues | null, photos: readonly OutboxPhoto[], row: BaseRow | undefined) => void
  /**
   * Writes pending input at once: before the camera opens, or when the page closes. Resolves after success or failure.
   */
  storeNow: () => Promise<void>
  discard: () => void
}

/**
 * Signals that a draft was deleted. A form that the person left while it was saving deletes its draft only after the
 * next form has opened.
 */
const draftDiscardEvents = new EventTarget()
/** Stores the input of a form on the phone under `key` until it is saved or discarded. */
export function useDraft(key: string): FormDraft {
  const [storedDraft, setStoredDraft] = useState<FormDraft['storedDraft']>(undefined)
  const unwrittenDraftRef = useRef<{
    content: { values: FormValues; row?: BaseRow }
    photos: readonly OutboxPhoto[]
    owner: string
  } | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    let isUnmounted = false
    readNewestDraft(key).then(
      (draft) => {
        if (!isUnmounted) setStoredDraft(draft)
      },
      (error: unknown) => {
        recordTrouble('draft not readable', error)
        if (!isUnmounted) setStoredDraft(null)
      },
    )
    const onDiscarded = () => setStoredDraft(null)
    draftDiscardEvents.addEventListener(key, onDiscarded)
    return () => {
      isUnmounted = true
      draftDiscardEvents.removeEventListener(key, onDiscarded)
    }
  }, [key])
  const storeNow = useCallback(() => {
    clearTimeout(timer.current)
    const unwrittenDraft = unwrittenDraftRef.current
    unwrittenDraftRef.current = null
    return unwrittenDraft
      ? getPhoneStore()
          .then((store) => store.storeDraft(key, unwrittenDraft.content, unwrittenDraft.photos, unwrittenDraft.owner))
          .then(() => deleteUnsavedDraft(key))
          .catch((error: unknown) => recordTrouble('draft not kept', error))
      : Promise.resolve()
  }, [key])
  const store = useCallback(
    (values: FormValues | null, photos: readonly OutboxPhoto[], row: BaseRow | undefined) => {
      if (!values) return
      // The owner is fixed now, because the session may be over when the draft is written.
      unwrittenDraftRef.current = { content: { values, ...(row ? { row } : {}) }, photos, owner: getSession().userId }
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void storeNow(), TYPING_PAUSE_MS)
    },
    [storeNow],
  )
  const discard = useCallback(() => {
    clearTimeout(timer.current)
    unwrittenDraftRef.current = null
    deleteUnsavedDraft(key)
    getPhoneStore()
      .then((store) => store.deleteDraft(key))
      .then(() => void draftDiscardEvents.dispatchEvent(new Event(key)))
      .catch((error: unknown) => recordTrouble('draft not dropped', error))
  }, [key])
  useEffect(() => {
    const storeBeforeLeaving = () => void storeNow()
    const onPageHide = () => {
      const unwrittenDraft = unwrittenDraftRef.current
      if (unwrittenDraft) storeUnsavedDraft({ key, owner: unwrittenDraft.owner, content: unwrittenDraft.content })
      storeBeforeLeaving()
    }
    addEventListener('pagehide', onPageHide)
    return () => {
      removeEventListener('pagehide', onPageHide)
      storeBeforeLeaving()
    }
  }, [key, storeNow])
  return useMemo(() => ({ storedDraft, store, storeNow, discard }), [storedDraft, store, storeNow, discard])
}

/** Reads the draft. Input that a closed page could not write any more replaces the stored draft. */
async function readNewestDraft(key: string): Promise<StoredDraft | null> {
  const store = await getPhoneStore()
  const draft = await store.readDraft(key)
  const storedDraft = draft && toStoredDraft(draft)
  const owner = getSession().userId
  const unsavedDraft = readUnsavedDraft(key, owner)
  if (!unsavedDraft) return storedDraft
  const photos = storedDraft?.photos ?? []
  await store.storeDraft(key, unsavedDraft, photos, owner)
  deleteUnsavedDraft(key)
  return { values: unsavedDraft.values, photos, row: unsavedDraft.row as BaseRow | undefined }
}
function toStoredDraft(draft: { values: Record<string, unknown>; photos: OutboxPhoto[] }): StoredDraft | null {
  const { values, row } = draft.values as { values?: FormValues; row?: BaseRow }
  return values ? { values, photos: draft.photos, row } : null // another shape: written by an older version of the form
}
