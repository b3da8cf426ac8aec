import './slitter.css'
import { useMemo, useState } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { createUuid7 } from '@/contract/id'
import { getPlantMoment } from '@/client/clock'
import { useList, useRow } from '@/client/api/use-list'
import { parseNonNegative } from '@/client/fields/number-input'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { ScanIcon } from '@/client/ui/icons'
import { NonNegativeNumberInput } from '@/client/ui/NonNegativeNumberInput'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { cutOrder } from '@/areas/slitting/contract/slitting'
import { startCutting } from '@/areas/slitting/contract/slitting-commands'
import { findSlittingPatternProblems, parseSlittingPattern } from '@/areas/orders/rules/slitting-pattern'
import { isCuttable } from '@/areas/rolls/rules/jumbo-roll'
import { getNextSetSpan } from '@/areas/slitting/rules/slit-set'
import { toSlitLimits, type SlitterLimits } from '@/areas/slitting/rules/slitter-limits'
import { isHeld } from '@/areas/rolls/rules/hold'
import type { StoredJumbo } from './displayed-sets'
import { JumboSummaryPanel } from './JumboSummaryPanel'
import { LanesChart, type LanesChartSet } from './LanesChart'
import { useClosedOrders } from './use-uncut-jumbos'
import { usePatternChoices, type QueueLine } from './use-pattern-choices'
import { useSlitterCommand } from '../shared/use-slitter-command'
import type { SlitterLine } from '../shared/use-slitter'
import { TextInput } from '@/client/ui/TextInput'

/** Length of a set if neither the queue, the order nor an earlier cutting has one, m. */
const DEFAULT_LENGTH_M = 5000

/**
 * Starts the cutting of a jumbo with chosen lanes and length. The lanes are drawn over the defects of the jumbo and
 * checked against the limits of the slitter.
 */
export default function StartCuttingPage({
  slitter,
  limits,
  jumboId,
  number,
  queueLineId,
  onBack,
}: {
  slitter: SlitterLine
  limits: SlitterLimits
  jumboId: string | null
  number: string | null
  queueLineId: string | null
  onBack: () => void
}) {
  const { t } = useTranslation('slitting')
  const jumboByNumber = useList(jumboRoll, { keyword: number ?? '', size: 5 }, { enabled: !jumboId && number !== null })
  const jumboById = useRow(jumboRoll, jumboId)
  const jumbo = (jumboById.row ?? jumboByNumber.rows.find((row) => row.number === number) ?? null) as StoredJumbo | null
  const queue = useList(cutOrder, { slitterId: slitter.id, size: 100 })
  const queueLine =
    queue.rows.find((row) =>
      queueLineId ? row.id === queueLineId : jumbo !== null && row.jumboRollId === jumbo.id && row.cuttingId === null,
    ) ?? null
  // A planned queue line may cut the jumbo for other orders than the one it was wound for.
  const lanes = queueLine?.lanes.length ? queueLine.lanes : [{ workOrderId: null }]
  const [closedOrderNumber] = useClosedOrders(
    jumbo ? lanes.map((lane) => lane.workOrderId ?? jumbo.workOrderId) : [],
  ).values()
  if ((jumboId ? jumboById.isLoading : jumboByNumber.isLoading) || queue.isLoading)
    return (
      <PageFrame title={number ?? ''} onBack={onBack}>
        <SkeletonDetail />
      </PageFrame>
    )
  if (jumboId && !jumbo) {
    return (
      <PageFrame title={t('pages.divideInteractive.title')} onBack={onBack}>
        {jumboById.error ? (
          <NotLoadedView query={jumboById} />
        ) : (
          <EmptyState
            icon={ScanIcon}
            title={t('pages.divideInteractive.unknownRow')}
            advice={t('pages.divideInteractive.unknownRowNext')}
          />
        )}
      </PageFrame>
    )
  }
  // Refuses the jumbo before the person chooses lanes and length. A cutting that was just started on this phone also
  // changes the state of the jumbo. While its command is pending, the jumbo is not refused.
  const isBlocked =
    jumbo !== null && (isHeld(jumbo.holds) || !isCuttable(jumbo.state) || closedOrderNumber !== undefined)
  if (isBlocked && !('pending' in jumbo && jumbo.pending))
    return <NotCuttablePage jumbo={jumbo} closedOrderNumber={closedOrderNumber} onBack={onBack} />
  return (
    <StartCuttingForm
      key={jumbo?.id ?? number}
      slitter={slitter}
      limits={limits}
      jumbo={jumbo}
      number={jumbo?.number ?? number ?? ''}
      queueLine={queueLine}
      onBack={onBack}
    />
  )
}

