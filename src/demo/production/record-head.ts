/** Common fields of all shift records. */
import { toMoment } from '@/plant/rules/plant-time'
import type { Shift } from '@/plant/rules/shift'
import { buildAuditFields } from '../draft'
import type { PlantLine } from '../lines'
import type { ShopFloor, ProductionOrder } from './orders'

/** A line in an ended shift, with the order that ran last in it. */
export interface ShiftEnd {
  readonly line: PlantLine
  readonly shift: Shift
  readonly order: ProductionOrder | undefined
  readonly endMs: number
}
/** Builds the fields line, order, day, shift and team of a record. */
export const buildRecordHead = ({ line, shift, order }: ShiftEnd) => ({
  lineId: line.id,
  workOrderId: order?.row.id ?? null,
  businessDate: shift.businessDate,
  shift: shift.shift,
  team: shift.team,
})

/** Builds the signature of a record by a random person on shift. */
export const buildSignature = (floor: ShopFloor, signedMs: number, trade: 'line' | 'slit' = 'line') => {
  const signerId = floor.dice.pick(floor.staff.listOnShift(trade, signedMs)).id
  return { userId: signerId, filledAt: toMoment(signedMs), ...buildAuditFields(signedMs, signerId) }
}
