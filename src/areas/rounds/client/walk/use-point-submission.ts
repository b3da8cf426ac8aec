import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '@/client/api/notify'
import { getPhoneStore } from '@/client/api/phone'
import type { WalkPoint } from './walk-points'
import { buildAnswerInput, buildSkipInput } from './point-draft'
import { buildPointDraftKey, type PointEntry } from './use-point-entry'
import type { Walk } from './use-walk'

/** Returns functions that answer or skip a point: they save on the phone, notify the person and call `onDone`. */
export function usePointSubmission(
  walk: Walk,
  roundId: string,
  point: WalkPoint,
  entry: PointEntry,
  onDone: () => void,
) {
  const { t } = useTranslation(['rounds', 'client'])
  const [isBusy, setIsBusy] = useState(false)
  const { draft, photos, flush } = entry
  const save = async (submit: (draftKey: string, occurredAt: string) => Promise<boolean>) => {
    setIsBusy(true)
    try {
      await flush() // a draft write after the save would restore the deleted draft
      if (!(await submit(buildPointDraftKey(roundId, point.key), (await getPhoneStore()).getServerTime()))) return
      void notify(t('pages.polling.savedPoint', { number: point.number }), 'success')
      onDone()
    } catch (error) {
      // `walk.answer` shows a refusal itself, but not an error of the phone's storage.
      void notify(`${t('client:resource.notSaved')}: ${error instanceof Error ? error.message : String(error)}`, 'fail')
    } finally {
      setIsBusy(false)
    }
  }
  const submitAnswer = () =>
    save((draftKey, occurredAt) => {
      const { travelled: sentPhotoIds } = draft
      const attachedIds = new Set(Object.values(draft.photos).flat())
      const unsentPhotos = [...photos.values()].filter(({ id }) => attachedIds.has(id) && !sentPhotoIds.includes(id))
      return walk.answer(buildAnswerInput(roundId, point, draft, occurredAt), unsentPhotos, draftKey)
    })
  const skip = (reason: string) =>
    save((draftKey, occurredAt) =>
      walk.answer(buildSkipInput(roundId, point.key, draft, reason, occurredAt), [], draftKey),
    )
  return { busy: isBusy, answer: submitAnswer, skip }
}

/**
 * Request for a photo of an item, or of the point itself (`POINT_PHOTOS_KEY`). With `opensReport`, the repair report
 * opens after the photo.
 */
export interface PhotoRequest {
  itemKey: string
  opensReport: boolean
}
/**
 * Returns the photo request that the camera serves, and functions to request a photo and to close the camera. The
 * request is set only after the draft is written, because low-memory phones may close the page behind the camera.
 */
export function usePointCamera(flush: () => Promise<void>) {
  const [pendingRequest, setPendingRequest] = useState<PhotoRequest | null>(null)
  const [photoRequest, setPhotoRequest] = useState<PhotoRequest | null>(null)
  useEffect(() => {
    if (pendingRequest)
      void flush().then(() => {
        setPhotoRequest(pendingRequest)
        setPendingRequest(null)
      })
  }, [pendingRequest, flush])
  return { photoRequest, requestPhoto: setPendingRequest, close: useCallback(() => setPhotoRequest(null), []) }
}
