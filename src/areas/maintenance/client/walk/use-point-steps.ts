import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '@/client/api/notify'
import { getPhone } from '@/client/api/phone'
import { answerBody, skipBody, type WalkPoint } from './round-state'
import { pointDraftKey, type PointEntry } from './use-point'
import type { Walk } from './use-walk'

/** Returns functions that answer or skip a point: they save on the phone, notify the person and call `onDone`. */
export function usePointSteps(walk: Walk, roundId: string, point: WalkPoint, entry: PointEntry, onDone: () => void) {
  const { t } = useTranslation('maintenance')
  const [busy, setBusy] = useState(false)
  const { draft, photos, flush } = entry
  const save = async (send: (draftKey: string, at: string) => Promise<void>) => {
    setBusy(true)
    try {
      await flush() // a draft write after the save would restore the deleted draft
      await send(pointDraftKey(roundId, point.key), (await getPhone()).moment())
      void notify(t('pages.polling.savedPoint', { number: point.number }), 'success')
      onDone()
    } catch (error) {
      void notify(
        t('pages.polling.notSaved', { reason: error instanceof Error ? error.message : String(error) }),
        'fail',
      )
    } finally {
      setBusy(false)
    }
  }
  const answer = () =>
    save((draftKey, at) => {
      const used = new Set(Object.values(draft.photos).flat())
      const own = [...photos.values()].filter((photo) => used.has(photo.id) && !draft.travelled.includes(photo.id))
      return walk.answer(answerBody(roundId, point, draft, at), own, draftKey)
    })
  const skip = (reason: string) =>
    save((draftKey, at) => walk.answer(skipBody(roundId, point.key, draft, reason, at), [], draftKey))
  return { busy, answer, skip }
}

/** Request for a photo of an item; `opensReport` continues with a repair report. */
export interface Shooting {
  item: string
  thenReport: boolean
}
/** Opens the camera only after the draft is written: low-memory phones may close the page behind it. */
export function useShooting(flush: () => Promise<void>) {
  const [wanted, setWanted] = useState<Shooting | null>(null)
  const [shooting, setShooting] = useState<Shooting | null>(null)
  useEffect(() => {
    if (wanted)
      void flush().then(() => {
        setShooting(wanted)
        setWanted(null)
      })
  }, [wanted, flush])
  return { shooting, shoot: setWanted, close: useCallback(() => setShooting(null), []) }
}
