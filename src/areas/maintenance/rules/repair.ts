/** The life of a repair 报修, from the report to the final confirmation. */
import type { Condition } from '@/areas/equipment/rules/equipment'
import {
  decideTransition,
  defineStateMachine,
  getOpenStates,
  type TransitionDecision,
  type StateName,
} from '@/contract/state-machine'
import { findMomentProblem, type MomentProblem } from '@/contract/moment-problem'
import { toMillis, type Day, type Moment } from '@/plant/rules/plant-time'

export const repair = defineStateMachine('repair', {
  states: [
    'reported',
    'inMaintenance',
    'waitingForPart',
    'toConfirmByProduction',
    'toConfirmFinally',
    'done',
    'withdrawn',
  ],
  initial: 'reported',
  actions: {
    report: {
      from: [null],
      to: 'reported',
      permission: 'repairAdd',
      requiredInputs: ['equipmentId', 'faultKind', 'severity'],
    },
    withdraw: {
      from: ['reported'],
      to: 'withdrawn',
      permission: 'repairDelete',
      // Whoever reported takes the own report back.
      ownerRule: { field: 'reportedBy', permission: 'repairAdd' },
      requiredInputs: ['reason'],
    },
    accept: { from: ['reported'], to: 'inMaintenance', permission: 'repairAccept' },
    // By whoever works on it: several may have taken it. Said again while waiting: another part, another day.
    waitForPart: {
      from: ['inMaintenance', 'waitingForPart'],
      to: 'waitingForPart',
      permission: ['repairWork', 'repairFinalConfirm'],
      requiredInputs: ['expectedOn'],
    },
    goOn: {
      from: ['waitingForPart'],
      to: 'inMaintenance',
      permission: ['repairWork', 'repairFinalConfirm'],
    },
    finish: {
      from: ['inMaintenance'],
      to: 'toConfirmByProduction',
      permission: 'repairWork',
      requiredInputs: ['causes', 'actions', 'hours'],
    },
    confirmProduction: {
      from: ['toConfirmByProduction'],
      to: 'toConfirmFinally',
      permission: 'repairProductionConfirm',
    },
    rejectProduction: {
      from: ['toConfirmByProduction'],
      to: 'inMaintenance',
      permission: 'repairProductionConfirm',
      requiredInputs: ['reason'],
    },
    confirmFinal: { from: ['toConfirmFinally'], to: 'done', permission: 'repairFinalConfirm' },
    rejectFinal: {
      from: ['toConfirmFinally'],
      to: 'inMaintenance',
      permission: 'repairFinalConfirm',
      requiredInputs: ['reason'],
    },
  },
})

export type RepairState = StateName<typeof repair>
/** States that are counted apart: a report that was taken back is none that counts. */
export const countedStates = repair.states.filter((state) => state !== 'withdrawn')
/** States of repairs that somebody still has to do something about. */
export const openRepairStates: readonly RepairState[] = getOpenStates(repair)
/** States of repairs that somebody has taken and not finished. */
export const takenStates = ['inMaintenance', 'waitingForPart'] as const satisfies readonly RepairState[]

/** Decides a step of a repair, inputs included. */
export function decideRepair(
  state: string | null,
  action: string,
  given: Readonly<Record<string, unknown>>,
): TransitionDecision<RepairState> {
  return decideTransition(repair, state, action, given)
}

/** What a machine is told to be while a repair of it stands there, and how much that matters: the first is told. */
const tells: Readonly<Record<RepairState, { condition: Condition; place: number }>> = {
  inMaintenance: { condition: 'inMaintenance', place: 1 },
  waitingForPart: { condition: 'inMaintenance', place: 1 },
  reported: { condition: 'reported', place: 2 },
  toConfirmByProduction: { condition: 'toConfirmByProduction', place: 3 },
  toConfirmFinally: { condition: 'toConfirmFinally', place: 4 },
  done: { condition: 'normal', place: 5 },
  withdrawn: { condition: 'normal', place: 5 },
}

/** Where an equipment stands, from the states of its repairs: `normal` when none is open. */
export function equipmentRepairState(states: readonly RepairState[]): Condition {
  const [first] = states.map((state) => tells[state]).sort((a, b) => a.place - b.place)
  return first?.condition ?? 'normal'
}

/** One time that a repair waited for a part: which, by number or in words, the day it was expected, from when until when, who said so. */
export interface Wait {
  readonly partId: string | null
  readonly part: string | null
  readonly expectedOn: Day
  readonly since: Moment
  /** Null: it still waits. */
  readonly until: Moment | null
  /** Null of what was said before it was written down. */
  readonly userId: string | null
}
/** What a person says when a repair begins to wait. */
export type Awaited = Partial<Pick<Wait, 'partId' | 'part'>> & Pick<Wait, 'expectedOn'>
/** What is wrong with it: no part is named, or the day had passed on the day it was said. */
export function waitProblem(
  { partId, part, expectedOn }: Partial<Awaited>,
  on: Day,
): { field: 'part' | 'expectedOn'; code: 'partUnnamed' | 'expectedPast' } | null {
  if (!partId && !part?.trim()) return { field: 'part', code: 'partUnnamed' }
  return expectedOn && expectedOn < on ? { field: 'expectedOn', code: 'expectedPast' } : null
}
/** The waits of a repair that begins to wait at `at`; of one that waits already the last is said anew. */
export function waitBegun(waits: readonly Wait[], said: Awaited, at: Moment, userId: string | null): Wait[] {
  const { partId = null, part = null, expectedOn } = said
  const last = waits.at(-1)
  const standing = last && !last.until
  const wait = { partId, part, expectedOn, since: standing ? last.since : at, until: null, userId }
  return [...(standing ? waits.slice(0, -1) : waits), wait]
}
/** The waits of a repair that goes on at `at`. */
export const waitEnded = (waits: readonly Wait[], at: Moment): Wait[] =>
  waits.map((wait) => (wait.until ? wait : { ...wait, until: at }))
