/**
 * Items that are checked before a month is closed. `prices` and `readings` count missing prices and readings, `orders`
 * counts orders with incomplete costs. `figures` counts days that wait for recalculation, and `late` counts refused
 * writes that wait for a decision.
 */
export const closingItems = [
  'handovers',
  'stops',
  'prices',
  'readings',
  'inputOutput',
  'jumbos',
  'orders',
  'figures',
  'late',
] as const
export type ClosingItem = (typeof closingItems)[number]
/** Items that must be done before a month is closed. Other open items only require a reason for closing. */
export const blockingItems: ReadonlySet<ClosingItem> = new Set<ClosingItem>(['inputOutput', 'late'])
/**
 * Returns the address of the page that lists the rows of an item.
 * @param month e.g. `2026-10`
 */
export const buildClosingItemLink = (
  item: ClosingItem,
  { month, from, to }: { month: string; from: string; to: string },
): string => {
  const dayFilter = `businessDateFrom=${from}&businessDateTo=${to}`
  return {
    handovers: `/production/handover?${dayFilter}&state=draft,given`,
    stops: `/production/shutdown?view=list&${dayFilter}&state=standing,toExplain`,
    prices: '/cost/prices',
    readings: `/energy/statistics?period=month&day=${from}`,
    inputOutput: `/production/input-output?view=month&month=${month}`,
    jumbos: `/production/sheet?${dayFilter}`,
    orders: '/cost/comparison?view=orders',
    figures: `/reports/month?month=${month}&view=recount`,
    late: `/reports/month?month=${month}&view=late`,
  }[item]
}
/** Steps of a month that need a person's approval, in their order. */
export const approvalSteps = ['statistical', 'financial', 'closing', 'reopening'] as const
export type ApprovalStep = (typeof approvalSteps)[number]
/** A step with its permission, and who performed it. */
export interface MonthApproval {
  readonly step: ApprovalStep
  readonly permission: string
  readonly doneBy: string | null
  readonly doneAt: string | null
  /** The person who may not perform the step, because two people are needed. */
  readonly excludedPersonId: string | null
}
/** The input and output of a month, and who approved them. */
export interface ApprovedMonth {
  readonly state: 'entered' | 'statistical' | 'financial'
  readonly statisticalBy: string | null
  readonly statisticalAt: string | null
  readonly financialBy: string | null
  readonly financialAt: string | null
}
/** State of a month; the month need not be closed. */
interface MonthState {
  readonly state: string
  readonly closedBy: string | null
  readonly closedAt: string | null
  readonly askedBy: string | null
}
/** Lists the steps of a month. A reopening is a step only while somebody requests it. */
export function listMonthApprovals(
  approvedMonth: Omit<ApprovedMonth, 'state'> | null,
  monthState: MonthState | null,
): MonthApproval[] {
  const isClosed = monthState?.state === 'closed'
  const approvals: MonthApproval[] = [
    {
      step: 'statistical',
      permission: 'inputOutputSheetStatisticalApprove',
      doneBy: approvedMonth?.statisticalBy ?? null,
      doneAt: approvedMonth?.statisticalAt ?? null,
      excludedPersonId: null,
    },
    {
      step: 'financial',
      permission: 'inputOutputSheetFinancialApprove',
      doneBy: approvedMonth?.financialBy ?? null,
      doneAt: approvedMonth?.financialAt ?? null,
      excludedPersonId: approvedMonth?.statisticalBy ?? null,
    },
    {
      step: 'closing',
      permission: 'monthClosingClose',
      doneBy: isClosed ? monthState.closedBy : null,
      doneAt: isClosed ? monthState.closedAt : null,
      excludedPersonId: null,
    },
  ]
  if (isClosed && monthState.askedBy)
    approvals.push({
      step: 'reopening',
      permission: 'monthClosingReopen',
      doneBy: null,
      doneAt: null,
      excludedPersonId: monthState.askedBy,
    })
  return approvals
}
/**
 * States of a refused write to a closed month. `booked`: somebody booked it by hand; `tried`: an online write, which needs
 * no decision.
 */
export const lateItemStates = ['waiting', 'accepted', 'booked', 'discarded', 'tried'] as const
