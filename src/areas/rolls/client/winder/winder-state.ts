import type { Row } from '@/contract/resource'
import { isCountedInSums } from '@/offline/overlay'
import type { workOrder } from '@/areas/orders/contract/work-order'
import { toMillis, type Moment } from '@/plant/rules/plant-time'
import type { Shift } from '@/plant/rules/shift'
import type { lineStop } from '@/plant/contract/line-stop'
import type { jumboRoll } from '../../contract/jumbo-roll'
import type { machineRun } from '../../contract/machine-run'
import { webKg } from '@/areas/orders/rules/web'
import { jumboKg } from '../../rules/order-figures'
import { dueAt, lengthToWind, metresBy, windingSpeed, type Stood } from '../../rules/winding'

/** A roll as this phone shows it: `pending` while a command of it has not arrived. */
export type Roll = Row<typeof jumboRoll> & { pending?: { op: string; state: string; opId: string; unmade?: boolean } }
/** Puts something into the address of the page, or takes it out. */
export type Change = (put: Readonly<Record<string, string | null>>) => void
export type Order = Row<typeof workOrder> & { readonly pending?: unknown }
export type Run = Row<typeof machineRun>
export type Stop = Row<typeof lineStop>

/** How far the roll on the winder is, worked out on the phone by the server's rule: it needs no network to grow. */
export interface Progress {
  metres: number | null
  kg: number | null
  /** Length to be wound, m. */
  target: number | null
  /** 0 to 1, over 1 when the doff is overdue; null without a target. */
  share: number | null
  dueAt: number | null
  speed: number | null
  /** Nobody said a speed: it is the line's usual one, and the rest an estimate. */
  usual: boolean
  stands: boolean
}
/** What is wound: its grammage and width, where nothing is said of the roll yet. */
export interface Web {
  readonly gsm: number | null
  readonly widthMm: number | null
}
export const widthOf = (roll: Pick<Roll, 'widthMm'> | null, web: Web | null): number | null =>
  roll?.widthMm ?? web?.widthMm ?? null
export const gsmOf = (roll: Pick<Roll, 'gsm'> | null, web: Web | null): number | null => roll?.gsm ?? web?.gsm ?? null
/** Mass by grammage, width and length; null where one of them is not known. */
export const massOf = (roll: Roll | null, web: Web | null, lengthM: number | null): number | null => {
  const [gsm, width] = [gsmOf(roll, web), widthOf(roll, web)]
  return gsm && width && lengthM ? Math.round(webKg(gsm, width, lengthM) * 10) / 10 : null
}
/** The order of a winder among those that are made there: the one that runs, else that of its roll, else one that waits for going on. */
export const orderAtWinder = (known: readonly Order[], roll: Pick<Roll, 'workOrderId'> | null): Order | null =>
  known.find(({ state }) => state === 'running') ?? known.find(({ id }) => id === roll?.workOrderId) ?? known[0] ?? null
/** The roll was begun before the order that runs now: it is doffed for the new order, whatever its length. */
export const isOfOrderBefore = (
  roll: Pick<Roll, 'workOrderId'> | null | undefined,
  order: Pick<Order, 'id'> | null,
): boolean => roll != null && order !== null && roll.workOrderId !== order.id
/** The order with what was doffed for it on this phone and the server has not counted: `waiting` rolls, which have no number yet. */
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
export const stoodOf = (stops: readonly Stop[]): Stood[] =>
  stops.map((s) => ({ startsAt: toMillis(s.startedAt), endsAt: s.endedAt ? toMillis(s.endedAt) : null }))

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

/** A roll that was doffed here and is not sent counts to the shift of its doff, whichever began it: as the server will say. */
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
  /** All that are shown; `made` of them count, and are summed up: none that the server refused to make. */
  rolls: Roll[]
  made: number
  metres: number
  kg: number
}
/** Rolls by the shift that doffed them, newest first. */
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
