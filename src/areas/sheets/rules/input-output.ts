/** 投入产出月表: entered, approved by statistics, approved by finance. A change withdraws the approvals. */
import { defineStateMachine, type StateName } from '@/contract/state-machine'

export const inputOutputMonth = defineStateMachine('inputOutputMonth', {
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
export type InputOutputState = StateName<typeof inputOutputMonth>
/** States in which somebody has approved the sums of the month. */
export const approved = ['statistical', 'financial'] as const satisfies readonly InputOutputState[]
/** Returns why a person may not approve for finance: the person who approved the statistics may not approve twice. */
export const financeProblem = (row: { readonly statisticalBy: string | null }, personId: string): 'samePerson' | null =>
  row.statisticalBy === personId ? 'samePerson' : null
/** Returns output per input in %; null without input. Packing is not part of the input. */
export const inputOutputPercent = (inputKg: number, outputKg: number): number | null =>
  inputKg > 0 ? Math.round((outputKg / inputKg) * 100_000) / 1000 : null

/** Sort key of an input or output line. Positions count from 0; null sorts last. */
export interface OrderedLine {
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
const names = new Intl.Collator('zh', { numeric: true })
type Compare = (a: OrderedLine, b: OrderedLine) => number
const by =
  (of: (line: OrderedLine) => number | null): Compare =>
  (a, b) =>
    (of(a) ?? Infinity) === (of(b) ?? Infinity) ? 0 : (of(a) ?? Infinity) - (of(b) ?? Infinity)
const byText =
  (of: (line: OrderedLine) => string | null): Compare =>
  (a, b) =>
    of(a) === null || of(b) === null ? Number(of(a) === null) - Number(of(b) === null) : names.compare(of(a)!, of(b)!)
const compares: readonly Compare[] = [
  byText(({ day }) => day),
  by(({ manual }) => (manual ? 0 : 1)),
  by(({ line }) => line),
  by(({ shift }) => shift),
  by(({ role }) => role),
  byText(({ what }) => what),
  byText(({ order }) => order),
  byText(({ part }) => part),
]
/** Compares lines by day and then by the order of the plant, which is the same every day whatever the amounts. */
export const inOrder: Compare = (a, b) => {
  for (const compare of compares) {
    const found = compare(a, b)
    if (found !== 0) return found
  }
  return 0
}
/** Resources that the approvals of a month depend on: a write to one of them withdraws the approvals. */
export const approvedFacts = ['feed', 'jumboRoll', 'inputLine', 'outputLine'] as const
