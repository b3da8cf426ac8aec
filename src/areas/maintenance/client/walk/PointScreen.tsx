import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '@/client/format/use-language'
import { phone } from '@/client/api/phone'
import { notify } from '@/client/api/notify'
import { useMay } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { Camera } from '@/client/ui/Camera'
import { CameraIcon, DoneIcon, ForwardIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { PhotoStrip } from '@/client/ui/PhotoStrip'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import type { Draft } from '@/client/resource/use-draft'
import { ReportForm } from '../repair/ReportForm'
import { ItemCard } from './ItemCard'
import { itemName, machineWords } from './item-words'
import { PresenceActions, PresenceGate } from './PresenceGate'
import { ProgressBar } from './ProgressBar'
import { ReasonSheet } from './ReasonSheet'
import { answerBody, openItems, skipBody, type PointDraft, type Progress, type WalkPoint } from './round-state'
import { pointDraftKey, usePointDraft, usePointEntry } from './use-point'
import type { Walk } from './use-walk'

export interface PointScreenProps {
  walk: Walk
  roundId: string
  point: WalkPoint
  /** What a scan has just proved here. */
  begin: Partial<PointDraft>
  onScan: () => void
  onBack: () => void
  /** The point is answered or skipped. */
  onDone: () => void
}

/** One point of a round: be there, check, answer, go on. */
export function PointScreen(props: PointScreenProps) {
  const kept = usePointDraft(props.roundId, props.point.key)
  if (kept.found === undefined) return <div className="pad"><SkeletonDetail /></div>
  // A scan while the point is open proves presence for what is already entered.
  return <Entry key={props.begin.scannedText ?? ''} {...props} kept={kept} />
}

const SKIP_REASONS = ['standing', 'underRepair', 'noAccess', 'labelDamaged', 'danger'] as const
type Shooting = { item: string; thenReport: boolean }

function Entry({ walk, roundId, point, begin, onScan, onBack, onDone, kept }: PointScreenProps & { kept: Draft }) {
  const { t } = useTranslation('maintenance')
  const language = useLanguage()
  const entry = usePointEntry(kept, begin)
  const { draft } = entry
  const mayReport = useMay('repairAdd')
  const [wanted, setWanted] = useState<Shooting | null>(null)
  const [shooting, setShooting] = useState<Shooting | null>(null)
  const [reporting, setReporting] = useState<string | null>(null)
  const [skipping, setSkipping] = useState(false)
  const [busy, setBusy] = useState(false)
  const { flush } = entry
  // The camera opens when what is entered stands on the phone: low-memory phones may end the page behind it.
  useEffect(() => { if (wanted) void flush().then(() => { setShooting(wanted); setWanted(null) }) }, [wanted, flush])
  const open = openItems(point, draft)
  const here = draft.presence !== null

  const save = async (send: () => Promise<void>) => {
    setBusy(true)
    try {
      await flush() // nothing of the draft may be written after the save has removed it
      await send()
      void notify(t('pages.polling.savedPoint', { number: point.number }), 'success')
      onDone()
    } catch (error) {
      void notify(t('pages.polling.notSaved', { reason: error instanceof Error ? error.message : String(error) }), 'fail')
    } finally {
      setBusy(false)
    }
  }
  const answer = () => save(async () => {
    const used = new Set(Object.values(draft.photos).flat())
    const photos = [...entry.photos.values()].filter((photo) => used.has(photo.id) && !draft.travelled.includes(photo.id))
    await walk.answer(answerBody(roundId, point, draft, (await phone()).moment()), photos, pointDraftKey(roundId, point.key))
  })
  const skip = (reason: string) => save(async () => walk.answer(skipBody(roundId, point.key, draft.id, reason, (await phone()).moment()), [], pointDraftKey(roundId, point.key)))
  const missing = () => {
    const item = open[0]
    if (item) document.getElementById(`item-${item.key}`)?.scrollIntoView({ block: 'center', behavior: 'smooth' })
    void notify(t('pages.polling.stillOpen', { count: open.length }), 'fail')
  }
  const closeCamera = () => {
    const { item, thenReport } = shooting ?? { item: '', thenReport: false }
    setShooting(null)
    if (thenReport && mayReport) setReporting(item)
  }

  if (reporting !== null) {
    const item = point.items.find((one) => one.key === reporting)
    const ids = draft.photos[reporting] ?? []
    return (
      <ReportForm
        draftKey={`${pointDraftKey(roundId, point.key)} report ${reporting}`}
        equipmentId={point.equipmentId}
        machine={machineWords(point.machine, language, t)}
        description={item ? foundWords(itemName(item, language), draft.values[item.key], item.unit) : ''}
        photos={ids.flatMap((id) => entry.photos.get(id) ?? [])}
        onBack={() => setReporting(null)}
        onDone={({ id, photos }) => {
          entry.change({ repairs: { ...draft.repairs, [reporting]: id }, travelled: [...draft.travelled, ...photos] })
          setReporting(null)
        }}
      />
    )
  }
  return (
    <PageFrame
      title={`${point.number}. ${machineWords(point.machine, language, t)}`}
      sub={<ProgressWords progress={walk.progress} />}
      onBack={onBack}
      primary={here
        ? <>
          <Button className="beside" disabled={busy} onClick={() => setSkipping(true)}>{t('pages.polling.skip')}</Button>
          <Button look="primary" disabled={busy} className={open.length > 0 ? 'is-waiting' : ''} icon={open.length > 0 ? undefined : <ForwardIcon size={20} />} onClick={() => (open.length > 0 ? missing() : void answer())}>
            {open.length > 0 ? t('pages.polling.itemsLeft', { count: open.length }) : t('pages.polling.nextPoint')}
          </Button>
        </>
        : <PresenceActions point={point} onScan={onScan} onByHand={(reason) => entry.change({ presence: 'byHand', reason })} onSkip={() => setSkipping(true)} />}
    >
      <ProgressBar points={walk.points} progress={walk.progress} at={point.key} />
      {point.instruction && <p className="instruction">{point.instruction}</p>}
      {here
        ? <p className="present"><DoneIcon size={20} />{t(`pages.polling.present.${draft.presence ?? 'byHand'}`)}{draft.reason && ` · ${draft.reason}`}</p>
        : <PresenceGate point={point} />}
      {here && (
        <>
          <ul className="items">
            {point.items.map((item) => (
              <ItemCard
                key={item.key} point={point} item={item} draft={draft} photos={entry.strip(item.key)} mayReport={mayReport}
                onValue={(value) => entry.setValue(item.key, value)}
                onNotOk={() => { entry.setValue(item.key, 'notOk'); setWanted({ item: item.key, thenReport: true }) }}
                onPhoto={() => setWanted({ item: item.key, thenReport: false })}
                onDropPhoto={(index) => entry.dropPhoto(item.key, index)}
                onReport={() => setReporting(item.key)}
              />
            ))}
          </ul>
          <PointExtras entry={entry} onPhoto={() => setWanted({ item: '', thenReport: false })} />
        </>
      )}
      <ReasonSheet open={skipping} title={t('pages.polling.skipWhy')} reasons={SKIP_REASONS.map((key) => t(`pages.polling.skipReasons.${key}`))} onPick={(reason) => { setSkipping(false); void skip(reason) }} onClose={() => setSkipping(false)} />
      {shooting && <Camera max={Math.max(1, 9 - (draft.photos[shooting.item] ?? []).length)} onPhoto={(shot) => entry.addPhoto(shooting.item, shot)} onClose={closeCamera} />}
    </PageFrame>
  )
}

function ProgressWords({ progress }: { progress: Progress }) {
  const { t } = useTranslation('maintenance')
  return <>{t('pages.polling.progress', { done: progress.done, total: progress.total })}</>
}
/** A note and photos of the point as a whole. */
function PointExtras({ entry, onPhoto }: { entry: ReturnType<typeof usePointEntry>; onPhoto: () => void }) {
  const { t } = useTranslation('maintenance')
  const photos = entry.strip('')
  return (
    <details className="extras" open={entry.draft.note !== '' || photos.length > 0}>
      <summary>{t('pages.polling.extras')}</summary>
      <label htmlFor="point-note">{t('pages.polling.note')}</label>
      <textarea id="point-note" className="ui-input" rows={2} maxLength={1000} value={entry.draft.note} onChange={(event) => entry.change({ note: event.target.value })} />
      {photos.length > 0 && <PhotoStrip photos={photos} onRemove={(index) => entry.dropPhoto('', index)} />}
      <Button icon={<CameraIcon size={20} />} onClick={onPhoto}>{t('pages.polling.addPhoto')}</Button>
    </details>
  )
}
/** What the report begins with: the item, and its number. */
const foundWords = (name: string, value: unknown, unit: string | null): string => (typeof value === 'number' ? `${name}: ${value} ${unit ?? ''}`.trim() : name)
