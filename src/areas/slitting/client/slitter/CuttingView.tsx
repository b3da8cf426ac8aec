import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createUuid7 } from '@/contract/id'
import { getPlantMoment } from '@/client/clock'
import { useList, useRow, useUnsentCommands } from '@/client/api/use-list'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { useHasPermission } from '@/client/session/use-session'
import { UnsentNotice } from '@/client/resource/UnsentBadge'
import { Button, ExplainedButton } from '@/client/ui/Button'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { useNames } from '@/client/fields/options'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { slitRoll, slitSet } from '@/areas/slitting/contract/slitting'
import { doffSet, startCutting } from '@/areas/slitting/contract/slitting-commands'
import { getNextSetSpan } from '@/areas/slitting/rules/slit-set'
import type { SlitterLimits } from '@/areas/slitting/rules/slitter-limits'
import { calculateMetresLeft, buildDisplayedSets, type StoredCutting, type StoredJumbo } from './displayed-sets'
import { HoldNotice, useHoldReason } from '@/areas/rolls/client/shared/HoldNotice'
import { LanesChart } from './LanesChart'
import { SetSection } from './SetSection'
import { useRetainedSets, useFormatSet } from './use-displayed-sets'
import { useConfirmLength } from './use-confirm-length'
import { useSlitterCommand } from '../shared/use-slitter-command'
import type { SlitterFrame } from './SlitterFrameView'
import { CuttingActionBar } from './CuttingActionBar'
import { NextLengthField } from './NextLengthField'

const LabelPreloader = lazy(() => import('../SlitLabelsView').then(({ LabelPreloader: Ready }) => ({ default: Ready })))
export interface CuttingViewProps {
  openCutting: StoredCutting
  /** Names of the rows that the cutting refers to, by id. */
  refs: Readonly<Record<string, string>>
  limits: SlitterLimits
  frame: SlitterFrame
  onLabels: (setId: string) => void
}

/** The jumbo on the slitter: its chart, the next set, and the rolls of the sets already doffed. */
export function CuttingView({ openCutting, refs, limits, frame, onLabels }: CuttingViewProps) {
  const { t } = useTranslation('slitting')
  const jumboId = openCutting.jumboRollId
  const jumbo = useRow(jumboRoll, jumboId ?? null).row as StoredJumbo | null
  const sets = useList(slitSet, { jumboRollId: jumboId ?? '', size: 200 }, { enabled: Boolean(jumboId) })
  const rolls = useList(slitRoll, { jumboRollId: jumboId ?? '', size: 500 }, { enabled: Boolean(jumboId) })
  const unsent = useUnsentCommands()
  const displayedSets = useRetainedSets(
    useMemo(
      () => buildDisplayedSets(openCutting, jumbo, sets.rows, rolls.rows, unsent),
      [openCutting, jumbo, sets.rows, rolls.rows, unsent],
    ),
  )
  // Refused sets are displayed but do not count, because the server did not create them.
  const madeSets = displayedSets.filter(({ isNotCreated }) => !isNotCreated)
  const newestSet = madeSets.find((set) => set.setNumber !== null)
  // The chart of a part-used roll also shows the sets of other cuttings.
  const earlierSets = sets.rows
    .filter((set) => set.cuttingId !== openCutting.id && set.state === 'made')
    .map((set) => ({ ...set, expectedNumber: set.setNumber }))
    .sort((a, b) => a.setNumber - b.setNumber)
  const names = useNames('jumboRoll', jumboId ? [jumboId] : [], refs)
  // A cutting that the server has not seen yet knows only the scanned number.
  const number =
    jumbo?.number ??
    (jumboId ? names[jumboId] : null) ??
    String((openCutting as Record<string, unknown>)['jumboNumber'] ?? '…')
  const metresLeft = jumbo ? calculateMetresLeft(jumbo, displayedSets) : 0
  const [lengthM, setLengthM] = useState<number | null>(null)
  const nextLengthM = Math.min(lengthM ?? openCutting.lengthM ?? metresLeft, metresLeft)
  // A short remainder is not offered as another set, so finishing the cutting becomes the next action.
  const isUsedUp = metresLeft <= 0 || metresLeft < (openCutting.lengthM ?? metresLeft) * MIN_SET_SHARE
  const doff = useSlitterCommand(doffSet)
  const formatSet = useFormatSet()
  const [weighedLane, setWeighedLane] = useState<{ set: string; lane: number } | null>(null)
  const mayWeigh = useHasPermission('divideInteractiveEdit')
  // The first unweighed lane of each set, earliest set first.
  const firstUnweighedLanes = madeSets.toReversed().flatMap((set) => {
    const lane = set.rolls.find((roll) => roll.kg === null && roll.state === 'made')?.lane
    return lane === undefined ? [] : [{ set: set.id, lane }]
  })
  const isWeighingNext = isUsedUp && mayWeigh && firstUnweighedLanes.length > 0
  const language = useLanguage()
  const mayDoff = useHasPermission('divideInteractiveAdd')
  const holdReason = useHoldReason(jumbo?.holds)
  // The server refused this cutting, so further sets would wait behind the refusal.
  const refusedStart = unsent.find(
    ({ op, body, state }) => op === startCutting.name && body['id'] === openCutting.id && state === 'attention',
  )
  const [confirmLength, confirmDialog] = useConfirmLength()
  const doffLabel = t('pages.divideInteractive.doffNext', {
    metres: formatNumber(nextLengthM, { language, unit: 'm', decimals: 1 }),
  })
  const submitDoff = async () => {
    if (
      !(await confirmLength({
        lengthM: nextLengthM,
        targetLengthM: openCutting.lengthM,
        leftM: metresLeft,
        objectName: number,
        confirmLabel: doffLabel,
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
            <Button look="primary" onClick={() => setWeighedLane(firstUnweighedLanes[0] ?? null)}>
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
      {confirmDialog}
      {refusedStart && <UnsentNotice pending={refusedStart} />}
      <HoldNotice holds={jumbo?.holds} />
      <div className="slitter stack gap-4 is-beside">
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
                weighedLane={weighedLane?.set === set.id ? weighedLane.lane : null}
                onWeighedLaneChange={(lane) => setWeighedLane(lane === null ? null : { set: set.id, lane })}
                onLabels={onLabels}
              />
            ))}
        </section>
      </div>
    </PageFrame>
  )
}

/** Minimum length of another set, as a share of the planned length. */
const MIN_SET_SHARE = 0.5
