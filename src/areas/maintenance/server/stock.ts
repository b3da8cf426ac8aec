import type { InOf } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { isLow, moveStock, partsToBook, type Movement } from '../rules/stock'
import { sparePart, stockMovement, type moveStock as moveStockCall } from '../contract/spare-part'
import { happenedAt, personOf } from './plant'

/** Who hears that a part is running out. */
const storeKeys = ['sparePartsWarningView', 'spareManagementMove'] as const

export interface Booking {
  id?: string
  partId: string
  movement: Movement
  occurredAt: string
  reason?: string | null
  repairId?: string | null
  upkeepRecordId?: string | null
}

/** Books one movement: the part's quantity and the line that says why, together. @throws 6000 when there is not enough */
export async function book(ctx: Context, booking: Booking): Promise<Row<typeof stockMovement>> {
  const { movement } = booking
  const part = await ctx.rows.lock(sparePart, booking.partId)
  const decision = moveStock(part, movement)
  if (!decision.ok) throw refuse(`maintenance:refusals.stock.${decision.reason}`, { part: `${part.code} ${part.name}`, available: decision.available, unit: part.unit })
  const line = await ctx.rows.insert(stockMovement, {
    ...(booking.id ? { id: booking.id } : {}),
    partId: part.id, kind: movement.kind, quantity: movement.kind === 'count' ? movement.difference : movement.quantity, quantityAfter: decision.quantity,
    repairId: booking.repairId ?? null, upkeepRecordId: booking.upkeepRecordId ?? null, reason: booking.reason ?? null,
    occurredAt: booking.occurredAt, userId: ctx.person?.id ?? null,
  })
  const low = isLow({ ...part, quantity: decision.quantity })
  await ctx.rows.update(sparePart, part.id, { quantity: decision.quantity, low })
  if (low && !part.low) warn(ctx, { ...part, quantity: decision.quantity })
  return line
}
/** Tells the store that a part has come to its minimum. */
export function warn(ctx: Context, part: Pick<Row<typeof sparePart>, 'id' | 'code' | 'name' | 'quantity' | 'unit'>): void {
  ctx.notify({ notice: 'stockLow', id: part.id, title: () => `${part.code} ${part.name} ${part.quantity} ${part.unit}`, keys: storeKeys })
}

/** POST /spare/move */
export async function move(ctx: Context, input: InOf<typeof moveStockCall>) {
  personOf(ctx)
  const { id, partId, kind, quantity, repairId, reason } = input
  const movement: Movement = kind === 'count' ? { kind, difference: quantity } : kind === 'out' ? { kind, quantity, repairId: repairId ?? null } : { kind, quantity }
  return book(ctx, { ...(id ? { id } : {}), partId, movement, occurredAt: happenedAt(ctx, input.occurredAt), reason: reason ?? null, repairId: repairId ?? null })
}

interface UsedPart { partId: string; quantity: number }

/** Brings the stock in line with the parts a repair says it used, in the order of the ids so that two repairs never wait for each other. */
export async function bookRepairParts(ctx: Context, repair: { id: string; number: string }, said: readonly UsedPart[], wanted: readonly UsedPart[], occurredAt: string): Promise<void> {
  const sum = (parts: readonly UsedPart[], id: string) => parts.filter((p) => p.partId === id).reduce((n, p) => n + p.quantity, 0)
  const ids = [...new Set([...said, ...wanted].map((p) => p.partId))].sort()
  if (ids.length === 0) return
  const rows = await ctx.query<{ part_id: string; booked: number }>(
    `select part_id, sum(case kind when 'out' then quantity when 'in' then -quantity else 0 end) as booked from stock_movement where site_id = $1 and repair_id = $2 group by part_id`,
    [ctx.site, repair.id])
  const booked = new Map(rows.map((r) => [r.part_id, r.booked]))
  for (const partId of ids) {
    const difference = partsToBook(sum(wanted, partId), sum(said, partId), booked.get(partId) ?? 0)
    if (difference === 0) continue
    const movement: Movement = difference > 0 ? { kind: 'out', quantity: difference, repairId: repair.id } : { kind: 'in', quantity: -difference }
    await book(ctx, { partId, movement, occurredAt, reason: repair.number, repairId: repair.id })
  }
}
/** Takes the parts of an upkeep from the stock. */
export async function takeParts(ctx: Context, parts: readonly UsedPart[], more: Pick<Booking, 'occurredAt' | 'reason' | 'upkeepRecordId'>): Promise<void> {
  for (const part of parts.filter((p) => p.quantity > 0).sort((a, b) => (a.partId < b.partId ? -1 : 1))) {
    await book(ctx, { ...more, partId: part.partId, movement: { kind: 'out', quantity: part.quantity, repairId: null } })
  }
}