/** What a repair waits for now. */
export const waitOf = ({ state, waits }: { state: string; waits: readonly Wait[] }): Wait | null =>
  state === 'waitingForPart' ? (waits.at(-1) ?? null) : null
/** Whether the part should have come before `today`. */
export const isPartOverdue = (row: { state: string; waits: readonly Wait[] }, today: Day): boolean => {
  const wait = waitOf(row)
  return wait !== null && wait.expectedOn < today
}

/** The moments of a repair's life. */
export interface RepairMoments {
  readonly state: RepairState
  readonly reportedAt: Moment
  readonly acceptedAt: Moment | null
  readonly waits: readonly Wait[]
  readonly rejectedAt: Moment | null
  readonly repairEndAt: Moment | null
  readonly productionAt: Moment | null
  readonly finalAt: Moment | null
  readonly updatedAt: Moment
}
/** Since when a repair is in its state. */
export function sinceOf(row: RepairMoments): Moment {
  switch (row.state) {
    case 'reported':
      return row.reportedAt
    case 'inMaintenance':
      return latestOf([row.acceptedAt, row.rejectedAt, row.waits.at(-1)?.until]) ?? row.reportedAt
    case 'waitingForPart':
      return row.waits.at(-1)?.since ?? row.updatedAt
    case 'toConfirmByProduction':
      return row.repairEndAt ?? row.updatedAt
    case 'toConfirmFinally':
      return row.productionAt ?? row.updatedAt
    case 'done':
      return row.finalAt ?? row.updatedAt
    case 'withdrawn':
      return row.updatedAt
  }
}

/** The state that a repair was in at a moment; null before it was reported. What was sent back since had been in work. */
export function repairStateAt(row: RepairMoments, at: Moment): RepairState | null {
  const by = (moment: Moment | null) => moment !== null && toMillis(moment) <= toMillis(at)
  if (!by(row.reportedAt)) return null
  if (by(sinceOf(row))) return row.state
  if (by(row.productionAt)) return 'toConfirmFinally'
  if (by(row.repairEndAt)) return 'toConfirmByProduction'
  if (row.waits.some(({ since, until }) => by(since) && !by(until))) return 'waitingForPart'
  return by(row.acceptedAt) ? 'inMaintenance' : 'reported'
}

const latestOf = (moments: readonly (Moment | null | undefined)[]): Moment | undefined =>
  moments
    .filter((moment) => typeof moment === 'string')
    .sort((a, b) => toMillis(a) - toMillis(b))
    .at(-1)

export interface RepairTimes {
  readonly state: RepairState
  readonly lineStopped: boolean
  readonly stoppedAt: Moment | null
  readonly reportedAt: Moment
  /** End of the last work; a rejection clears it. */
  readonly repairEndAt: Moment | null
  /** When production started the line before the repair had ended, or while it waited to be confirmed. */
  readonly runningAgainAt?: Moment | null
}

/**
 * The stop of the line that a repair implies: it opens when the line stopped (else at the report) and closes when the
 * line ran again, at the latest with the end of the work. Null when the line kept running or the report was withdrawn.
 */
export function stopOf(times: RepairTimes): { startsAt: Moment; endsAt: Moment | null } | null {
  if (!times.lineStopped || times.state === 'withdrawn') return null
  const ends = [times.runningAgainAt, times.repairEndAt].filter((end) => typeof end === 'string')
  const endsAt = ends.sort((a, b) => toMillis(a) - toMillis(b))[0] ?? null
  return { startsAt: times.stoppedAt ?? times.reportedAt, endsAt }
}
/** Whether a line still stands for a repair. */
export const lineStands = (repair: RepairTimes): boolean => stopOf(repair)?.endsAt === null

export interface TimeProblem {
  readonly field: 'stoppedAt' | 'runningAgainAt' | 'endedAt'
  readonly code: MomentProblem | 'stopOrder'
}
/**
 * What is wrong with the times that a person enters of the line: as for any stop. A time that the repair had `before` was
 * judged when it was entered. The end of the work is judged with the work. `now` in ms.
 */
export function repairTimeProblem(times: RepairTimes, before: RepairTimes | null, now: number): TimeProblem | null {
  const stop = stopOf(times)
  const begin = stop?.startsAt ?? times.stoppedAt
  const known = before && (stop ? stopOf(before)?.startsAt : before.stoppedAt)
  if (begin && begin !== known) {
    const code = findMomentProblem(begin, now)
    if (code) return { field: 'stoppedAt', code }
  }
  const again = times.runningAgainAt
  if (again && again !== before?.runningAgainAt) {
    const code = findMomentProblem(again, now, { startedAt: begin })
    if (code) return { field: 'runningAgainAt', code }
  }
  if (!stop?.endsAt || toMillis(stop.endsAt) >= toMillis(stop.startsAt)) return null
  return { field: stop.endsAt === again ? 'runningAgainAt' : 'endedAt', code: 'stopOrder' }
}
