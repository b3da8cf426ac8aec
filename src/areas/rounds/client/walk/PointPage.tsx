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
import { PageSkeleton } from '@/client/ui/Skeleton'
import { PresetText } from '@/client/fields/presets'
import { skipReasons } from '../../contract/inspection-round'
import { formatMachineName } from './format-check-item'
import { PointItemList } from './PointItemList'
import { PointReportForm } from './PointReportForm'
import { PresenceBar, PresenceSection } from './PresenceSection'
import { DeviationReasonDialog } from './DeviationReasonDialog'
import { RoundProgressBar } from './RoundProgressBar'
import type { WalkPoint } from './walk-points'
import { buildCorrectionDraft } from './recorded-answer'
import { getOpenItems, type PointDraft } from './point-draft'
import { usePointDraft, usePointEntry } from './use-point-entry'
import { usePointSubmission, usePointCamera } from './use-point-submission'
import type { Walk } from './use-walk'

export interface PointPageProps {
  walk: Walk
  roundId: string
  point: WalkPoint
  /** Changes of the draft after the latest scan at this point: scanned text and, if proved, presence. */
  scanPatch: Partial<PointDraft>
  onScan: () => void
  onBack: () => void
  /** Called after the point was answered or skipped. */
  onDone: () => void
}
const MAX_PHOTOS = 9

/** One point of a round: prove presence, check the items, answer, continue. */
export function PointPage(props: PointPageProps) {
  const formDraft = usePointDraft(props.roundId, props.point.key)
  if (formDraft.storedDraft === undefined) return <PageSkeleton />
  return <PointEntryPage {...props} formDraft={formDraft} />
}

function PointEntryPage({
  walk,
  roundId,
  point,
  scanPatch,
  onScan,
  onBack,
  onDone,
  formDraft,
}: PointPageProps & { formDraft: FormDraft }) {
  const { t } = useTranslation('rounds')
  const language = useLanguage()
  const previousAnswer = walk.answers.get(point.key)
  const entry = usePointEntry(formDraft, scanPatch, buildCorrectionDraft(point, previousAnswer))
  const { draft } = entry
  const submission = usePointSubmission(walk, roundId, point, entry, onDone)
  const camera = usePointCamera(entry.flush)
  const canReport = useHasPermission('repairAdd')
  const [reportedItemKey, setReportedItemKey] = useState<string | null>(null)
  const [isSkipDialogOpen, setIsSkipDialogOpen] = useState(false)
  const isPresent = draft.presence !== null

  if (reportedItemKey !== null)
    return (
      <PointReportForm
        roundId={roundId}
        point={point}
        itemKey={reportedItemKey}
        entry={entry}
        onClose={() => setReportedItemKey(null)}
      />
    )
  const { photoRequest } = camera
  const closeCamera = () => {
    camera.close()
    if (photoRequest?.opensReport && canReport) setReportedItemKey(photoRequest.itemKey)
  }
  return (
    <PageFrame
      primaryStaysAtBottom
      title={`${point.number}. ${formatMachineName(point.machine, language, t)}`}
      subtitle={t('pages.polling.progress', { done: walk.progress.doneCount, total: walk.progress.totalCount })}
      onBack={onBack}
      primary={
        isPresent ? (
          <PointActionBar
            point={point}
            draft={draft}
            isBusy={submission.busy}
            onSkip={() => setIsSkipDialogOpen(true)}
            onAnswer={() => void submission.answer()}
          />
        ) : (
          <PresenceBar
            point={point}
            onScan={onScan}
            onByHand={(reason) => entry.change({ presence: 'byHand', reason })}
            onSkip={() => setIsSkipDialogOpen(true)}
          />
        )
      }
    >
      <RoundProgressBar points={walk.points} progress={walk.progress} currentKey={point.key} />
      {point.instruction && <p className="instruction">{point.instruction}</p>}
      {isPresent ? (
        <p className="present strip middle">
          <DoneIcon size={20} />
          {t(`pages.polling.present.${draft.presence ?? 'byHand'}`)}
          {draft.reason && (
            <>
              {' · '}
              <PresetText text={draft.reason} />
            </>
          )}
        </p>
      ) : (
        <PresenceSection point={point} typedCode={draft.scannedText} />
      )}
      {isPresent && previousAnswer?.state === 'done' && <p className="quiet">{t('pages.polling.correcting')}</p>}
      {isPresent && (
        <PointItemList
          point={point}
          entry={entry}
          canReport={canReport}
          onTakePhoto={camera.requestPhoto}
          onReport={setReportedItemKey}
        />
      )}
      {isSkipDialogOpen && (
        <DeviationReasonDialog
          title={t('pages.polling.skipWhy')}
          presets={skipReasons}
          onReason={(reason) => {
            setIsSkipDialogOpen(false)
            void submission.skip(reason)
          }}
          onClose={() => setIsSkipDialogOpen(false)}
        />
      )}
      {photoRequest && (
        <CameraDialog
          max={Math.max(1, MAX_PHOTOS - (draft.photos[photoRequest.itemKey] ?? []).length)}
          onPhoto={(capturedPhoto) => entry.addPhoto(photoRequest.itemKey, capturedPhoto)}
          onClose={closeCamera}
        />
      )}
    </PageFrame>
  )
}

/**
 * Buttons to skip the point, and to save it and open the next one. While items are missing, the second button scrolls
 * to the first missing item.
 */
function PointActionBar({
  point,
  draft,
  isBusy,
  onSkip,
  onAnswer,
}: {
  point: WalkPoint
  draft: PointDraft
  isBusy: boolean
  onSkip: () => void
  onAnswer: () => void
}) {
  const { t } = useTranslation('rounds')
  const missingItems = getOpenItems(point, draft)
  const [firstMissing] = missingItems
  const scrollToFirstMissing = () => {
    if (firstMissing)
      document.getElementById(`item-${firstMissing.key}`)?.scrollIntoView({ block: 'center', behavior: 'smooth' })
    void notify(t('pages.polling.stillOpen', { count: missingItems.length }), 'fail')
  }
  return (
    <>
      <Button className="beside" disabled={isBusy} onClick={onSkip}>
        {t('pages.polling.skip')}
      </Button>
      <Button
        look="primary"
        disabled={isBusy}
        className={firstMissing ? 'items-left' : ''}
        icon={firstMissing ? undefined : <ForwardIcon size={20} />}
        onClick={firstMissing ? scrollToFirstMissing : onAnswer}
      >
        {firstMissing ? t('pages.polling.itemsLeft', { count: missingItems.length }) : t('pages.polling.nextPoint')}
      </Button>
    </>
  )
}
