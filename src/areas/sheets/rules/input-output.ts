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
/**
 * Returns `samePerson` if the person has already approved the statistics; null if the person may approve for finance.
 */
export const validateFinanceApproval = (
  row: { readonly statisticalBy: string | null },
  personId: string,
): 'samePerson' | null => (row.statisticalBy === personId ? 'samePerson' : null)
/** Returns output per input in %; null without input. Packing is not part of the input. */
export const calculateInputOutputPercent = (inputKg: number, outputKg: number): number | null =>
  inputKg > 0 ? Math.round((outputKg / inputKg) * 100_000) / 1000 : null

/** Sort key of a line of the input or output report. Positions count from 0; null sorts last. */
export interface LineSortKey {
  readonly day: string
  /** Manual lines come before derived ones, so that people notice them. */
  readonly isManual: boolean
  /** Position of the production line in the plant. */
  readonly linePosition: number | null
  readonly shiftPosition: number | null
  /** Position of the material's kind. */
  readonly kindPosition: number | null
  /** Name of the material or product. */
  readonly productName: string | null
  /** Id of the work order. */
  readonly order: string | null
  /** A lot or a grade. Ids of lots are in the order of their creation. */
  readonly lotOrGrade: string | null
}
const nameCollator = new Intl.Collator('zh', { numeric: true })
type LineComparator = (a: LineSortKey, b: LineSortKey) => number
const compareByNumber =
  (getValue: (line: LineSortKey) => number | null): LineComparator =>
  (a, b) => {
    const [valueA, valueB] = [getValue(a) ?? Infinity, getValue(b) ?? Infinity]
    // Infinity - Infinity is NaN.
    return valueA === valueB ? 0 : valueA - valueB
  }
const compareByText =
  (getText: (line: LineSortKey) => string | null): LineComparator =>
  (a, b) => {
    const [textA, textB] = [getText(a), getText(b)]
    if (textA === null || textB === null) return Number(textA === null) - Number(textB === null)
    return nameCollator.compare(textA, textB)
  }
const COMPARATORS: readonly LineComparator[] = [
  compareByText(({ day }) => day),
  compareByNumber(({ isManual }) => (isManual ? 0 : 1)),
  compareByNumber(({ linePosition }) => linePosition),
  compareByNumber(({ shiftPosition }) => shiftPosition),
  compareByNumber(({ kindPosition }) => kindPosition),
  compareByText(({ productName }) => productName),
  compareByText(({ order }) => order),
  compareByText(({ lotOrGrade }) => lotOrGrade),
]
/** Compares lines by day and then in the order of the plant. Amounts have no influence, so lines keep their places. */
export const compareByPlantOrder: LineComparator = (a, b) => {
  for (const compare of COMPARATORS) {
    const result = compare(a, b)
    if (result !== 0) return result
  }
  return 0
}
/** Resources that the approvals of a month depend on: a write to one of them withdraws the approvals. */
export const approvalSources = ['feed', 'jumboRoll', 'inputLine', 'outputLine', 'figureCorrection'] as const
