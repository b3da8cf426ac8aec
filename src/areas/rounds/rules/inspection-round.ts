/** States of an inspection round 巡检, its time window and the people who may walk it. */
import { defineStateMachine, getFromStates, type StateName } from '@/contract/state-machine'
import { toMillis, type Moment } from '@/plant/rules/plant-time'

/** State machine of an inspection round. */
export const inspectionRoundLifecycle = defineStateMachine('inspectionRound', {
  states: ['due', 'inProgress', 'done', 'missed'],
  initial: 'due',
  actions: {
    generate: { from: [null], to: 'due', permission: null },
    start: { from: ['due'], to: 'inProgress', permission: 'pollingWork' },
    // An offline phone started the round in time, but the command arrived after the round was marked as missed.
    startLate: { from: ['missed'], to: 'missed', permission: 'pollingWork' },
    finish: { from: ['inProgress'], to: 'done', permission: 'pollingWork' },
    miss: { from: ['due', 'inProgress'], to: 'missed', permission: null },
    // The round was walked in time with an offline phone, but was delivered after it was marked as missed.
    deliverLate: { from: ['missed'], to: 'done', permission: 'pollingWork', requiredInputs: ['finishedAt'] },
  },
})

export type RoundState = StateName<typeof inspectionRoundLifecycle>
/** States of rounds that are still to be walked and become missed when their window closes. */
export const openRoundStates: readonly RoundState[] = getFromStates(inspectionRoundLifecycle, 'miss')

/** Time window in which a round must be walked. */
export interface RoundWindow {
  readonly opensAt: Moment
  /** From this moment on an unfinished round is missed. */
  readonly closesAt: Moment
}

/** True if an unfinished round is missed at `now` because its window has closed. */
export function isMissedAt(round: RoundWindow & { readonly state: RoundState }, now: Moment): boolean {
  return openRoundStates.includes(round.state) && toMillis(now) >= toMillis(round.closesAt)
}

/** Checks that a round may be started at `now`, i.e. within its window. */
export function checkRoundStart(
  round: RoundWindow,
  now: Moment,
): { ok: true } | { ok: false; reason: 'tooEarly' | 'tooLate' } {
  const nowMs = toMillis(now)
  if (nowMs < toMillis(round.opensAt)) return { ok: false, reason: 'tooEarly' }
  return nowMs < toMillis(round.closesAt) ? { ok: true } : { ok: false, reason: 'tooLate' }
}

/**
 * True if a round was walked within its window, however late it was delivered.
 * @param finishedAt time of the phone, corrected by its measured offset
 */
export function isDoneInTime(round: RoundWindow, finishedAt: Moment): boolean {
  const finishedMs = toMillis(finishedAt)
  return finishedMs >= toMillis(round.opensAt) && finishedMs < toMillis(round.closesAt)
}

/** People who may walk a round, and people who claimed or started it. */
export interface RoundCrew {
  readonly roleIds: readonly string[]
  readonly userIds: readonly string[]
  /** `assignedTo` is the person who claimed the round, `userId` the person who started it. */
  readonly assignedTo: string | null
  readonly userId: string | null
  /** Everyone who started the round, which several offline phones may do. Rows of older app versions lack the field. */
  readonly walkers?: readonly string[]
}
/** True if this person has started the round. */
export const isWalker = ({ walkers = [] }: Pick<RoundCrew, 'walkers'>, personId: string): boolean =>
  walkers.includes(personId)
/** Returns the walkers including this person. */
export const addWalker = (round: Pick<RoundCrew, 'walkers'>, personId: string): string[] =>
  isWalker(round, personId) ? [...(round.walkers ?? [])] : [...(round.walkers ?? []), personId]

/**
 * True if an answer given at `answeredAt` is accepted. A round in progress accepts every answer. A round that was
 * started and then missed accepts answers given within its window. So does a finished round, but only from a second
 * walker.
 */
export function canAnswerRound(
  round: RoundWindow & RoundCrew & { readonly state: RoundState; readonly startedAt: Moment | null },
  personId: string,
  answeredAt: Moment,
): boolean {
  if (round.state === 'inProgress') return true
  if (round.startedAt === null || !isDoneInTime(round, answeredAt)) return false
  return round.state === 'missed' || (round.state === 'done' && round.userId !== personId && isWalker(round, personId))
}

/** An answer with the properties that decide which of two answers counts. */
export interface TimedAnswer {
  readonly state: 'done' | 'skipped'
  readonly occurredAt: Moment
}
/**
 * True if an answer replaces the current one of the same point: newer answers win, but an answer with values always
 * wins over a skipped point. `EFFECTIVE_FIRST_SQL` of the server is the same rule in SQL.
 */
export function shouldReplaceAnswer(answer: TimedAnswer, currentAnswer: TimedAnswer): boolean {
  if (answer.state !== currentAnswer.state) return answer.state === 'done'
  return toMillis(answer.occurredAt) >= toMillis(currentAnswer.occurredAt)
}

/**
 * Returns why a person may not walk a round, or null. A round without roles and people is open to everybody. A
 * superuser (`isSup`) may walk every round. `taken`: another person has started or claimed the round.
 */
export function findRoundAccessProblem(
  round: RoundCrew,
  person: { readonly id: string; readonly roleId: string; readonly isSup: boolean },
): 'notYours' | 'taken' | null {
  const isOpenToAll = round.roleIds.length === 0 && round.userIds.length === 0
  if (!isOpenToAll && !person.isSup && !round.userIds.includes(person.id) && !round.roleIds.includes(person.roleId))
    return 'notYours'
  if (isWalker(round, person.id)) return null
  const takerId = round.userId ?? round.assignedTo
  return takerId !== null && takerId !== person.id ? 'taken' : null
}
