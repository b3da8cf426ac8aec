import type { Row } from '@/contract/resource'
import { isCountedInSums } from '@/offline/overlay'
import type { workOrder } from '@/areas/orders/contract/work-order'
import { toMillis, type Moment } from '@/plant/rules/plant-time'
import type { Shift } from '@/plant/rules/shift'
import type { lineStop } from '@/plant/contract/line-stop'
import type { jumboRoll } from '../../contract/jumbo-roll'
import type { machineRun } from '../../contract/machine-run'
import { calculateWebKg } from '@/areas/orders/rules/web-dimensions'
import { jumboKg } from '../../rules/order-figures'
import { dueAt, lengthToWind, metresBy, windingSpeed, type Stood } from '../../rules/winding'

/** A roll with its `pending` command, if one has not been sent. */
export type Roll = Row<typeof jumboRoll> & { pending?: { op: string; state: string; opId: string; unmade?: boolean } }
/** Sets URL parameters of the page; null removes one. */
export type Change = (put: Readonly<Record<string, string | null>>) => void
export type Order = Row<typeof workOrder> & { readonly pending?: unknown }
export type Run = Row<typeof machineRun>
export type Stop = Row<typeof lineStop>

/** Progress of the roll on the winder, calculated on the phone by the server's rule, so that it grows offline. */
export interface Progress {
  metres: number | null
  kg: number | null
  /** Length to wind, m. */
  target: number | null
  /** 0 to 1, over 1 when the doff is overdue; null without a target. */
  share: number | null
  dueAt: number | null
  speed: number | null
  /** True if no speed was entered: the usual speed of the line is used, and the other values are estimates. */
  usual: boolean
  stands: boolean
}
/** Grammage and width of the web, used until the roll has its own. */
export interface Web {
  readonly gsm: number | null
  readonly widthMm: number | null
}
/** Returns the width of a roll, else of the web, mm. */
export const widthOf = (roll: Pick<Roll, 'widthMm'> | null, web: Web | null): number | null =>
  roll?.widthMm ?? web?.widthMm ?? null
/** Returns the grammage of a roll, else of the web, g/m². */
export const gsmOf = (roll: Pick<Roll, 'gsm'> | null, web: Web | null): number | null => roll?.gsm ?? web?.gsm ?? null
/** Returns the mass from grammage, width and length; null if one of them is unknown. */
export const massOf = (roll: Roll | null, web: Web | null, lengthM: number | null): number | null => {
  const [gsm, width] = [gsmOf(roll, web), widthOf(roll, web)]
  return gsm && width && lengthM ? Math.round(calculateWebKg(gsm, width, lengthM) * 10) / 10 : null
}
/** Returns the order at a winder: the running one, else that of its roll, else a paused one. */
export const orderAtWinder = (known: readonly Order[], roll: Pick<Roll, 'workOrderId'> | null): Order | null =>
  known.find(({ state }) => state === 'running') ?? known.find(({ id }) => id === roll?.workOrderId) ?? known[0] ?? null
/** True if the roll was begun before the current order; it is doffed for its own order, whatever its length. */
export const isOfOrderBefore = (
  roll: Pick<Roll, 'workOrderId'> | null | undefined,
  order: Pick<Order, 'id'> | null,
): boolean => roll != null && order !== null && roll.workOrderId !== order.id
/** Adds rolls doffed on this phone that the server has not counted; `waiting` is their number. */
export function withWaiting<O extends Order>(
  order: O,
  doffed: readonly Roll[],
  web: Web | null,
): O & { readonly waiting: number } {
  const waiting = doffed.filter(
    (roll) => roll.workOrderId === order.id && !roll.number && roll.pending && isCountedInSums(roll),
  )
  const kg = waiting.reduce((sum, roll) => sum + (jumboKg(roll) || (massOf(roll, web, roll.lengthM) ?? 0)), 0)
  return {
    ...order,
    jumboKg: Math.round((order.jumboKg + kg) * 1000) / 1000,
    jumboRolls: order.jumboRolls + waiting.length,
    waiting: waiting.length,
  }
}
/** Converts stops of a line to spans in ms. */
export const stoodOf = (stops: readonly Stop[]): Stood[] =>
  stops.map((s) => ({ startsAt: toMillis(s.startedAt), endsAt: s.endedAt ? toMillis(s.endedAt) : null }))

/** Calculates the progress of the roll on the winder. @param now ms since 1970 */
export function progressOf(
  roll: Roll,
  run: Run | null,
  order: Order | null,
  web: Web,
  line: { readonly idealSpeed: number | null } | null,
  stops: readonly Stop[],
  now: number,
): Progress {
  const startsAt = toMillis(roll.startedAt)
  const { speed, usual } = windingSpeed(roll, run, line)
  const winding = { startsAt, speed, stops: stoodOf(stops) }
  const metres = metresBy(winding, now)
  const target = lengthToWind(roll, run, order)
  return {
    metres,
    kg: massOf(roll, web, metres),
    target,
    share: metres !== null && target ? metres / target : null,
    dueAt: dueAt(winding, target, now),
    speed,
    usual,
    stands: winding.stops.some((s) => s.endsAt === null),
  }
}

/** Assigns a roll doffed here and not yet sent to the shift of its doff, as the server will. */
export const inShiftOfDoff = (roll: Roll, shiftAt: (moment: Moment) => Shift): Roll => {
  if (roll.number !== null || roll.doffedAt === null) return roll
  const { businessDate, shift, team } = shiftAt(roll.doffedAt)
  return { ...roll, businessDate, shift, team }
}

export interface ShiftSum {
  key: string
  businessDate: string | null
  shift: string | null
  team: string | null
  /** All displayed rolls. Only `made` of them count and are summed; refused ones do not. */
  rolls: Roll[]
  made: number
  metres: number
  kg: number
}
/** Groups rolls by the shift that doffed them, newest first. */
export function byShift(rolls: readonly Roll[]): ShiftSum[] {
  const sums = new Map<string, ShiftSum>()
  for (const roll of rolls) {
    const key = `${roll.businessDate ?? ''} ${roll.shift ?? ''} ${roll.team ?? ''}`
    const sum = sums.get(key) ?? {
      key,
      businessDate: roll.businessDate ?? null,
      shift: roll.shift,
      team: roll.team,
      rolls: [],
      made: 0,
      metres: 0,
      kg: 0,
    }
    sum.rolls.push(roll)
    sums.set(key, sum)
    if (!isCountedInSums(roll)) continue
    sum.made += 1
    sum.metres += roll.lengthM ?? 0
    sum.kg = Math.round((sum.kg + (roll.netKg ?? roll.expectedKg ?? 0)) * 1000) / 1000
  }
  return [...sums.values()]
}
