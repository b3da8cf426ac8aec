/** Lifecycle of a tool 工器具: mounted, taken off, cleaned or repaired, scrapped. */
import { defineStateMachine, type StateName } from '@/contract/state-machine'
import { isWebLineKind, type LineKind } from '@/plant/rules/line'
import type { Moment } from '@/plant/rules/plant-time'

export const toolKinds = ['knife', 'windFilter', 'spinneret', 'meshBelt', 'honeycombPanel'] as const
export type ToolKind = (typeof toolKinds)[number]
/** Units of a life: running hours, metres or kilograms made. */
export const lifeUnits = ['h', 'm', 'kg'] as const
export type LifeUnit = (typeof lifeUnits)[number]
/** Default unit of life by kind. */
export const usualUnit: Readonly<Record<ToolKind, LifeUnit>> = {
  knife: 'm',
  windFilter: 'h',
  spinneret: 'kg',
  meshBelt: 'h',
  honeycombPanel: 'h',
}

/** Reason why a tool cannot be on a line: knives belong on slitters, all other tools on lines that make web. */
export type Misfit = 'notSlitter' | 'notWebLine'
/** Returns the reason why a tool of this kind cannot be on a line; null if it can. */
export const misfit = (kind: ToolKind, line: LineKind): Misfit | null =>
  kind === 'knife' ? (line === 'slitting' ? null : 'notSlitter') : isWebLineKind(line) ? null : 'notWebLine'

/** Operators change knives of their slitter; `assertCanHandle` on the server reserves all other tools for mechanics. */
const handles = ['toolManagementWork', 'divideInteractiveAdd'] as const
export const tool = defineStateMachine('tool', {
  states: ['ready', 'mounted', 'removed', 'scrapped'],
  initial: 'ready',
  actions: {
    mount: { from: ['ready', 'removed'], to: 'mounted', permission: handles, requiredInputs: ['lineId'] },
    takeOff: { from: ['mounted'], to: 'removed', permission: handles, requiredInputs: ['reason'] },
    clean: { from: ['removed', 'ready'], to: 'ready', permission: handles },
    // A forming belt is washed on its line, a filter screen is blown out in its housing.
    cleanMounted: { from: ['mounted'], to: 'mounted', permission: handles },
    grind: { from: ['removed', 'ready'], to: 'ready', permission: handles },
    repair: { from: ['removed', 'ready'], to: 'ready', permission: handles },
    scrap: { from: ['removed', 'ready'], to: 'scrapped', permission: 'toolManagementWork', requiredInputs: ['reason'] },
  },
})
export type ToolState = StateName<typeof tool>
/** States of tools that the plant still has, mounted or not. */
export const keptStates = ['ready', 'mounted', 'removed'] as const satisfies readonly ToolState[]

/** Kinds of use records; a mounting ends when the tool comes off. */
export const useKinds = ['mounted', 'cleaned', 'ground', 'repaired', 'scrapped'] as const
export type UseKind = (typeof useKinds)[number]
/** Reasons for taking a tool off or servicing it. `replaced`: another tool was mounted in its place. */
export const useReasons = [
  'worn',
  'broken',
  'clogged',
  'lifeReached',
  'orderChange',
  'planned',
  'replaced',
  'lost',
  'obsolete',
  'other',
] as const
export type UseReason = (typeof useReasons)[number]
/** Reasons that end a life by use. A lost or obsolete tool could have lasted longer and counts as censored. */
export const endsOfLife = ['worn', 'broken', 'clogged', 'lifeReached'] as const satisfies readonly UseReason[]
/** Returns true if the reason ends a life by use. */
export const isEndOfLife = (reason: string | null): boolean =>
  (endsOfLife as readonly (string | null)[]).includes(reason)

/** Percent of its life from which a tool is due for a change. */
export const NEAR_END = 90
export type LifeLevel = 'unknown' | 'good' | 'nearEnd' | 'over'
/** Used life of a tool and its limit. */
export interface Life {
  readonly lifeUnit: LifeUnit
  readonly lifeLimit: number | null
  readonly usedH: number | null
  readonly usedM: number | null
  readonly usedKg: number | null
}
/**
 * Returns the used life in the unit of the limit, over all mountings; cleaning, grinding or repair does not reset it.
 */
export const lifeUsed = ({ lifeUnit, usedH, usedM, usedKg }: Life): number =>
  ({ h: usedH, m: usedM, kg: usedKg })[lifeUnit] ?? 0
/** Returns the used life in percent of the limit, one decimal; null without a limit. */
export const lifePercent = (life: Life): number | null =>
  life.lifeLimit ? Math.round((lifeUsed(life) / life.lifeLimit) * 1000) / 10 : null
/** Returns the level of a percentage of life. */
export const lifeLevel = (percent: number | null): LifeLevel =>
  percent === null ? 'unknown' : percent >= 100 ? 'over' : percent >= NEAR_END ? 'nearEnd' : 'good'

