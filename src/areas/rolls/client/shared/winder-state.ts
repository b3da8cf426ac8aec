import type { Row } from '@/contract/resource'
import { isCountedInSums } from '@/offline/overlay'
import type { workOrder } from '@/areas/orders/contract/work-order'
import { toMillis, type Moment } from '@/plant/rules/plant-time'
import { roundToGram } from '@/plant/rules/quantity'
import type { Shift } from '@/plant/rules/shift'
import type { lineStop } from '@/plant/contract/line-stop'
import type { jumboRoll } from '../../contract/jumbo-roll'
import type { machineRun } from '../../contract/machine-run'
import { calculateWebKg } from '@/areas/orders/rules/slitting-pattern'
import {
  estimateDueAt,
  getLengthToWind,
  calculateWoundMetres,
  getWindingSpeed,
  type LineStopSpan,
} from '../../rules/winding'
import { getJumboKg } from '../../rules/roll-mass'

/** A roll with its unsent command (`pending`), if there is one. */
export type WinderRoll = Row<typeof jumboRoll> & {
  pending?: { op: string; state: string; opId: string; isCreationBlocked?: boolean }
}
/** Sets URL parameters of the page; null removes one. */
export type ChangeParams = (params: Readonly<Record<string, string | null>>) => void
export type WinderOrder = Row<typeof workOrder> & { readonly pending?: unknown }
export type WinderRun = Row<typeof machineRun>
export type WinderStop = Row<typeof lineStop>

/** Progress of the roll on the winder. The phone calculates it by the rules of the server, so that it grows offline. */
export interface WindingProgress {
  woundM: number | null
  kg: number | null
  /** Length to wind, m. */
  targetM: number | null
  /** 0 to 1, over 1 when the doff is overdue; null without a target. */
  share: number | null
  dueAt: number | null
  speed: number | null
  /** True if no speed was entered: the usual speed of the line is used, and the other values are estimates. */
  isUsualSpeed: boolean
  isStopped: boolean
}
/** Grammage and width of the web that is wound. They apply until the roll itself has these values. */
export interface WoundWeb {
  readonly gsm: number | null
  readonly widthMm: number | null
}
/** Returns the width of a roll, else of the web, mm. */
export const getWebWidth = (roll: Pick<WinderRoll, 'widthMm'> | null, web: WoundWeb | null): number | null =>
  roll?.widthMm ?? web?.widthMm ?? null
/** Returns the grammage of a roll, else of the web, g/m². */
export const getGrammage = (roll: Pick<WinderRoll, 'gsm'> | null, web: WoundWeb | null): number | null =>
  roll?.gsm ?? web?.gsm ?? null
/** Returns the mass from grammage, width and length; null if one of them is unknown. */
export const estimateMassKg = (
  roll: WinderRoll | null,
  web: WoundWeb | null,
  lengthM: number | null,
): number | null => {
  const [gsm, width] = [getGrammage(roll, web), getWebWidth(roll, web)]
  return gsm && width && lengthM ? Math.round(calculateWebKg(gsm, width, lengthM) * 10) / 10 : null
}
/** Returns the order at a winder: the running order, else the order of the roll on the winder, else a paused order. */
export const findWinderOrder = (
  orders: readonly WinderOrder[],
  roll: Pick<WinderRoll, 'workOrderId'> | null,
): WinderOrder | null =>
  orders.find(({ state }) => state === 'running') ??
  orders.find(({ id }) => id === roll?.workOrderId) ??
  orders[0] ??
  null
/**
 * Returns true if the roll was begun for another order than the current one. It is still doffed for that other order.
 */
export const isForPreviousOrder = (
  roll: Pick<WinderRoll, 'workOrderId'> | null | undefined,
  order: Pick<WinderOrder, 'id'> | null,
): boolean => roll != null && order !== null && roll.workOrderId !== order.id
/** Adds rolls that were doffed on this phone but not counted by the server yet. `waitingRolls` is their number. */
export function withWaitingRolls<O extends WinderOrder>(
  order: O,
  doffedRolls: readonly WinderRoll[],
  web: WoundWeb | null,
): O & { readonly waitingRolls: number } {
  const uncountedRolls = doffedRolls.filter(
    (roll) => roll.workOrderId === order.id && !roll.number && roll.pending && isCountedInSums(roll),
  )
  const kg = uncountedRolls.reduce(
    (sum, roll) => sum + (getJumboKg(roll) || (estimateMassKg(roll, web, roll.lengthM) ?? 0)),
    0,
  )
  return {
    ...order,
    jumboKg: roundToGram(order.jumboKg + kg),
    jumboRolls: order.jumboRolls + uncountedRolls.length,
    waitingRolls: uncountedRolls.length,
  }
}
/** Converts stops of a line to spans in ms. */
export const toStopSpans = (stops: readonly WinderStop[]): LineStopSpan[] =>
  stops.map((stop) => ({ startsAt: toMillis(stop.startedAt), endsAt: stop.endedAt ? toMillis(stop.endedAt) : null }))

/** Calculates the progress of the roll on the winder. @param now ms since 1970 */
export function calculateProgress(
  roll: WinderRoll,
  run: WinderRun | null,
  order: WinderOrder | null,
  web: WoundWeb,
  line: { readonly idealSpeed: number | null } | null,
  stops: readonly WinderStop[],
  now: number,
): WindingProgress {
  const startsAt = toMillis(roll.startedAt)
  const { speed, isUsual } = getWindingSpeed(roll, run, line)
  const winding = { startsAt, speed, stops: toStopSpans(stops) }
  const metres = calculateWoundMetres(winding, now)
  const target = getLengthToWind(roll, run, order)
  return {
    woundM: metres,
    kg: estimateMassKg(roll, web, metres),
    targetM: target,
    share: metres !== null && target ? metres / target : null,
    dueAt: estimateDueAt(winding, target, now),
    speed,
    isUsualSpeed: isUsual,
    isStopped: winding.stops.some((s) => s.endsAt === null),
  }
}

/** Assigns a roll whose doff is unsent to the shift of the doff, as the server will. */
export const withShiftOfDoff = (roll: WinderRoll, shiftAt: (moment: Moment) => Shift): WinderRoll => {
  if (roll.number !== null || roll.doffedAt === null) return roll
  const { businessDate, shift, team } = shiftAt(roll.doffedAt)
  return { ...roll, businessDate, shift, team }
}

export interface ShiftTotal {
  key: string
  businessDate: string | null
  shift: string | null
  team: string | null
  /** All displayed rolls, including refused rolls, which `made`, `metres` and `kg` do not count. */
  rolls: WinderRoll[]
  /** Number of rolls made. */
  made: number
  metres: number
  kg: number
}
/** Groups rolls by the shift that doffed them, newest first. */
export function groupByShift(rolls: readonly WinderRoll[]): ShiftTotal[] {
  const totals = new Map<string, ShiftTotal>()
  for (const roll of rolls) {
    const key = `${roll.businessDate ?? ''} ${roll.shift ?? ''} ${roll.team ?? ''}`
    const total = totals.get(key) ?? {
      key,
      businessDate: roll.businessDate ?? null,
      shift: roll.shift,
      team: roll.team,
      rolls: [],
      made: 0,
      metres: 0,
      kg: 0,
    }
    total.rolls.push(roll)
    totals.set(key, total)
    if (!isCountedInSums(roll)) continue
    total.made += 1
    total.metres += roll.lengthM ?? 0
    total.kg = roundToGram(total.kg + (getJumboKg(roll) ?? 0))
  }
  return [...totals.values()]
}
