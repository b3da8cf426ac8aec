/** Common fields of all shift records. */
import { toMoment } from '@/plant/rules/plant-time'
import type { Shift } from '@/plant/rules/shift'
import { stamps } from '../draft'
import type { PlantLine } from '../lines'
import type { Floor, Order } from './orders'

/** A line in an ended shift, with the order that ran last in it. */
export interface At {
  readonly line: PlantLine
  readonly shift: Shift
  readonly order: Order | undefined
  readonly end: number
}
/** Builds the fields line, order, day, shift and team of a record. */
export const head = ({ line, shift, order }: At) => ({
  lineId: line.id,
  workOrderId: order?.row.id ?? null,
  businessDate: shift.businessDate,
  shift: shift.shift,
  team: shift.team,
})

/** Builds the signature of a record by a random person on shift. */
export const signed = (floor: Floor, at: number, trade: 'line' | 'slit' = 'line') => {
  const by = floor.dice.pick(floor.staff.onShift(trade, at)).id
  return { userId: by, filledAt: toMoment(at), ...stamps(at, by) }
}