function StartCuttingForm({
  slitter,
  limits,
  jumbo,
  number,
  queueLine,
  onBack,
}: {
  slitter: SlitterLine
  limits: SlitterLimits
  jumbo: StoredJumbo | null
  number: string
  queueLine: QueueLine | null
  onBack: () => void
}) {
  const { t } = useTranslation(['slitting', 'client'])
  const { choices, lengthM: defaultLengthM } = usePatternChoices(jumbo, slitter.id, queueLine, limits)
  const [text, setText] = useState<string | null>(null)
  const [lengthText, setLengthText] = useState<string | null>(null)
  const start = useSlitterCommand(startCutting)
  const patternText = text ?? choices[0]?.text ?? ''
  const pickedChoice = choices.find((choice) => choice.text === patternText)
  const lanes = useMemo(
    () => (pickedChoice?.lanes?.length ? pickedChoice.lanes : parseSlittingPattern(patternText)),
    [pickedChoice, patternText],
  )
  const metresLeft = jumbo ? (jumbo.leftM ?? jumbo.lengthM ?? 0) : Infinity
  const lengthM =
    lengthText === null
      ? Math.min(pickedChoice?.lengthM ?? defaultLengthM ?? DEFAULT_LENGTH_M, metresLeft)
      : (parseNonNegative(lengthText) ?? 0)
  const problem = findPatternProblem(lanes, jumbo, limits, lengthM, metresLeft, patternText)
  const submit = async () => {
    // Lanes of an entered pattern name no order.
    const orderedLanes = (lanes ?? []).map((lane) => ({
      width: lane.width,
      count: lane.count,
      workOrderId: 'workOrderId' in lane ? (lane.workOrderId as string | null) : null,
    }))
    const result = await start.execute({
      id: createUuid7(),
      ...(jumbo ? { jumboRollId: jumbo.id } : { jumboNumber: number }),
      ...(queueLine ? { cutOrderId: queueLine.id } : {}),
      slitterId: slitter.id,
      lanes: orderedLanes,
      lengthM,
      occurredAt: getPlantMoment(),
    })
    if (result) onBack()
  }
  return (
    <PageFrame
      primaryStaysAtBottom
      title={number}
      subtitle={t('pages.divideInteractive.onto', { slitter: slitter.name })}
      onBack={onBack}
      primary={
        <Button
          look="primary"
          disabled={problem !== null || start.busy || (jumbo !== null && !isCuttable(jumbo.state))}
          onClick={() => void submit()}
        >
          {t('actions.cutting_start')}
        </Button>
      }
    >
      <div className="slitter stack gap-4 is-beside">
        <section>
          {jumbo ? (
            <LanesChart
              jumbo={jumbo}
              lanes={problem ? [] : (lanes ?? [])}
              next={problem ? null : getNextSetSpan(metresLeft, lengthM)}
              sets={buildCutSpans(jumbo, t)}
            />
          ) : (
            <p className="ui-card">{t('pages.divideInteractive.unknownJumbo')}</p>
          )}
          {jumbo && <JumboSummaryPanel jumbo={jumbo} lanes={lanes ?? []} />}
        </section>
        <section>
          {choices.length > 0 && (
            <fieldset className="choice-row cluster" aria-label={t('pages.divideInteractive.choices')}>
              {choices.map((choice) => (
                <button
                  key={choice.key}
                  type="button"
                  aria-pressed={choice.text === patternText}
                  onClick={() => {
                    setText(choice.text)
                    setLengthText(null)
                  }}
                >
                  {choice.text} · {choice.sourceText}
                </button>
              ))}
            </fieldset>
          )}
          <div className="ui-sheet-form stack gap-3">
            <label>
              {t('cutting.fields.slittingPattern')}
              <TextInput
                className="big"
                value={patternText}
                placeholder="5×160 + 2×80"
                onFocus={() => setText(patternText)}
                onChange={setText}
                autoComplete="off"
              />
            </label>
            <label>
              {t('cutting.fields.lengthM')} (m)
              <NonNegativeNumberInput
                className="ui-input big"
                value={lengthText ?? String(lengthM)}
                onChange={setLengthText}
              />
            </label>
          </div>
          {problem && (
            <p className="wrong" role="status">
              {t(problem.key, problem.params)}
            </p>
          )}
        </section>
      </div>
    </PageFrame>
  )
}
/** Returns the metres already cut from a part-used roll, for the chart. */
const buildCutSpans = (jumbo: StoredJumbo, t: TFunction<['slitting', 'client']>): LanesChartSet[] =>
  jumbo.lengthM !== null && jumbo.leftM !== null && jumbo.leftM < jumbo.lengthM
    ? [{ key: 'before', label: t('pages.divideInteractive.legend.cut'), fromM: jumbo.leftM, toM: jumbo.lengthM }]
    : []
