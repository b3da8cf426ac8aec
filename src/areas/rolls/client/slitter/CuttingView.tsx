import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createUuid7 } from '@/contract/id'
import { getPlantMoment } from '@/client/clock'
import { useList, useRow, useUnsentCommands } from '@/client/api/use-list'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { useHasPermission } from '@/client/session/use-session'
import { UnsentNotice } from '@/client/resource/UnsentBadge'
import { useNoNetworkReason } from '@/client/shell/SyncIndicator'
import { Button, ExplainedButton } from '@/client/ui/Button'
import { PageFrame } from '@/client/ui/PageFrame'
import { Quantity } from '@/client/ui/Quantity'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { NumberPad } from '@/client/ui/NumberPad'
import { useNames } from '@/client/fields/options'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { slitRoll, slitSet } from '@/areas/rolls/contract/slitting'
import { undoCutting, undoCutPermissions } from '@/areas/rolls/contract/slitting-endpoints'
import { doffSet, startCutting } from '@/areas/rolls/contract/slitting-commands'
import { getNextSetSpan } from '@/areas/rolls/rules/slit-set'
import type { SlitterLimits } from '@/areas/rolls/rules/slitter-limits'
import { useCanTakeBackEntry } from '@/areas/rolls/client/use-take-back'
import {
  calculateMetresLeft,
  buildDisplayedSets,
  type StoredCutting,
  type StoredJumbo,
  type DisplayedSet,
} from './displayed-sets'
import { HoldNotice, useHoldReason } from '../hold/HoldNotice'
import { FinishCuttingDialog } from './FinishCuttingDialog'
import { LanesChart } from './LanesChart'
import { ReasonDialog } from '@/client/ui/ReasonDialog'
import { SetSection } from './SetSection'
import { useSteadySets, useFormatSet } from './use-displayed-sets'
import { useConfirmLength } from './use-cut-confirmations'
import { useSlitterCommand } from './use-slitter-command'
import type { SlitterFrame } from './SlitterFrameView'

const LabelPreloader = lazy(() =>
  import('../labels/SlitLabelsView').then(({ LabelPreloader: Ready }) => ({ default: Ready })),
)
export interface CuttingViewProps {
  openCutting: StoredCutting
  refs: Readonly<Record<string, string>>
  limits: SlitterLimits
  frame: SlitterFrame
  onLabels: (setId: string) => void
}

