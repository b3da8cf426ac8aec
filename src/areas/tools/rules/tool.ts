/** Tools that wear out 工器具: kinds, lifecycle, used life, and checks of use records. */
import { defineStateMachine, type StateName } from '@/contract/state-machine'
import { isWebLineKind, type LineKind } from '@/plant/rules/line'
import type { Moment } from '@/plant/rules/plant-time'
import { roundDown } from '@/plant/rules/rounding'

export const toolKinds = ['knife', 'windFilter', 'spinneret', 'meshBelt', 'honeycombPanel'] as const
export type ToolKind = (typeof toolKinds)[number]
/** Units of a life: running hours, metres or kilograms made. */
export const lifeUnits = ['h', 'm', 'kg'] as const
export type LifeUnit = (typeof lifeUnits)[number]
/** Default unit of life by kind. */
export const defaultLifeUnits: Readonly<Record<ToolKind, LifeUnit>> = {
  knife: 'm',
  windFilter: 'h',
  spinneret: 'kg',
  meshBelt: 'h',
  honeycombPanel: 'h',
}

/** Reason why a tool cannot be on a line: knives belong on slitters, all other tools on lines that make web. */
export type Misfit = 'notSlitter' | 'notWebLine'
/** Returns the reason why a tool of this kind cannot be on a line; null if it can. */
export function findMisfit(kind: ToolKind, line: LineKind): Misfit | null {
  if (kind === 'knife') return line === 'slitting' ? null : 'notSlitter'
  return isWebLineKind(line) ? null : 'notWebLine'
}

/** Operators change knives of their slitter; `assertCanHandle` on the server reserves all other tools for mechanics. */
const toolHandlingPermissions = ['toolManagementWork', 'divideInteractiveAdd'] as const
export const toolLifecycle = defineStateMachine('tool', {
  states: ['ready', 'mounted', 'removed', 'scrapped'],
  initial: 'ready',
  actions: {
    mount: {
      from: ['ready', 'removed'],
      to: 'mounted',
      permission: toolHandlingPermissions,
      requiredInputs: ['lineId'],
    },
    takeOff: { from: ['mounted'], to: 'removed', permission: toolHandlingPermissions, requiredInputs: ['reason'] },
    clean: { from: ['removed', 'ready'], to: 'ready', permission: toolHandlingPermissions },
    // A forming belt is washed on its line, a filter screen is blown out in its housing.
    cleanMounted: { from: ['mounted'], to: 'mounted', permission: toolHandlingPermissions },
    grind: { from: ['removed', 'ready'], to: 'ready', permission: toolHandlingPermissions },
    repair: { from: ['removed', 'ready'], to: 'ready', permission: toolHandlingPermissions },
    scrap: { from: ['removed', 'ready'], to: 'scrapped', permission: 'toolManagementWork', requiredInputs: ['reason'] },
  },
})
export type ToolState = StateName<typeof toolLifecycle>
/** True if tools of the kind are ground; the others are cleaned or repaired. */
export const isGrindable = (kind: ToolKind): boolean => kind === 'knife'
/** States of tools that the plant still has, mounted or not. */
export const inventoryStates = ['ready', 'mounted', 'removed'] as const satisfies readonly ToolState[]