/** Use record with the fields that determine the state of the tool. */
export interface UseSpan {
  readonly id: string
  readonly kind: UseKind
  readonly occurredAt: Moment
  readonly removedAt: Moment | null
  readonly lineId: string | null
  readonly place: number | null
  readonly side: 'upper' | 'lower' | null
  readonly reason: string | null
}
export interface ToolNow {
  readonly state: ToolState
  readonly lineId: string | null
  readonly place: number | null
  readonly side: 'upper' | 'lower' | null
  readonly mountedAt: Moment | null
  /** Time of the last record. */
  readonly since: Moment | null
  readonly endReason: UseReason | null
}
const off = { lineId: null, place: null, side: null, mountedAt: null, endReason: null } as const
/** Derives state and place of a tool from its records, so that corrected or removed records take effect. */
export function toolNow(uses: readonly UseSpan[]): ToolNow {
  const last = latest(uses)
  if (!last) return { ...off, state: 'ready', since: null }
  if (last.kind === 'scrapped')
    return { ...off, state: 'scrapped', since: last.occurredAt, endReason: last.reason as UseReason | null }
  const on = uses.find((use) => use.kind === 'mounted' && use.removedAt === null)
  const since = endOf(last)
  if (on) {
    const { lineId, place, side, occurredAt } = on
    return { state: 'mounted', lineId, place, side, mountedAt: occurredAt, since, endReason: null }
  }
  return { ...off, state: last.kind === 'mounted' ? 'removed' : 'ready', since }
}
const endOf = (use: UseSpan): Moment => use.removedAt ?? use.occurredAt
const latest = (uses: readonly UseSpan[]): UseSpan | undefined =>
  [...uses].sort((a, b) => endOf(a).localeCompare(endOf(b)) || a.occurredAt.localeCompare(b.occurredAt)).at(-1)

/** Problem of a record, e.g. it ends before it begins, or the tool was elsewhere at the time. */
export type UseProblem = 'order' | 'elsewhere' | 'afterScrap' | 'noPlace' | 'notOff'
/** Kinds of which a line has several, identified by place number and side. */
const placed: readonly ToolKind[] = ['knife']
/** Returns the missing field of the place of a tool on its line; null if the place is complete. */
export const placeMissing = (kind: ToolKind, { place, side }: Pick<Place, 'place' | 'side'>): 'place' | 'side' | null =>
  !placed.includes(kind) ? null : place === null ? 'place' : side === null ? 'side' : null
/** Finds the mounting of another tool of the kind at the same place and at an overlapping time. */
export const heldBy = <T extends UseSpan>(use: UseSpan, others: readonly T[]): T | undefined =>
  use.kind === 'mounted'
    ? others.filter((one) => one.kind === 'mounted' && overlap(one, use)).find((one) => samePlace(one, use))
    : undefined
/** Finds the problem of a record among the other records of its tool; null if it is consistent. */
export function useProblem(
  use: UseSpan,
  others: readonly UseSpan[],
): { readonly code: UseProblem; readonly by: UseSpan | null } | null {
  if (use.kind === 'mounted' && !use.lineId) return { code: 'noPlace', by: null }
  if (use.removedAt !== null && use.removedAt < use.occurredAt) return { code: 'order', by: null }
  const rest = others.filter(({ id }) => id !== use.id)
  const scrapped = rest.find((one) => one.kind === 'scrapped' && one.occurredAt < (use.removedAt ?? use.occurredAt))
  if (scrapped) return { code: 'afterScrap', by: scrapped }
  if (use.kind === 'mounted') {
    const by = rest.find((one) => one.kind === 'mounted' && overlap(one, use))
    return by ? { code: 'elsewhere', by } : null
  }
  const open = rest.find((one) => one.kind === 'mounted' && one.removedAt === null)
  return use.kind === 'scrapped' && open ? { code: 'notOff', by: open } : null
}
const overlap = (a: UseSpan, b: UseSpan): boolean =>
  (b.removedAt === null || a.occurredAt < b.removedAt) && (a.removedAt === null || b.occurredAt < a.removedAt)

/** Place of a tool on a line. */
export interface Place {
  readonly lineId: string | null
  readonly place: number | null
  readonly side: string | null
}
/** Returns true for the same place: without a number a tool is at no place, without a side it may be on either. */
const samePlace = (a: Place, b: Place): boolean =>
  a.place !== null &&
  a.lineId === b.lineId &&
  a.place === b.place &&
  (a.side === b.side || a.side === null || b.side === null)
/** Finds the tool at a place among mounted tools. */
export const atPlace = <T extends Place>(mounted: readonly T[], place: Place): T | undefined =>
  mounted.find((one) => samePlace(one, place))
