/** 投入产出月表: entered, approved by statistics, approved by finance; a change takes the approvals back. */
import { defineMachine, type StateOf } from '@/contract/state-machine'

export const inputOutputMonth = defineMachine('inputOutputMonth', {
  states: ['entered', 'statistical', 'financial'],
  initial: 'entered',
  actions: {
    approveStatistics: { from: ['entered'], to: 'statistical', permission: 'inputOutputSheetStatisticalApprove' },
    approveFinance: { from: ['statistical'], to: 'financial', permission: 'inputOutputSheetFinancialApprove' },
    takeBack: {
      from: ['statistical', 'financial'],
      to: 'entered',
      permission: ['inputOutputSheetStatisticalApprove', 'inputOutputSheetFinancialApprove'],
      requires: ['reason'],
    },
  },
})
export type InputOutputState = StateOf<typeof inputOutputMonth>
/** States in which somebody answers for the figures of the month. */
export const approved = ['statistical', 'financial'] as const satisfies readonly InputOutputState[]
/** Why a person may not approve for finance: who approved the statistics does not approve again. */
export const financeProblem = (row: { readonly statisticalBy: string | null }, personId: string): 'samePerson' | null =>
  row.statisticalBy === personId ? 'samePerson' : null
/** Output per input in %; null where nothing was put in. Packing is none of it. */
export const inputOutputPercent = (inputKg: number, outputKg: number): number | null =>
  inputKg > 0 ? Math.round((outputKg / inputKg) * 100_000) / 1000 : null
