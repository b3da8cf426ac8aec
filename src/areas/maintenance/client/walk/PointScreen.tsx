import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '@/client/api/notify'
import { useLanguage } from '@/client/format/use-language'
import { useHasPermission } from '@/client/session/use-session'
import type { FormDraft } from '@/client/resource/use-draft'
import { Button } from '@/client/ui/Button'
import { CameraDialog } from '@/client/ui/CameraDialog'
import { DoneIcon, ForwardIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { translatePresets } from '@/contract/preset'
import { skipReasons } from '../../contract/inspection-round'
import { machineWords } from './item-words'
import { PointItems } from './PointItems'
import { PointReport } from './PointReport'
import { PresenceActions, PresenceGate, WalkReason } from './PresenceGate'
import { ProgressBar } from './ProgressBar'
import { draftFrom, openItems, type PointDraft, type WalkPoint } from './round-state'
import { usePointDraft, usePointEntry } from './use-point'
import { usePointSteps, useShooting } from './use-point-steps'
import type { Walk } from './use-walk'

export interface PointScreenProps {
  walk: Walk
  roundId: string
  point: WalkPoint
  /** Draft fields proved by the latest scan at this point. */
  begin: Partial<PointDraft>
  onScan: () => void
  onBack: () => void
  /** Called after the point was answered or skipped. */
  onDone: () => void
}
const MOST_PHOTOS = 9

/** One point of a round: prove presence, check the items, answer, continue. */
export function PointScreen(props: PointScreenProps) {
  const kept = usePointDraft(props.roundId, props.point.key)
  if (kept.found === undefined)
    return (
      <div className="pad">
        <SkeletonDetail />
      </div>
    )
  return <Entry {...props} kept={kept} />
}

function Entry({ walk, roundId, point, begin, onScan, onBack, onDone, kept }: PointScreenProps & { kept: FormDraft }) {
  const { t } = useTranslation('maintenance')
  const language = useLanguage()
  const earlier = walk.answers.get(point.key)
  const entry = usePointEntry(kept, begin, draftFrom(point, earlier))
  const { draft } = entry
  const steps = usePointSteps(walk, roundId, point, entry, onDone)
  const camera = useShooting(entry.flush)
  const mayReport = useHasPermission('repairAdd')
  const [reporting, setReporting] = useState<string | null>(null)
  const [skipping, setSkipping] = useState(false)
  const here = draft.presence !== null

  if (reporting !== null)
    return (
      <PointReport
        roundId={roundId}
        point={point}
        itemKey={reporting}
        entry={entry}
        onClose={() => setReporting(null)}
      />
    )
  const { shooting } = camera
  const closeCamera = () => {
    camera.close()
    if (shooting?.thenReport && mayReport) setReporting(shooting.item)
  }
  return (
    <PageFrame
      primaryStaysAtBottom
      title={`${point.number}. ${machineWords(point.machine, language, t)}`}
      sub={t('pages.polling.progress', { done: walk.progress.done, total: walk.progress.total })}
      onBack={onBack}
      primary={
        here ? (
          <GoOn
            point={point}
            draft={draft}
            busy={steps.busy}
            onSkip={() => setSkipping(true)}
            onGo={() => void steps.answer()}
          />
        ) : (
          <PresenceActions
            point={point}
            onScan={onScan}
            onByHand={(reason) => entry.change({ presence: 'byHand', reason })}
            onSkip={() => setSkipping(true)}
          />
        )
      }
    >
      <ProgressBar points={walk.points} progress={walk.progress} at={point.key} />
      {point.instruction && <p className="instruction">{point.instruction}</p>}
      {here ? (
        <p className="present">
          <DoneIcon size={20} />
          {t(`pages.polling.present.${draft.presence ?? 'byHand'}`)}
          {draft.reason && ` · ${translatePresets(draft.reason, t)}`}
        </p>
      ) : (
        <PresenceGate point={point} typed={draft.scannedText} />
      )}
      {here && earlier?.state === 'done' && <p className="quiet">{t('pages.polling.correcting')}</p>}
      {here && (
        <PointItems
          point={point}
          entry={entry}
          mayReport={mayReport}
          onShoot={(item, thenReport) => camera.shoot({ item, thenReport })}
          onReport={setReporting}
        />
      )}
      {skipping && (
        <WalkReason
          title={t('pages.polling.skipWhy')}
          presets={skipReasons}
          onReason={(reason) => {
            setSkipping(false)
            void steps.skip(reason)
          }}
          onClose={() => setSkipping(false)}
        />
      )}
      {shooting && (
        <CameraDialog
          max={Math.max(1, MOST_PHOTOS - (draft.photos[shooting.item] ?? []).length)}
          onPhoto={(shot) => entry.addPhoto(shooting.item, shot)}
          onClose={closeCamera}
        />
      )}
    </PageFrame>
  )
}

/** Saves and opens the next point; while items are missing, scrolls to the first of them instead. */
function GoOn({
  point,
  draft,
  busy,
  onSkip,
  onGo,
}: {
  point: WalkPoint
  draft: PointDraft
  busy: boolean
  onSkip: () => void
  onGo: () => void
}) {
  const { t } = useTranslation('maintenance')
  const open = openItems(point, draft)
  const [first] = open
  const showMissing = () => {
    if (first) document.getElementById(`item-${first.key}`)?.scrollIntoView({ block: 'center', behavior: 'smooth' })
    void notify(t('pages.polling.stillOpen', { count: open.length }), 'fail')
  }
  return (
    <>
      <Button className="beside" disabled={busy} onClick={onSkip}>
        {t('pages.polling.skip')}
      </Button>
      <Button
        look="primary"
        disabled={busy}
        className={first ? 'items-left' : ''}
        icon={first ? undefined : <ForwardIcon size={20} />}
        onClick={first ? showMissing : onGo}
      >
        {first ? t('pages.polling.itemsLeft', { count: open.length }) : t('pages.polling.nextPoint')}
      </Button>
    </>
  )
}
