/** The life of an abnormity 质量异常: raised, confirmed as a defect, its cause found, measures taken, verified, closed. */
import { defineStateMachine, getFinalStates, getOpenStates, type StateName } from '@/contract/state-machine'
import type { Day } from '@/plant/rules/plant-time'

export const abnormity = defineStateMachine('abnormity', {
  states: ['raised', 'confirmed', 'analysed', 'acting', 'verified', 'closed', 'withdrawn'],
  initial: 'raised',
  actions: {
    raise: { from: [null], to: 'raised', permission: 'qualityTrackingAdd', requiredInputs: ['kind', 'description'] },
    confirm: {
      from: ['raised'],
      to: 'confirmed',
      permission: 'qualityTrackingDefectConfirm',
      requiredInputs: ['responsibleId', 'dueOn'],
    },
    // It was none, or a mistake: whoever raised it takes it back as long as nobody has looked at it.
    withdraw: {
      from: ['raised'],
      to: 'withdrawn',
      permission: 'qualityTrackingDefectConfirm',
      ownerRule: { field: 'raisedBy', permission: 'qualityTrackingAdd' },
      requiredInputs: ['reason'],
    },
    // Both are the answer of the responsible post, who may know the cause before the measures.
    analyse: {
      from: ['confirmed', 'analysed'],
      to: 'analysed',
      permission: 'qualityTrackingEdit',
      ownerRule: { field: 'responsibleId', permission: 'qualityTrackingView' },
      requiredInputs: ['cause'],
    },
    act: {
      from: ['confirmed', 'analysed', 'acting'],
      to: 'acting',
      permission: 'qualityTrackingEdit',
      ownerRule: { field: 'responsibleId', permission: 'qualityTrackingView' },
      requiredInputs: ['cause', 'measures'],
    },
    verify: {
      from: ['acting'],
      to: 'verified',
      permission: 'qualityTrackingDefectConfirm',
      requiredInputs: ['verification'],
    },
    sendBack: {
      from: ['analysed', 'acting', 'verified'],
      to: 'confirmed',
      permission: ['qualityTrackingDefectConfirm', 'qualityTrackingApprove'],
      requiredInputs: ['reason'],
    },
    close: { from: ['verified'], to: 'closed', permission: 'qualityTrackingApprove' },
    reopen: { from: ['closed'], to: 'confirmed', permission: 'qualityTrackingApprove', requiredInputs: ['reason'] },
  },
})
export type AbnormityState = StateName<typeof abnormity>
/** States in which somebody still has to do something. */
export const openAbnormities: readonly AbnormityState[] = getOpenStates(abnormity).filter((state) => state !== 'closed')
/** States in which the responsible post may owe its answer. */
export const owedStates = ['confirmed', 'analysed', 'acting'] as const satisfies readonly AbnormityState[]
export const isOver = (state: AbnormityState): boolean =>
  state === 'closed' || getFinalStates(abnormity).some((one) => one === state)

/** One measure 措施: what, by whom, until when, and when it was done. */
export interface Measure {
  readonly what: string
  readonly userId: string | null
  readonly dueOn: Day | null
  readonly doneOn: Day | null
}
/** Which measures are said to be done on a day to come, by their place. */
export const measuresAhead = (measures: readonly Pick<Measure, 'doneOn'>[], today: Day): number[] =>
  measures.flatMap(({ doneOn }, i) => (doneOn && doneOn > today ? [i] : []))
/** Why what was done cannot be verified yet, or by this person; null when it can. Nobody verifies their own measures. */
export function verifyProblem(
  { measures, answeredBy }: { readonly measures: readonly Measure[]; readonly answeredBy: string | null },
  personId: string,
): 'measuresOpen' | 'ownMeasures' | null {
  if (measures.some(({ doneOn }) => doneOn === null)) return 'measuresOpen'
  return answeredBy === personId ? 'ownMeasures' : null
}

/** Days in which the responsible post answers, unless told otherwise. */
export const USUAL_DAYS = 7
interface Answered {
  readonly state: AbnormityState
  readonly measures: readonly Pick<Measure, 'doneOn'>[]
}
/** Whether the responsible post owes something. Once all its measures are done, it waits for whoever verifies. */
export const isOwed = ({ state, measures }: Answered): boolean =>
  owedStates.some((one) => one === state) && !(state === 'acting' && measures.every(({ doneOn }) => doneOn !== null))
/** Whether an answer is owed and its day has passed. */
export const isOverdue = (row: Answered & { readonly dueOn: Day | null }, today: Day): boolean =>
  isOwed(row) && row.dueOn !== null && row.dueOn < today
