/** 投入产出月表: entered, approved by statistics, approved by finance. A change withdraws the approvals. */
import { defineStateMachine, type StateName } from '@/contract/state-machine'

export const inputOutputMonthLifecycle = defineStateMachine('inputOutputMonth', {
  states: ['entered', 'statistical', 'financial'],
  initial: 'entered',
  actions: {
    approveStatistics: { from: ['entered'], to: 'statistical', permission: 'inputOutputSheetStatisticalApprove' },
    approveFinance: { from: ['statistical'], to: 'financial', permission: 'inputOutputSheetFinancialApprove' },
    takeBack: {
      from: ['statistical', 'financial'],
      to: 'entered',
      permission: ['inputOutputSheetStatisticalApprove', 'inputOutputSheetFinancialApprove'],
      requiredInputs: ['reason'],
    },
  },
})
export type InputOutputState = StateName<typeof inputOutputMonthLifecycle>
/** States in which somebody has approved the sums of the month. */
export const approvedStates = ['statistical', 'financial'] as const satisfies readonly InputOutputState[]
/** Returns why a person may not approve for finance: the person who approved the statistics may not approve twice. */
export const validateFinanceApproval = (
  row: { readonly statisticalBy: string | null },
  personId: string,
): 'samePerson' | null => (row.statisticalBy === personId ? 'samePerson' : null)
/** Returns output per input in %; null without input. Packing is not part of the input. */
export const calculateInputOutputPercent = (inputKg: number, outputKg: number): number | null =>
  inputKg > 0 ? Math.round((outputKg / inputKg) * 100_000) / 1000 : null

/** Sort key of an input or output line. Positions count from 0; null sorts last. */
export interface LineSortKey {
  readonly day: string
  /** Manual lines come before derived ones, where they are noticed. */
  readonly manual: boolean
  /** Position of the production line in the plant. */
  readonly line: number | null
  readonly shift: number | null
  /** Position of the material's kind. */
  readonly role: number | null
  /** Name of the material or product. */
  readonly what: string | null
  readonly order: string | null
  /** A lot or a grade. Ids of lots are in the order of their creation. */
  readonly part: string | null
}
const nameCollator = new Intl.Collator('zh', { numeric: true })
type LineComparator = (a: LineSortKey, b: LineSortKey) => number
const compareByNumber =
  (getValue: (line: LineSortKey) => number | null): LineComparator =>
  (a, b) =>
    (getValue(a) ?? Infinity) === (getValue(b) ?? Infinity) ? 0 : (getValue(a) ?? Infinity) - (getValue(b) ?? Infinity)
const compareByText =
  (getText: (line: LineSortKey) => string | null): LineComparator =>
  (a, b) =>
    getText(a) === null || getText(b) === null
      ? Number(getText(a) === null) - Number(getText(b) === null)
      : nameCollator.compare(getText(a)!, getText(b)!)
const comparators: readonly LineComparator[] = [
  compareByText(({ day }) => day),
  compareByNumber(({ manual }) => (manual ? 0 : 1)),
  compareByNumber(({ line }) => line),
  compareByNumber(({ shift }) => shift),
  compareByNumber(({ role }) => role),
  compareByText(({ what }) => what),
  compareByText(({ order }) => order),
  compareByText(({ part }) => part),
]
/** Compares lines by day and then by the order of the plant, which is the same every day whatever the amounts. */
export const compareByPlantOrder: LineComparator = (a, b) => {
  for (const compare of comparators) {
    const order = compare(a, b)
    if (order !== 0) return order
  }
  return 0
}
/** Resources that the approvals of a month depend on: a write to one of them withdraws the approvals. */
export const approvalSources = ['feed', 'jumboRoll', 'inputLine', 'outputLine'] as const
