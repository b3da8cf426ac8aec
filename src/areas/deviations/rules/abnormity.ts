/** Lifecycle of an abnormity 质量异常: raised, confirmed as a defect, analysed, measures in progress, verified, closed. */
import { defineStateMachine, getFinalStates, getOpenStates, type StateName } from '@/contract/state-machine'
import type { Day } from '@/plant/rules/plant-time'

export const abnormityLifecycle = defineStateMachine('abnormity', {
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
    // For an abnormity that is no defect or was entered by mistake. Whoever raised it may withdraw it, too.
    withdraw: {
      from: ['raised'],
      to: 'withdrawn',
      permission: 'qualityTrackingDefectConfirm',
      ownerRule: { field: 'raisedBy', permission: 'qualityTrackingAdd' },
      requiredInputs: ['reason'],
    },
    // `analyse` and `act` are both answers of the responsible person, who may know the cause before the measures.
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
export type AbnormityState = StateName<typeof abnormityLifecycle>
/** States of an abnormity that is not withdrawn, in order. */
export const abnormityPath = abnormityLifecycle.states.filter((state) => state !== 'withdrawn')
/** States in which someone still has to act. */
export const openAbnormityStates: readonly AbnormityState[] = getOpenStates(abnormityLifecycle).filter(
  (state) => state !== 'closed',
)
/** States in which the responsible person may owe an answer. */
export const answerOwedStates = ['confirmed', 'analysed', 'acting'] as const satisfies readonly AbnormityState[]
/** True if the abnormity is closed or withdrawn. */
export const isAbnormityFinished = (state: AbnormityState): boolean =>
  state === 'closed' || getFinalStates(abnormityLifecycle).some((candidate) => candidate === state)

/** One measure 措施 with responsible person, due date and completion date. */
export interface Measure {
  readonly what: string
  readonly userId: string | null
  readonly dueOn: Day | null
  readonly doneOn: Day | null
}
/** Returns the indexes of measures with a completion date in the future. */
export const findFutureMeasureIndexes = (measures: readonly Pick<Measure, 'doneOn'>[], today: Day): number[] =>
  measures.flatMap(({ doneOn }, i) => (doneOn && doneOn > today ? [i] : []))
/** True if a measure has a completion date. Callers of the API may leave the date out. */
const isMeasureDone = ({ doneOn }: Pick<Measure, 'doneOn'>): boolean => Boolean(doneOn)
/** Returns why a person cannot verify the measures; null if they can. Nobody verifies their own measures. */
export function getVerificationProblem(
  { measures, answeredBy }: { readonly measures: readonly Measure[]; readonly answeredBy: string | null },
  personId: string,
): 'measuresOpen' | 'ownMeasures' | null {
  if (!measures.every(isMeasureDone)) return 'measuresOpen'
  return answeredBy === personId ? 'ownMeasures' : null
}

/** Default number of days until an answer is due. */
export const DEFAULT_ANSWER_DAYS = 7
interface AnswerableRow {
  readonly state: AbnormityState
  readonly measures: readonly Pick<Measure, 'doneOn'>[]
}
/** Returns true if the responsible person owes an answer. When all measures are done, the verifier acts next. */
export const isAnswerOwed = ({ state, measures }: AnswerableRow): boolean =>
  answerOwedStates.some((candidate) => candidate === state) && !(state === 'acting' && measures.every(isMeasureDone))
/** Returns true if an answer is owed and its due date has passed. */
export const isAbnormityOverdue = (row: AnswerableRow & { readonly dueOn: Day | null }, today: Day): boolean =>
  isAnswerOwed(row) && row.dueOn !== null && row.dueOn < today
