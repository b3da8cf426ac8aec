/** 投入产出月表: entered, approved by statistics, approved by finance; a change takes the approvals back. */
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
/** States in which somebody answers for the figures of the month. */
export const approved = ['statistical', 'financial'] as const satisfies readonly InputOutputState[]
/** Why a person may not approve for finance: who approved the statistics does not approve again. */
export const financeProblem = (row: { readonly statisticalBy: string | null }, personId: string): 'samePerson' | null =>
  row.statisticalBy === personId ? 'samePerson' : null
/** Output per input in %; null where nothing was put in. Packing is none of it. */
export const inputOutputPercent = (inputKg: number, outputKg: number): number | null =>
  inputKg > 0 ? Math.round((outputKg / inputKg) * 100_000) / 1000 : null

/** Where a line of the sheets of input and output stands. Places count from 0; null belongs to none, and stands last. */
export interface OrderedLine {
  readonly day: string
  /** Entered by a person: stands before what was counted, where it is seen. */
  readonly manual: boolean
  /** Of the line among the plant's. */
  readonly line: number | null
  readonly shift: number | null
  /** Of the material's role. */
  readonly role: number | null
  /** Name of the material or product. */
  readonly what: string | null
  readonly order: string | null
  /** A lot, or a grade: ids of lots follow each other as they came. */
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
/** By day, and within it as the plant stands: the same from day to day, however much each was. */
export const inOrder: Compare = (a, b) => {
  for (const compare of compares) {
    const found = compare(a, b)
    if (found !== 0) return found
  }
  return 0
}
/** What approvals of a month stand for: once one of these is written anew, they stand no longer. */
export const approvedFacts = ['feed', 'jumboRoll', 'inputLine', 'outputLine'] as const