function findPatternProblem(
  lanes: readonly { width: number; count: number }[] | null,
  jumbo: StoredJumbo | null,
  limits: SlitterLimits,
  lengthM: number,
  metresLeft: number,
  text: string,
): { key: string; params: Record<string, string | number> } | null {
  if (!lanes) return { key: 'refusals.slittingPattern.notReadable', params: { text } }
  if (lanes.length === 0) return { key: 'refusals.slittingPattern.empty', params: {} }
  if (jumbo?.widthMm) {
    const [problem] = findSlittingPatternProblems(lanes, toSlitLimits(limits, jumbo.widthMm))
    if (problem)
      return {
        key: `refusals.slittingPattern.${problem.code}`,
        params: { ...problem, jumbo: jumbo.widthMm, trim: limits.minTrimMm },
      }
  }
  return lengthM > 0 && lengthM <= metresLeft
    ? null
    : {
        key: 'refusals.notEnoughLeft',
        params: { number: jumbo?.number ?? '', left: metresLeft === Infinity ? '–' : metresLeft, wanted: lengthM },
      }
}

/** Explains why a scanned jumbo cannot be cut: its state, a closed order, or a hold. */
function NotCuttablePage({
  jumbo,
  closedOrderNumber,
  onBack,
}: {
  jumbo: StoredJumbo
  /** Number of the order if the order is closed. */
  closedOrderNumber: string | undefined
  onBack: () => void
}) {
  const { t } = useTranslation(['slitting', 'rolls'])
  return (
    <PageFrame title={jumbo.number ?? ''} onBack={onBack}>
      <div className="slitter stack gap-4">
        {!isCuttable(jumbo.state) && (
          <p className="wrong" role="alert">
            {t('pages.divideInteractive.notUncut', { state: t(`rolls:jumboRoll.options.state.${jumbo.state}`) })}
          </p>
        )}
        {closedOrderNumber !== undefined && (
          <p className="wrong" role="alert">
            {t('pages.divideInteractive.orderClosed', { number: closedOrderNumber })}
          </p>
        )}
        <JumboSummaryPanel jumbo={jumbo} lanes={[]} />
      </div>
    </PageFrame>
  )
}
