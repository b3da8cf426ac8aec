/** The life of one inspection round 巡检, and what the clock does to it. */
import { defineStateMachine, getStatesBefore, type StateName } from '@/contract/state-machine'
import { toMillis, type Moment } from '@/plant/rules/plant-time'

export const inspectionRound = defineStateMachine('inspectionRound', {
  states: ['due', 'inProgress', 'done', 'missed'],
  initial: 'due',
  actions: {
    generate: { from: [null], to: 'due', permission: null },
    start: { from: ['due'], to: 'inProgress', permission: 'pollingWork' },
    // Begun in time without signal, delivered after the clock had given it up.
    startLate: { from: ['missed'], to: 'missed', permission: 'pollingWork' },
    finish: { from: ['inProgress'], to: 'done', permission: 'pollingWork' },
    miss: { from: ['due', 'inProgress'], to: 'missed', permission: null },
    // Walked in time without signal, delivered after the clock had given it up.
    deliverLate: { from: ['missed'], to: 'done', permission: 'pollingWork', requiredInputs: ['finishedAt'] },
  },
})

export type RoundState = StateName<typeof inspectionRound>
/** States of rounds that are still to be walked, or the clock gives them up. */
export const openRounds: readonly RoundState[] = getStatesBefore(inspectionRound, 'miss')

export interface RoundWindow {
  readonly opensAt: Moment
  /** From this moment on the round is missed. */
  readonly closesAt: Moment
}

/** Whether the clock has made a round missed by `now`: its window closed and it was not finished. */
export function missedBy(round: RoundWindow & { readonly state: RoundState }, now: Moment): boolean {
  return openRounds.includes(round.state) && toMillis(now) >= toMillis(round.closesAt)
}

/** Whether a round may be started at `now`: within its window. */
export function startableAt(
  round: RoundWindow,
  now: Moment,
): { ok: true } | { ok: false; reason: 'tooEarly' | 'tooLate' } {
  const moment = toMillis(now)
  if (moment < toMillis(round.opensAt)) return { ok: false, reason: 'tooEarly' }
  return moment < toMillis(round.closesAt) ? { ok: true } : { ok: false, reason: 'tooLate' }
}

/** Whether a round delivered after it was given up had in truth been walked within its window. `finishedAt` is the phone's time corrected by its measured offset. */
export function doneInTime(round: RoundWindow, finishedAt: Moment): boolean {
  const moment = toMillis(finishedAt)
  return moment >= toMillis(round.opensAt) && moment < toMillis(round.closesAt)
}

export interface RoundCrew {
  readonly roleIds: readonly string[]
  readonly userIds: readonly string[]
  /** Who took it, and who began it. */
  readonly assignedTo: string | null
  readonly userId: string | null
  /** All who began it: without a signal nobody knows of the other. A row kept by an older app has none. */
  readonly walkers?: readonly string[]
}
/** Whether this person began it. */
export const walks = ({ walkers = [] }: Pick<RoundCrew, 'walkers'>, personId: string): boolean =>
  walkers.includes(personId)
/** Those who walk it when this person begins it too. */
export const walkersWith = (round: Pick<RoundCrew, 'walkers'>, personId: string): string[] =>
  walks(round, personId) ? [...(round.walkers ?? [])] : [...(round.walkers ?? []), personId]

/** Whether an answer given then may still come in: while it is walked, and late by those who began it when the clock or another of them ended it. */
export function answerableBy(
  round: RoundWindow & RoundCrew & { readonly state: RoundState; readonly startedAt: Moment | null },
  personId: string,
  givenAt: Moment,
): boolean {
  if (round.state === 'inProgress') return true
  if (round.startedAt === null || !doneInTime(round, givenAt)) return false
  return round.state === 'missed' || (round.state === 'done' && round.userId !== personId && walks(round, personId))
}

export interface GivenAnswer {
  readonly state: 'done' | 'skipped'
  readonly occurredAt: Moment
}
/**
 * Whether an answer takes the place of one that is known of the same point: the newer does, but whoever skipped a point has not
 * undone what was measured there. The server's `standingFirst` says the same in SQL.
 */
export function replaces(answer: GivenAnswer, known: GivenAnswer): boolean {
  if (answer.state !== known.state) return answer.state === 'done'
  return toMillis(answer.occurredAt) >= toMillis(known.occurredAt)
}

/** Why a round is not this person's to walk; null when it is. With neither roles nor people named it is anybody's. */
export function notTheirs(
  round: RoundCrew,
  person: { readonly id: string; readonly roleId: string; readonly isSup: boolean },
): 'notYours' | 'taken' | null {
  const anybody = round.roleIds.length === 0 && round.userIds.length === 0
  if (!anybody && !person.isSup && !round.userIds.includes(person.id) && !round.roleIds.includes(person.roleId))
    return 'notYours'
  if (walks(round, person.id)) return null
  const taker = round.userId ?? round.assignedTo
  return taker !== null && taker !== person.id ? 'taken' : null
}