/** The jumbo on the slitter: its chart, the next set, and the rolls of the finished sets. */
export function CuttingView({ openCutting, refs, limits, frame, onLabels }: CuttingViewProps) {
  const { t } = useTranslation('rolls')
  const jumboId = openCutting.jumboRollId
  const jumbo = useRow(jumboRoll, jumboId ?? null).row as StoredJumbo | null
  const sets = useList(slitSet, { jumboRollId: jumboId ?? '', size: 200 }, Boolean(jumboId))
  const rolls = useList(slitRoll, { jumboRollId: jumboId ?? '', size: 500 }, Boolean(jumboId))
  const unsent = useUnsentCommands()
  const displayedSets = useSteadySets(
    useMemo(
      () => buildDisplayedSets(openCutting, jumbo, sets.rows, rolls.rows, unsent),
      [openCutting, jumbo, sets.rows, rolls.rows, unsent],
    ),
  )
  // Refused sets are displayed but do not count, as the server made none.
  const madeSets = displayedSets.filter(({ isNotCreated }) => !isNotCreated)
  const newestSet = madeSets.find((set) => set.setNumber !== null)
  // The chart of a part-used roll also shows the sets of other cuttings.
  const earlierSets = sets.rows
    .filter((set) => set.cuttingId !== openCutting.id && set.state === 'made')
    .map((set) => ({ ...set, expectedNumber: set.setNumber }))
    .sort((a, b) => a.setNumber - b.setNumber)
  const names = useNames('jumboRoll', jumboId ? [jumboId] : [], refs)
  const number =
    jumbo?.number ??
    (jumboId ? names[jumboId] : null) ??
    String((openCutting as Record<string, unknown>)['jumboNumber'] ?? '…')
  const metresLeft = jumbo ? calculateMetresLeft(jumbo, displayedSets) : 0
  const [lengthM, setLengthM] = useState<number | null>(null)
  const nextLengthM = Math.min(lengthM ?? openCutting.lengthM ?? metresLeft, metresLeft)
  // A short remainder is the end of the jumbo, not another set; finishing becomes the next action.
  const isUsedUp = metresLeft <= 0 || metresLeft < (openCutting.lengthM ?? metresLeft) * MIN_SET_SHARE
  const doff = useSlitterCommand(doffSet)
  const formatSet = useFormatSet()
  const [weighedLane, setWeighedLane] = useState<{ set: string; lane: number } | null>(null)
  const mayWeigh = useHasPermission('divideInteractiveEdit')
  // Rolls of the earliest set come first.
  const unweighedLanes = madeSets.toReversed().flatMap((set) => {
    const lane = set.rolls.find((roll) => roll.kg === null && roll.state === 'made')?.lane
    return lane === undefined ? [] : [{ set: set.id, lane }]
  })
  const isWeighingNext = isUsedUp && mayWeigh && unweighedLanes.length > 0
  const language = useLanguage()
  const mayDoff = useHasPermission('divideInteractiveAdd')
  const holdReason = useHoldReason(jumbo?.holds)
  // The server refused this cutting, so further sets would wait behind the refusal.
  const refusedStart = unsent.find(
    ({ op, body, state }) => op === startCutting.name && body['id'] === openCutting.id && state === 'attention',
  )
  const [confirmLength, dialog] = useConfirmLength()
  const doffLabel = t('pages.divideInteractive.doffNext', {
    metres: formatNumber(nextLengthM, { language, unit: 'm', decimals: 1 }),
  })
  const submitDoff = async () => {
    if (
      !(await confirmLength({
        lengthM: nextLengthM,
        setLengthM: openCutting.lengthM,
        leftM: metresLeft,
        thing: number,
        action: doffLabel,
      }))
    )
      return
    const id = createUuid7()
    const input = {
      id,
      cuttingId: openCutting.id,
      lengthM: nextLengthM,
      leftM: metresLeft,
      occurredAt: getPlantMoment(),
    }
    if (!(await doff.execute(input, { savedMessage: t('pages.divideInteractive.doffed') }))) return
    setLengthM(null)
    // Weighing follows the doff, as at the winder.
    if (mayWeigh) setWeighedLane({ set: id, lane: 1 })
  }
  return (
    <PageFrame
      primaryStaysAtBottom
      title={number}
      subtitle={`${frame.title} · ${openCutting.slittingPattern ?? ''}`}
      tools={frame.tools}
      primary={
        <>
          <CuttingActionBar
            openCutting={openCutting}
            jumbo={jumbo}
            madeSets={madeSets}
            limits={limits}
            leftM={metresLeft}
            isFinishPrimary={isUsedUp && !isWeighingNext}
          />
          {mayDoff && metresLeft > 0 && jumbo && (
            <ExplainedButton
              {...(isUsedUp ? {} : { look: 'primary' as const })}
              disabledReason={doff.busy ? '' : refusedStart ? t('pages.divideInteractive.startRefused') : holdReason}
              onClick={() => void submitDoff()}
            >
              {doffLabel}
            </ExplainedButton>
          )}
          {isWeighingNext && (
            <Button look="primary" onClick={() => setWeighedLane(unweighedLanes[0] ?? null)}>
              {t('pages.divideInteractive.weighRest', {
                count: madeSets.flatMap((set) => set.rolls).filter((roll) => roll.kg === null && roll.state === 'made')
                  .length,
              })}
            </Button>
          )}
        </>
      }
    >
      {frame.tabs}
      {dialog}
      {refusedStart && <UnsentNotice pending={refusedStart} />}
      <HoldNotice holds={jumbo?.holds} />
      <div className="slitter is-beside">
        <section>
          {jumbo ? (
            <LanesChart
              jumbo={jumbo}
              lanes={openCutting.lanes}
              next={metresLeft > 0 ? getNextSetSpan(metresLeft, nextLengthM) : null}
              sets={[...earlierSets, ...madeSets.toReversed()].map((set) => ({
                key: set.id,
                label: formatSet(set),
                fromM: set.fromM,
                toM: set.toM,
              }))}
            />
          ) : jumboId ? (
            <SkeletonDetail />
          ) : (
            <p className="ui-card">{t('pages.divideInteractive.unknownJumbo')}</p>
          )}
          {jumbo && <NextLengthField leftM={metresLeft} nextLengthM={nextLengthM} onChange={setLengthM} />}
        </section>
        <section>
          {newestSet && (
            <Suspense>
              <LabelPreloader setId={newestSet.id} />
            </Suspense>
          )}
          {displayedSets.length === 0 && <p className="quiet">{t('pages.divideInteractive.noSets')}</p>}
          {jumbo &&
            displayedSets.map((set) => (
              <SetSection
                key={set.id}
                set={set}
                openCutting={openCutting}
                jumbo={jumbo}
                refs={rolls.refs}
                limits={limits}
                otherSets={madeSets}
                isLast={set === madeSets[0]}
                lane={weighedLane?.set === set.id ? weighedLane.lane : null}
                onLane={(lane) => setWeighedLane(lane === null ? null : { set: set.id, lane })}
                onLabels={onLabels}
              />
            ))}
        </section>
      </div>
    </PageFrame>
  )
}

