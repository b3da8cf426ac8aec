import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Quantity } from '@/client/ui/Quantity'
import { countCutRolls, calculateCutsTrimPercent } from '@/areas/cutPlans/rules/cut-metrics'
import type { ProposedPlan, PlanLine } from './PlanView'

const toPercentCell = (value: number | null) => <Quantity value={value} unit="%" decimals={2} />
const toMillisecondsCell = (value: number) => <Quantity value={value} unit="ms" decimals={0} />

/**
 * Metrics of the edited plan. Only an unchanged plan is compared with its bound and the manual plan, because both refer
 * to all rolls of the proposal. A plan that cuts fewer rolls may trim less.
 */
export function PlanSummaryPanel({ plan, cuts }: { plan: ProposedPlan; cuts: readonly PlanLine[] }) {
  const { t } = useTranslation('cutPlans')
  const isChanged = cuts !== plan.cuts
  const entries: [string, ReactNode][] = [
    ...(cuts.length > 0
      ? ([[t('answers.trimPercent'), toPercentCell(calculateCutsTrimPercent(cuts))]] as [string, ReactNode][])
      : []),
    ...(isChanged
      ? ([
          [
            t('answers.rolls'),
            t('pages.divideInteractive.ofProposed', { count: countCutRolls(cuts), of: countCutRolls(plan.cuts) }),
          ],
        ] as [string, ReactNode][])
      : buildComparison(plan, t)),
    [t('answers.orders'), new Set(cuts.flatMap((cut) => cut.lanes.map((lane) => lane.workOrderId))).size],
    [t('answers.jumbos'), new Set(cuts.map((cut) => cut.jumboRollId)).size],
  ]
  return (
    <dl className="facts ui-card">
      {entries.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
/**
 * Returns true if due dates may cause the trim above the bound: orders are late, or the search ended without proof. The
 * bound ignores due dates, so the gap to the bound does not measure the quality of such a plan.
 */
const isDecidedByDates = ({ late, termination, gapPercent }: ProposedPlan): boolean =>
  late.length > 0 || (termination === 'feasible' && (gapPercent ?? 0) > 0)
/** Returns the comparison of the proposed plan with its bound and the manual plan. */
function buildComparison(
  plan: ProposedPlan,
  t: ReturnType<typeof useTranslation<'rolls'>>['t'],
): [string, ReactNode][] {
  return [
    [t('answers.boundPercent'), toPercentCell(plan.boundPercent)],
    [t('pages.divideInteractive.overBound'), toPercentCell(plan.gapPercent)],
    [
      t('answers.withinPercent'),
      <>
        {t(`pages.divideInteractive.${isDecidedByDates(plan) ? 'withinLate' : 'within'}`, {
          percent: Math.round((plan.withinPercent ?? 0) * 100) / 100,
        })}
      </>,
    ],
    [t('pages.divideInteractive.priorities'), t('pages.divideInteractive.prioritiesText')],
    [t('answers.method'), t(`answerOptions.method.${plan.method}`)],
    [t('answers.termination'), t(`answerOptions.termination.${plan.termination}`)],
    [
      t('answers.firstFitPercent'),
      <>
        {plan.firstFitPercent === null
          ? t('pages.divideInteractive.notComparable')
          : toPercentCell(plan.firstFitPercent)}
        {plan.firstFitUncut > 0 && ` · ${t('pages.divideInteractive.leftOver', { count: plan.firstFitUncut })}`}
        {plan.firstFitLate > 0 && ` · ${t('pages.divideInteractive.lateByHand', { count: plan.firstFitLate })}`}
      </>,
    ],
    [t('answers.firstFitJumbos'), plan.firstFitJumbos],
    [t('answers.milliseconds'), toMillisecondsCell(plan.milliseconds)],
  ]
}
