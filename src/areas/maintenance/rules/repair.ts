/** States of a repair 报修, its waits for parts, and the line stop that it causes. */
import type { MachineCondition } from '@/areas/equipment/rules/equipment'
import {
  decideTransition,
  defineStateMachine,
  getOpenStates,
  type TransitionDecision,
  type StateName,
} from '@/contract/state-machine'
import { findMomentProblem, type MomentProblem } from '@/contract/instant'
import { toMillis, type Day, type Moment } from '@/plant/rules/plant-time'
import type { StopReason } from '@/plant/rules/stop-reasons'

/** State machine of a repair, from the report to the final confirmation. */
export const repairLifecycle = defineStateMachine('repair', {
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
      // Reporters may withdraw their own reports.
      ownerRule: { field: 'reportedBy', permission: 'repairAdd' },
      requiredInputs: ['reason'],
    },
    accept: { from: ['reported'], to: 'inMaintenance', permission: 'repairAccept' },
    // Several mechanics may have accepted the repair; any of them may set it to waiting. Repeating the action corrects
    // the part or the expected day.
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

export type RepairState = StateName<typeof repairLifecycle>
/** Usual sequence of states. `waitingForPart` and `withdrawn` are detours. */
export const repairPath = [
  'reported',
  'inMaintenance',
  'toConfirmByProduction',
  'toConfirmFinally',
  'done',
] as const satisfies readonly RepairState[]
/** States of the repairs that statistics count; withdrawn reports do not count. */
export const countedRepairStates = repairLifecycle.states.filter((state) => state !== 'withdrawn')
/** States of repairs that still need action. */
export const openRepairStates: readonly RepairState[] = getOpenStates(repairLifecycle)
/** States of repairs that are accepted but not finished. */
export const acceptedRepairStates = ['inMaintenance', 'waitingForPart'] as const satisfies readonly RepairState[]

/** Decides if an action is allowed in a state with the given input, and the resulting state. */
export function decideRepairTransition(
  state: string | null,
  action: string,
  input: Readonly<Record<string, unknown>>,
): TransitionDecision<RepairState> {
  return decideTransition(repairLifecycle, state, action, input)
}

/**
 * Condition of a machine by the state of its repair. If several repairs are open, the state with the lowest `priority`
 * decides.
 */
const CONDITION_BY_REPAIR_STATE: Readonly<Record<RepairState, { condition: MachineCondition; priority: number }>> = {
  inMaintenance: { condition: 'inMaintenance', priority: 1 },
  waitingForPart: { condition: 'inMaintenance', priority: 1 },
  reported: { condition: 'reported', priority: 2 },
  toConfirmByProduction: { condition: 'toConfirmByProduction', priority: 3 },
  toConfirmFinally: { condition: 'toConfirmFinally', priority: 4 },
  done: { condition: 'normal', priority: 5 },
  withdrawn: { condition: 'normal', priority: 5 },
}

/** Returns the condition of a machine from the states of its repairs; `normal` if none is open. */
export function getRepairCondition(states: readonly RepairState[]): MachineCondition {
  const [decisiveState] = states
    .map((state) => CONDITION_BY_REPAIR_STATE[state])
    .sort((a, b) => a.priority - b.priority)
  return decisiveState?.condition ?? 'normal'
}

/** A period in which a repair waits for a part. The part is given by id or as text. */
export interface PartWait {
  readonly partId: string | null
  readonly part: string | null
  readonly expectedOn: Day
  readonly since: Moment
  /** Null while the repair waits. */
  readonly until: Moment | null
  /** Null for waits stored before this field existed. */
  readonly userId: string | null
}
/** Input when a repair starts waiting. */
export type PartWaitInput = Partial<Pick<PartWait, 'partId' | 'part'>> & Pick<PartWait, 'expectedOn'>
/** Validates a wait: a part must be named and the expected day must not be past on `today`. */
export function findWaitProblem(
  { partId, part, expectedOn }: Partial<PartWaitInput>,
  today: Day,
): { field: 'part' | 'expectedOn'; code: 'partUnnamed' | 'expectedPast' } | null {
  if (!partId && !part?.trim()) return { field: 'part', code: 'partUnnamed' }
  return expectedOn && expectedOn < today ? { field: 'expectedOn', code: 'expectedPast' } : null
}
/** Returns the waits with a new one. If the repair is already waiting, the new wait replaces the current one. */
export function startWait(
  waits: readonly PartWait[],
  input: PartWaitInput,
  startedAt: Moment,
  userId: string | null,
): PartWait[] {
  const { partId = null, part = null, expectedOn } = input
  const lastWait = waits.at(-1)
  const isWaiting = lastWait && !lastWait.until
  const wait = { partId, part, expectedOn, since: isWaiting ? lastWait.since : startedAt, until: null, userId }
  return [...(isWaiting ? waits.slice(0, -1) : waits), wait]
}
/** Returns the waits, with every open wait ended at `endedAt`. */
export const endWait = (waits: readonly PartWait[], endedAt: Moment): PartWait[] =>
  waits.map((wait) => (wait.until ? wait : { ...wait, until: endedAt }))
/** Returns the current wait of a repair, or null if it is not waiting. */
export const getCurrentWait = ({ state, waits }: { state: string; waits: readonly PartWait[] }): PartWait | null =>
  state === 'waitingForPart' ? (waits.at(-1) ?? null) : null
/** True if the expected day of the part is before `today`. */
export const isPartOverdue = (row: { state: string; waits: readonly PartWait[] }, today: Day): boolean => {
  const wait = getCurrentWait(row)
  return wait !== null && wait.expectedOn < today
}

/** Timestamps of a repair. */
export interface RepairMoments {
  readonly state: RepairState
  readonly reportedAt: Moment
  readonly acceptedAt: Moment | null
  readonly waits: readonly PartWait[]
  readonly rejectedAt: Moment | null
  readonly repairEndAt: Moment | null
  readonly productionAt: Moment | null
  readonly finalAt: Moment | null
  readonly updatedAt: Moment
}
/** Returns the moment when a repair entered its current state. */
export function getRepairStateSince(row: RepairMoments): Moment {
  switch (row.state) {
    case 'reported':
      return row.reportedAt
    case 'inMaintenance':
      return findLatestMoment([row.acceptedAt, row.rejectedAt, row.waits.at(-1)?.until]) ?? row.reportedAt
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

/**
 * Returns the state of a repair at a past moment; null before the report. A repair that was rejected later counts as in
 * maintenance, because the rejection cleared its confirmations.
 */
export function getRepairStateAt(row: RepairMoments, at: Moment): RepairState | null {
  const isReached = (moment: Moment | null) => moment !== null && toMillis(moment) <= toMillis(at)
  if (!isReached(row.reportedAt)) return null
  if (isReached(getRepairStateSince(row))) return row.state
  if (isReached(row.productionAt)) return 'toConfirmFinally'
  if (isReached(row.repairEndAt)) return 'toConfirmByProduction'
  if (row.waits.some(({ since, until }) => isReached(since) && !isReached(until))) return 'waitingForPart'
  return isReached(row.acceptedAt) ? 'inMaintenance' : 'reported'
}

const findLatestMoment = (moments: readonly (Moment | null | undefined)[]): Moment | undefined =>
  moments
    .filter((moment) => typeof moment === 'string')
    .sort((a, b) => toMillis(a) - toMillis(b))
    .at(-1)

/** Fields of a repair that determine its line stop. */
export interface RepairLineTimes {
  readonly state: RepairState
  readonly lineStopped: boolean
  readonly stoppedAt: Moment | null
  readonly reportedAt: Moment
  /** End of the last work; a rejection clears it. */
  readonly repairEndAt: Moment | null
  /** When production restarted the line before the repair ended or while it awaited confirmation. */
  readonly runningAgainAt?: Moment | null
}

/**
 * Derives the line stop of a repair. The stop starts when the line stopped, else at the report. It ends when the line
 * ran again, at the latest with the end of the work. Null if the line kept running or the report was withdrawn.
 */
export function deriveRepairStop(times: RepairLineTimes): { startsAt: Moment; endsAt: Moment | null } | null {
  if (!times.lineStopped || times.state === 'withdrawn') return null
  const endMoments = [times.runningAgainAt, times.repairEndAt].filter((end) => typeof end === 'string')
  const endsAt = endMoments.sort((a, b) => toMillis(a) - toMillis(b))[0] ?? null
  return { startsAt: times.stoppedAt ?? times.reportedAt, endsAt }
}
/** True if the line is still stopped by the repair. */
export const isLineStoppedByRepair = (times: RepairLineTimes): boolean => deriveRepairStop(times)?.endsAt === null

/** A problem of an entered time, with its form field. `stopOrder`: the line stop ends before it begins. */
export interface RepairTimeProblem {
  readonly field: 'stoppedAt' | 'runningAgainAt' | 'endedAt'
  readonly code: MomentProblem | 'stopOrder'
}
/**
 * Validates the entered times of the line stop. Unchanged times are skipped, because they were validated when they were
 * entered. `findRepairWorkProblems` validates the end of the work.
 * @param now in ms
 */
export function findRepairTimeProblem(
  times: RepairLineTimes,
  previousTimes: RepairLineTimes | null,
  now: number,
): RepairTimeProblem | null {
  const stop = deriveRepairStop(times)
  const startsAt = stop?.startsAt ?? times.stoppedAt
  const previousStartsAt = previousTimes && (stop ? deriveRepairStop(previousTimes)?.startsAt : previousTimes.stoppedAt)
  if (startsAt && startsAt !== previousStartsAt) {
    const code = findMomentProblem(startsAt, now)
    if (code) return { field: 'stoppedAt', code }
  }
  const runningAgainAt = times.runningAgainAt
  if (runningAgainAt && runningAgainAt !== previousTimes?.runningAgainAt) {
    const code = findMomentProblem(runningAgainAt, now, { startedAt: startsAt })
    if (code) return { field: 'runningAgainAt', code }
  }
  if (!stop?.endsAt || toMillis(stop.endsAt) >= toMillis(stop.startsAt)) return null
  return { field: stop.endsAt === runningAgainAt ? 'runningAgainAt' : 'endedAt', code: 'stopOrder' }
}

/** True if a comment has a text or a photo. */
export const hasCommentContent = (
  text: string | null | undefined,
  images: readonly unknown[] | null | undefined,
): boolean => Boolean(text?.trim()) || (images?.length ?? 0) > 0

/** Kinds of fault that lead to the stop reason `electrical`. */
const ELECTRICAL_FAULTS = ['electrical', 'control', 'instrument']
/** Kinds of fault that lead to the stop reason `mechanical`; all remaining kinds lead to `other`. */
const MECHANICAL_FAULTS = ['mechanical', 'pneumatic', 'hydraulic', 'lubrication', 'heating']
/**
 * Returns the reason of a line stop caused by a repair: `maintenance` for planned work, else by the kind of fault.
 * People who explain the stop may choose a more precise reason.
 */
export function getRepairStopReason({ faultKind, breakdown }: { faultKind: string; breakdown: boolean }): StopReason {
  if (!breakdown) return 'maintenance'
  if (ELECTRICAL_FAULTS.includes(faultKind)) return 'electrical'
  return MECHANICAL_FAULTS.includes(faultKind) ? 'mechanical' : 'other'
}