/** A set shorter than this share of the planned length is hardly intended. */
const MIN_SET_SHARE = 0.5
/** Length of the next set: as planned, another length, or all remaining metres. */
function NextLengthField({
  leftM,
  nextLengthM,
  onChange,
}: {
  leftM: number
  nextLengthM: number
  onChange: (metres: number) => void
}) {
  const { t } = useTranslation('rolls')
  const [isPadOpen, setPadOpen] = useState(false)
  return (
    <div className="row">
      <span>
        <span className="quiet">{t('jumboRoll.fields.leftM')}</span>{' '}
        <Quantity value={leftM} unit="m" decimals={0} showsAllDigits />
      </span>
      {leftM > 0 && (
        <Button className="big" onClick={() => setPadOpen(true)}>
          {t('pages.divideInteractive.otherLength')}
        </Button>
      )}
      {leftM > 0 && leftM !== nextLengthM && (
        <Button className="big" onClick={() => onChange(leftM)}>
          {t('pages.divideInteractive.allLeft')}
        </Button>
      )}
      {isPadOpen && (
        <NumberPad
          title={t('pages.divideInteractive.lengthOfNext')}
          unit="m"
          value={nextLengthM}
          limits={t('pages.divideInteractive.upTo', { metres: leftM })}
          evaluate={(value) =>
            value !== null && (value <= 0 || value > leftM)
              ? { tone: 'bad', label: t('pages.divideInteractive.upTo', { metres: leftM }) }
              : { tone: 'idle', label: null }
          }
          onDone={(value) => {
            // The pad stays open and shows the remaining metres.
            if (value !== null && (value <= 0 || value > leftM)) return
            setPadOpen(false)
            if (value !== null) onChange(value)
          }}
          onClose={() => setPadOpen(false)}
        />
      )}
    </div>
  )
}

/** Ends a cutting: finishes it with its mass balance, or undoes it while it has no sets. */
function CuttingActionBar({
  openCutting,
  jumbo,
  madeSets,
  limits,
  leftM,
  isFinishPrimary,
}: {
  openCutting: StoredCutting
  jumbo: StoredJumbo | null
  madeSets: readonly DisplayedSet[]
  limits: SlitterLimits
  leftM: number
  /** True if finishing is the next action. */
  isFinishPrimary: boolean
}) {
  const { t } = useTranslation('rolls')
  const [openDialog, setOpen] = useState<'finish' | 'undo' | null>(null)
  const undo = useSlitterCommand(undoCutting)
  const offline = useNoNetworkReason()
  const mayEdit = useHasPermission('divideInteractiveEdit')
  const mayUndo = useCanTakeBackEntry(
    undoCutPermissions,
    'divideInteractiveAdd',
  )({ recordedBy: openCutting.createdBy, recordedAt: openCutting.startedAt })
  return (
    <>
      {madeSets.length > 0 && mayEdit && jumbo && (
        <Button {...(isFinishPrimary ? { look: 'primary' as const } : {})} onClick={() => setOpen('finish')}>
          {t('actions.cutting_finish')}
        </Button>
      )}
      {madeSets.length === 0 && mayUndo && (
        <ExplainedButton disabledReason={offline} onClick={() => setOpen('undo')}>
          {t('actions.cutting_undo')}
        </ExplainedButton>
      )}
      {openDialog === 'finish' && jumbo && (
        <FinishCuttingDialog
          openCutting={openCutting}
          jumbo={jumbo}
          sets={madeSets}
          limits={limits}
          leftM={leftM}
          onClose={() => setOpen(null)}
        />
      )}
      {openDialog === 'undo' && (
        <ReasonDialog
          title={t('actions.cutting_undo')}
          isDangerous
          busy={undo.busy}
          onClose={() => setOpen(null)}
          onReason={async (reason) => {
            if (await undo.execute({ id: openCutting.id, reason })) setOpen(null)
          }}
        />
      )}
    </>
  )
}
