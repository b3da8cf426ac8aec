/** The life of a tool 工器具: on a machine, off it, made good again, scrapped. */
import { defineStateMachine, type StateName } from '@/contract/state-machine'
import { isWebLineKind, type LineKind } from '@/plant/rules/line'
import type { Moment } from '@/plant/rules/plant-time'

export const toolKinds = ['knife', 'windFilter', 'spinneret', 'meshBelt', 'honeycombPanel'] as const
export type ToolKind = (typeof toolKinds)[number]
/** In what a life is measured: hours of run, metres or kilograms made. */
export const lifeUnits = ['h', 'm', 'kg'] as const
export type LifeUnit = (typeof lifeUnits)[number]
/** In what the life of a kind is usually measured. */
export const usualUnit: Readonly<Record<ToolKind, LifeUnit>> = {
  knife: 'm',
  windFilter: 'h',
  spinneret: 'kg',
  meshBelt: 'h',
  honeycombPanel: 'h',
}

/** Why a tool cannot be on a line: knives cut on slitters; everything else is part of a line that makes web. */
export type Misfit = 'notSlitter' | 'notWebLine'
export const misfit = (kind: ToolKind, line: LineKind): Misfit | null =>
  kind === 'knife' ? (line === 'slitting' ? null : 'notSlitter') : isWebLineKind(line) ? null : 'notWebLine'

/** Operators change the knives of their slitter; all other tools are the mechanics'. `server/steps` holds it. */
const handles = ['toolManagementWork', 'divideInteractiveAdd'] as const
export const tool = defineStateMachine('tool', {
  states: ['ready', 'mounted', 'removed', 'scrapped'],
  initial: 'ready',
  actions: {
    mount: { from: ['ready', 'removed'], to: 'mounted', permission: handles, requiredInputs: ['lineId'] },
    takeOff: { from: ['mounted'], to: 'removed', permission: handles, requiredInputs: ['reason'] },
    clean: { from: ['removed', 'ready'], to: 'ready', permission: handles },
    // A mesh belt is washed on its line, a filter blown out in its housing.
    cleanMounted: { from: ['mounted'], to: 'mounted', permission: handles },
    grind: { from: ['removed', 'ready'], to: 'ready', permission: handles },
    repair: { from: ['removed', 'ready'], to: 'ready', permission: handles },
    scrap: { from: ['removed', 'ready'], to: 'scrapped', permission: 'toolManagementWork', requiredInputs: ['reason'] },
  },
})
export type ToolState = StateName<typeof tool>
/** Of tools that the plant still has, on a machine or off it. */
export const keptStates = ['ready', 'mounted', 'removed'] as const satisfies readonly ToolState[]

/** What a record of a tool says was done; a mounting ends with the tool's removal. */
export const useKinds = ['mounted', 'cleaned', 'ground', 'repaired', 'scrapped'] as const
export type UseKind = (typeof useKinds)[number]
/** Why it came off, or was made good. `replaced`: another tool was put in its place. */
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
/** Reasons that end a life by use. A tool that is lost or no longer wanted might have lived on: it counts as censored. */
export const endsOfLife = ['worn', 'broken', 'clogged', 'lifeReached'] as const satisfies readonly UseReason[]
export const isEndOfLife = (reason: string | null): boolean =>
  (endsOfLife as readonly (string | null)[]).includes(reason)

/** From this percentage of its life on a tool is to be changed soon. */
export const NEAR_END = 90
export type LifeLevel = 'unknown' | 'good' | 'nearEnd' | 'over'
/** What was used of a tool, and how much it may be. */
export interface Life {
  readonly lifeUnit: LifeUnit
  readonly lifeLimit: number | null
  readonly usedH: number | null
  readonly usedM: number | null
  readonly usedKg: number | null
}
/** Life used, in the unit that its limit is in: all mountings since it was new; nothing that is done to it takes it back. */
export const lifeUsed = ({ lifeUnit, usedH, usedM, usedKg }: Life): number =>
  ({ h: usedH, m: usedM, kg: usedKg })[lifeUnit] ?? 0
/** Life used as a share of the limit, %, one decimal; null without a limit. A limit that is changed leaves the used life. */
export const lifePercent = (life: Life): number | null =>
  life.lifeLimit ? Math.round((lifeUsed(life) / life.lifeLimit) * 1000) / 10 : null
/** How far through its life a tool is. */
export const lifeLevel = (percent: number | null): LifeLevel =>
  percent === null ? 'unknown' : percent >= 100 ? 'over' : percent >= NEAR_END ? 'nearEnd' : 'good'

/** One record of a tool, as its state follows from it. */
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
  /** Of the last step. */
  readonly since: Moment | null
  readonly endReason: UseReason | null
}
const off = { lineId: null, place: null, side: null, mountedAt: null, endReason: null } as const
/** Where a tool stands by its records: what was corrected or taken away in them changes it too. */
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

/** What is wrong with a record: it ends before it begins, or the tool was elsewhere then. */
export type UseProblem = 'order' | 'elsewhere' | 'afterScrap' | 'noPlace' | 'notOff'
/** Kinds of which a line has several, each at a number and on a side: where exactly says which one is meant. */
const placed: readonly ToolKind[] = ['knife']
/** What is missing to tell where on its line a tool of a kind is; null when nothing is. */
export const placeMissing = (kind: ToolKind, { place, side }: Pick<Place, 'place' | 'side'>): 'place' | 'side' | null =>
  !placed.includes(kind) ? null : place === null ? 'place' : side === null ? 'side' : null
/** The mounting of another tool of the kind that was at the place of this one at some time of it. */
export const heldBy = <T extends UseSpan>(use: UseSpan, others: readonly T[]): T | undefined =>
  use.kind === 'mounted'
    ? others.filter((one) => one.kind === 'mounted' && overlap(one, use)).find((one) => samePlace(one, use))
    : undefined
/** Judges a record against the others of its tool; `by` is the one that it contradicts. */
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

/** Where on a line a tool is. */
export interface Place {
  readonly lineId: string | null
  readonly place: number | null
  readonly side: string | null
}
/** Whether two are at one place: one without a number is at none, one without a side may be on either. */
const samePlace = (a: Place, b: Place): boolean =>
  a.place !== null &&
  a.lineId === b.lineId &&
  a.place === b.place &&
  (a.side === b.side || a.side === null || b.side === null)
/** The one of these tools that is at a place. */
export const atPlace = <T extends Place>(mounted: readonly T[], place: Place): T | undefined =>
  mounted.find((one) => samePlace(one, place))
