import './cut-plan.css'
import { useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import type { EndpointOutput } from '@/contract/endpoint'
import type { PageViewProps } from '@/client/area'
import { callEndpoint } from '@/client/api/call-endpoint'
import { ApiError, isServerUnreachable } from '@/client/api/api-error'
import { useCommand } from '@/client/api/use-command'
import { useList } from '@/client/api/use-list'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { formatMoment } from '@/client/format/time'
import { useHasPermission } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/plant-zone'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { OfflineState } from '@/client/ui/Notice'
import { ProgressIndicator } from '@/client/ui/ProgressIndicator'
import { StateBadge } from '@/client/ui/StateBadge'
import { cutOrder } from '@/areas/slitting/contract/slitting'
import { applyCuts, proposeCuts, type CutPlanRefusalData } from '@/areas/cutPlans/contract/cut-plan-endpoints'
import { useSlitterLimits } from '@/areas/slitting/client/shared/use-slitter-limits'
import type { SlitterLimits } from '@/areas/slitting/rules/slitter-limits'
import { CutPlanCard } from './CutPlanCard'
import { PlanSummaryPanel } from './PlanSummaryPanel'
import { PlanLineDialog } from './PlanLineDialog'
import { CHANGED_RESOURCES } from '@/areas/slitting/client/shared/use-slitter-command'
import { useConfirmTrim } from './use-confirm-trim'

export type ProposedPlan = EndpointOutput<typeof proposeCuts>
export type PlanLine = ProposedPlan['cuts'][number]

/** View of the slitter page that plans cuts. After a plan is released, the page shows the queue again. */
export default function SlitterPlanView({ rowId, frame }: PageViewProps) {
  const [, setParams] = useSearchParams()
  return (
    <PlanView
      frame={frame}
      slitterId={rowId}
      limits={useSlitterLimits(rowId || null)}
      onApplied={() => setParams({})}
    />
  )
}

/** Proposes a cut plan, which can be edited and released to the queue of the slitter. */
export function PlanView({
  frame,
  slitterId,
  limits,
  onApplied,
}: {
  frame: PageViewProps['frame']
  slitterId: string
  limits: SlitterLimits
  onApplied: () => void
}) {
  const { t } = useTranslation(['cutPlans', 'client'])
  const [plan, setPlan] = useState<{ proposal: ProposedPlan; replace: boolean } | null>(null)
  const [isPlanning, setPlanning] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const queuedCount = useList(cutOrder, { slitterId, size: 100 }).rows.filter((row) => row.cuttingId === null).length
  const propose = async (replace: boolean) => {
    setPlanning(true)
    setError(null)
    try {
      setPlan({
        proposal: await callEndpoint(proposeCuts, { slitterId, replace }, { timeoutMs: 20_000 }),
        replace,
      })
    } catch (error) {
      setError(error instanceof Error ? error : new Error(String(error)))
    }
    setPlanning(false)
  }
  if (error && isServerUnreachable(error) && !plan) return frame(<OfflineState onRetry={() => void propose(false)} />)
  const proposeButtons = (
    <>
      {queuedCount > 0 && (
        <Button disabled={isPlanning} onClick={() => void propose(true)}>
          {t('pages.divideInteractive.proposeInstead', { count: queuedCount })}
        </Button>
      )}
      <Button {...(plan ? {} : { look: 'primary' as const })} disabled={isPlanning} onClick={() => void propose(false)}>
        {t(plan ? 'pages.divideInteractive.proposeAgain' : 'actions.cutting_propose')}
      </Button>
    </>
  )
  if (plan && !isPlanning)
    return (
      <ProposalView
        key={[plan.replace, ...plan.proposal.cuts.map((cut) => cut.startsAt)].join()}
        frame={frame}
        proposeButtons={proposeButtons}
        planError={error}
        plan={plan.proposal}
        replace={plan.replace}
        queuedCount={queuedCount}
        slitterId={slitterId}
        limits={limits}
        onApplied={onApplied}
      />
    )
  return frame(
    <>
      {isPlanning && <ProgressIndicator label={t('pages.divideInteractive.planning')} done={0} />}
      {error && (
        <p className="cut-plan-wrong" role="alert">
          {error.message}
        </p>
      )}
      {!isPlanning && !error && <p className="quiet">{t('pages.divideInteractive.planHint')}</p>}
    </>,
    proposeButtons,
  )
}

function ProposalView({
  frame,
  proposeButtons,
  planError,
  plan,
  replace,
  queuedCount,
  slitterId,
  limits,
  onApplied,
}: {
  frame: PageViewProps['frame']
  proposeButtons: ReactNode
  planError: Error | null
  plan: ProposedPlan
  /** True if the plan replaces the slitter's queue. */
  replace: boolean
  queuedCount: number
  slitterId: string
  limits: SlitterLimits
  onApplied: () => void
}) {
  const { t } = useTranslation('cutPlans')
  const [cuts, setCuts] = useState(plan.cuts)
  const [editedCut, setEditedCut] = useState<PlanLine | null>(null)
  // Reason of the refusal by cut. An edited cut is a new object, so it may be released again.
  const [refusals, setRefusals] = useState<ReadonlyMap<PlanLine, string>>(new Map())
  const applyCommand = useCommand(applyCuts)
  const mayApply = useHasPermission('divideInteractiveAdd')
  const names = useMemo(() => Object.fromEntries(plan.numbers.map((entry) => [entry.id, entry.label])), [plan])
  const applicableCuts = cuts.filter((cut) => !refusals.has(cut))
  const refusedCount = cuts.length - applicableCuts.length
  // If all cuts were refused, all are sent again, because the reasons may no longer apply.
  const cutsToApply = applicableCuts.length > 0 ? applicableCuts : cuts
  const [confirmTrim, trimDialog] = useConfirmTrim(plan)
  const submit = async () => {
    if (!(await confirmTrim(cutsToApply))) return
    const lines = cutsToApply.map(({ jumboRollId, sets, lengthM, lanes }) => ({ jumboRollId, sets, lengthM, lanes }))
    const remainingCuts = cuts.filter((cut) => !cutsToApply.includes(cut))
    const savedMessage =
      remainingCuts.length > 0
        ? t('pages.divideInteractive.appliedSome', { count: lines.length, left: remainingCuts.length })
        : t('pages.divideInteractive.applied')
    const markRefusedCuts = (error: Error) => {
      const newRefusals = getRefusedCuts(error).flatMap(({ at, why }) =>
        cutsToApply[at] ? [[cutsToApply[at], why] as const] : [],
      )
      setRefusals(new Map([...refusals, ...newRefusals]))
    }
    const isApplied = await applyCommand.run(
      { slitterId, replace, cuts: lines },
      { changedResources: CHANGED_RESOURCES, savedMessage, onRefused: markRefusedCuts },
    )
    if (!isApplied) return
    if (remainingCuts.length === 0) onApplied()
    else setCuts(remainingCuts)
  }
  const getApplyLabel = () => {
    if (refusedCount > 0 && applicableCuts.length > 0)
      return t('pages.divideInteractive.applyRest', { count: applicableCuts.length })
    return replace && queuedCount > 0
      ? t('pages.divideInteractive.replaceQueue', { count: queuedCount })
      : t('actions.cutting_apply')
  }
  const applyButton = cuts.length > 0 && mayApply && (
    <Button look="primary" disabled={applyCommand.busy} onClick={() => void submit()}>
      {getApplyLabel()}
    </Button>
  )
  return frame(
    <>
      {planError && (
        <p className="cut-plan-wrong" role="alert">
          {planError.message}
        </p>
      )}
      {plan.cuts.length > 0 && <PlanSummaryPanel plan={plan} cuts={cuts} />}
      <LateOrderList plan={plan} cuts={cuts} names={names} />
      {cuts.length === 0 && (
        <EmptyState
          title={t('pages.divideInteractive.noCuts')}
          {...(plan.cuts.length === 0 ? { advice: explainEmptyPlan(plan, t) } : {})}
        />
      )}
      <ul className="cut-plan-rows">
        {cuts.map((cut, i) => (
          <li key={`${cut.jumboRollId} ${cut.startsAt}`} className="ui-card">
            <CutPlanCard
              cut={cut}
              names={names}
              refusalReason={refusals.get(cut)}
              onEdit={() => setEditedCut(cut)}
              onRemove={() => setCuts(cuts.filter((_, index) => index !== i))}
            />
          </li>
        ))}
      </ul>
      <UnplannedOrderList plan={plan} names={names} />
      <LeftOutJumboList plan={plan} />
      {trimDialog}
      {editedCut && cuts.includes(editedCut) && (
        <PlanLineDialog
          cut={editedCut}
          otherCuts={cuts.filter((cut) => cut !== editedCut)}
          limits={limits}
          onDone={(cut) => {
            setCuts(cuts.map((planLine) => (planLine === editedCut ? cut : planLine)))
            setEditedCut(null)
          }}
          onClose={() => setEditedCut(null)}
        />
      )}
    </>,
    <>
      {proposeButtons}
      {applyButton}
    </>,
  )
}
/** Returns the cuts of a plan that the server refused. */
const getRefusedCuts = (error: unknown): CutPlanRefusalData['refusedCuts'] =>
  error instanceof ApiError ? ((error.data as Partial<CutPlanRefusalData> | null)?.refusedCuts ?? []) : []
type NamesById = Readonly<Record<string, string>>
/**
 * Orders that are cut after their due date. An order that the edited plan no longer cuts is listed with the unplanned
 * orders instead.
 */
function LateOrderList({ plan, cuts, names }: { plan: ProposedPlan; cuts: readonly PlanLine[]; names: NamesById }) {
  const { t } = useTranslation('cutPlans')
  const zone = usePlantZone()
  const lateOrders = plan.late.filter(({ workOrderId }) =>
    cuts.some((cut) => cut.lanes.some((lane) => lane.workOrderId === workOrderId)),
  )
  if (lateOrders.length === 0) return null
  return (
    <ul>
      {lateOrders.map((order) => (
        <li key={order.workOrderId}>
          <StateBadge tone="warn">
            {t('pages.divideInteractive.late', {
              number: names[order.workOrderId] ?? '…',
              at: formatMoment(order.endsAt, zone),
            })}
          </StateBadge>
        </li>
      ))}
    </ul>
  )
}
/** Explains an empty plan: jumbos are reserved for other slitters, no order needs rolls, or there is no jumbo. */
function explainEmptyPlan(plan: ProposedPlan, t: ReturnType<typeof useTranslation<'cutPlans'>>['t']): string {
  if (plan.promised.length > 0)
    return plan.promised
      .map(({ slitter, jumbos }) => t('pages.divideInteractive.promisedTo', { count: jumbos, slitter }))
      .join(' · ')
  return t(`pages.divideInteractive.${plan.unplanned.length > 0 ? 'noCutsReasons' : 'noCutsNext'}`)
}
/** Orders that the plan leaves uncut, with the reason. */
function UnplannedOrderList({ plan, names }: { plan: ProposedPlan; names: NamesById }) {
  const { t } = useTranslation('cutPlans')
  if (plan.unplanned.length === 0) return null
  return (
    <details>
      <summary className="big">{t('pages.divideInteractive.notPlanned', { count: plan.unplanned.length })}</summary>
      <ul>
        {plan.unplanned.map((order) => (
          <li key={`${order.workOrderId} ${order.reason} ${order.rolls}`} className="quiet">
            {t('pages.divideInteractive.unplanned', {
              number: names[order.workOrderId] ?? '…',
              count: order.rolls,
              reason: t(`pages.divideInteractive.why.${order.reason}`),
            })}
          </li>
        ))}
      </ul>
    </details>
  )
}
/** Jumbos that the plan leaves out, with the reason. */
function LeftOutJumboList({ plan }: { plan: ProposedPlan }) {
  const { t } = useTranslation('cutPlans')
  const language = useLanguage()
  if (plan.leftOutJumbos.length === 0) return null
  return (
    <details>
      <summary className="big">
        {t('pages.divideInteractive.leftOutJumbos', { count: plan.leftOutJumbos.length })}
      </summary>
      <ul>
        {plan.leftOutJumbos.map(({ jumboRollId, jumbo, leftM, reason }) => (
          <li key={jumboRollId} className="quiet">
            {t(`pages.divideInteractive.leftOutJumbo.${reason}`, {
              number: jumbo,
              left: formatNumber(leftM, { language, unit: 'm', decimals: 0 }),
            })}
          </li>
        ))}
      </ul>
    </details>
  )
}