/** Kinds of use records; a mounting ends when the tool comes off. */
export const toolUseKinds = ['mounted', 'cleaned', 'ground', 'repaired', 'scrapped'] as const
export type ToolUseKind = (typeof toolUseKinds)[number]
/** Reasons for taking a tool off or servicing it. `replaced`: another tool was mounted in its place. */
export const toolUseReasons = [
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
export type ToolUseReason = (typeof toolUseReasons)[number]
/** Reasons that end a life by use. A lost or obsolete tool could have lasted longer and counts as censored. */
export const endOfLifeReasons = ['worn', 'broken', 'clogged', 'lifeReached'] as const satisfies readonly ToolUseReason[]
/** Returns true if the reason ends a life by use. */
export const isEndOfLife = (reason: string | null): boolean =>
  (endOfLifeReasons as readonly (string | null)[]).includes(reason)

/** Percentage of the life limit from which a tool is due for a change. */
export const NEAR_END_PERCENT = 90
export type LifeLevel = 'unknown' | 'good' | 'nearEnd' | 'over'
/** Used life of a tool and its limit. */
export interface ToolLife {
  readonly lifeUnit: LifeUnit
  readonly lifeLimit: number | null
  readonly usedH: number | null
  readonly usedM: number | null
  readonly usedKg: number | null
}
/**
 * Returns the used life in the unit of the limit, over all mountings; cleaning, grinding or repair does not reset it.
 */
export const getUsedLife = ({ lifeUnit, usedH, usedM, usedKg }: ToolLife): number =>
  ({ h: usedH, m: usedM, kg: usedKg })[lifeUnit] ?? 0
/**
 * Returns the used life in percent of the limit; null without a limit. Rounded down to one decimal, so that its level is
 * that of the exact share: 99.95 % is not over the limit.
 */
export const calculateLifePercent = (life: ToolLife): number | null =>
  life.lifeLimit ? roundDown((getUsedLife(life) / life.lifeLimit) * 100, 1) : null
/** Returns the level of a percentage of life. */
export function toLifeLevel(percent: number | null): LifeLevel {
  if (percent === null) return 'unknown'
  if (percent >= 100) return 'over'
  return percent >= NEAR_END_PERCENT ? 'nearEnd' : 'good'
}

/** Use record with the fields that determine the state of the tool. */
export interface ToolUseFields {
  readonly id: string
  readonly kind: ToolUseKind
  readonly occurredAt: Moment
  readonly removedAt: Moment | null
  readonly lineId: string | null
  readonly place: number | null
  readonly side: 'upper' | 'lower' | null
  readonly reason: string | null
}
/** State and place of a tool, as its use records imply them. */
export interface DerivedToolState {
  readonly state: ToolState
  readonly lineId: string | null
  readonly place: number | null
  readonly side: 'upper' | 'lower' | null
  readonly mountedAt: Moment | null
  /** Time of the last event: when the tool was mounted, taken off, serviced or scrapped. */
  readonly since: Moment | null
  readonly endReason: ToolUseReason | null
}
const OFF_MACHINE = { lineId: null, place: null, side: null, mountedAt: null, endReason: null } as const
/** Derives state and place of a tool from its records, so that corrected or removed records take effect. */
export function deriveToolState(uses: readonly ToolUseFields[]): DerivedToolState {
  const latestUse = findLatestUse(uses)
  if (!latestUse) return { ...OFF_MACHINE, state: 'ready', since: null }
  if (latestUse.kind === 'scrapped')
    return {
      ...OFF_MACHINE,
      state: 'scrapped',
      since: latestUse.occurredAt,
      endReason: latestUse.reason as ToolUseReason | null,
    }
  const openMounting = uses.find((use) => use.kind === 'mounted' && use.removedAt === null)
  const since = getUseEnd(latestUse)
  if (openMounting) {
    const { lineId, place, side, occurredAt } = openMounting
    return { state: 'mounted', lineId, place, side, mountedAt: occurredAt, since, endReason: null }
  }
  return { ...OFF_MACHINE, state: latestUse.kind === 'mounted' ? 'removed' : 'ready', since }
}
const getUseEnd = (useRecord: ToolUseFields): Moment => useRecord.removedAt ?? useRecord.occurredAt
const findLatestUse = (uses: readonly ToolUseFields[]): ToolUseFields | undefined =>
  [...uses].sort((a, b) => getUseEnd(a).localeCompare(getUseEnd(b)) || a.occurredAt.localeCompare(b.occurredAt)).at(-1)

/**
 * Problem of a use record. `order`: the end is before the start; `elsewhere`: another mounting at the same time;
 * `afterScrap`: the tool was scrapped before; `noPlace`: a mounting without a line; `notOff`: scrapped while mounted.
 */
export type UseProblem = 'order' | 'elsewhere' | 'afterScrap' | 'noPlace' | 'notOff'
/** Kinds of which a line has several tools, identified by place number and side. */
const KINDS_WITH_PLACES: readonly ToolKind[] = ['knife']
/** Returns the missing field of the place of a tool on its line; null if the place is complete. */
export const findMissingPlaceField = (
  kind: ToolKind,
  { place, side }: Pick<ToolPlace, 'place' | 'side'>,
): 'place' | 'side' | null => {
  if (!KINDS_WITH_PLACES.includes(kind)) return null
  if (place === null) return 'place'
  return side === null ? 'side' : null
}
/**
 * Finds the mounting of another tool at the same place and at an overlapping time.
 * @param otherUses records of other tools of the same kind
 */
export const findOccupant = <T extends ToolUseFields>(
  useRecord: ToolUseFields,
  otherUses: readonly T[],
): T | undefined =>
  useRecord.kind === 'mounted'
    ? otherUses
        .filter((other) => other.kind === 'mounted' && isOverlapping(other, useRecord))
        .find((other) => isSamePlace(other, useRecord))
    : undefined
/** Finds the problem of a new or changed record among the records of its tool; null if it is consistent. */
export function findUseProblem(
  useRecord: ToolUseFields,
  usesOfTool: readonly ToolUseFields[],
): { readonly code: UseProblem; readonly conflictingUse: ToolUseFields | null } | null {
  if (useRecord.kind === 'mounted' && !useRecord.lineId) return { code: 'noPlace', conflictingUse: null }
  if (useRecord.removedAt !== null && useRecord.removedAt < useRecord.occurredAt)
    return { code: 'order', conflictingUse: null }
  const otherUsesOfTool = usesOfTool.filter(({ id }) => id !== useRecord.id)
  const scrapUse = otherUsesOfTool.find(
    (other) => other.kind === 'scrapped' && other.occurredAt < (useRecord.removedAt ?? useRecord.occurredAt),
  )
  if (scrapUse) return { code: 'afterScrap', conflictingUse: scrapUse }
  if (useRecord.kind === 'mounted') {
    const conflictingUse = otherUsesOfTool.find((other) => other.kind === 'mounted' && isOverlapping(other, useRecord))
    return conflictingUse ? { code: 'elsewhere', conflictingUse } : null
  }
  const openMounting = otherUsesOfTool.find((other) => other.kind === 'mounted' && other.removedAt === null)
  return useRecord.kind === 'scrapped' && openMounting ? { code: 'notOff', conflictingUse: openMounting } : null
}
const isOverlapping = (a: ToolUseFields, b: ToolUseFields): boolean =>
  (b.removedAt === null || a.occurredAt < b.removedAt) && (a.removedAt === null || b.occurredAt < a.removedAt)

/** Place of a tool on a line. */
export interface ToolPlace {
  readonly lineId: string | null
  readonly place: number | null
  readonly side: string | null
}
/**
 * Returns true for the same place. A tool without a place number is at no place; a tool without a side may be on either
 * side.
 */
const isSamePlace = (a: ToolPlace, b: ToolPlace): boolean =>
  a.place !== null &&
  a.lineId === b.lineId &&
  a.place === b.place &&
  (a.side === b.side || a.side === null || b.side === null)
/** Finds the tool at a place among mounted tools. */
export const findToolAtPlace = <T extends ToolPlace>(mountedTools: readonly T[], place: ToolPlace): T | undefined =>
  mountedTools.find((mountedTool) => isSamePlace(mountedTool, place))
