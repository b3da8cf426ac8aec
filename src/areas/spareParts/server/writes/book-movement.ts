import { refuse } from '@/contract/errno'
import { getFieldInLanguage, type Language } from '@/contract/language'
import type { Row } from '@/contract/resource'
import { MAX_CLOCK_DRIFT_MS } from '@/contract/instant'
import { calculateMinStockFrom } from '@/plant/rules/chronology'
import type { PartsChange } from '@/areas/equipment/server/events'
import type { Context } from '@/server/context'
import { formatPlantMinute } from '@/server/entered-moments'
import { columns, options, sql } from '@/server/sql'
import { applyMovement, type PartMovement } from '../../rules/stock'
import { sparePart, stockMovement } from '../../contract/spare-part'

/** Permissions of the people who are notified of low stock, and of used parts that cannot be booked. */
export const STORE_PERMISSIONS = ['sparePartsWarningView', 'spareManagementMove'] as const

export interface StockBooking {
  id?: string
  partId: string
  movement: PartMovement
  occurredAt: string
  reason?: string | null
  repairId?: string | null
  /** Record that caused the movement. */
  record?: Pick<PartsChange, 'kind' | 'id'> | null
}

/** Locks parts in the order of their ids, for callers that book them in another order. */
export const lockParts = (ctx: Context, ids: readonly string[]): Promise<Row<typeof sparePart>[]> =>
  ctx.rows.find(sparePart, { where: { id: [...new Set(ids)] }, lock: true })
/**
 * Books one movement: inserts its row and updates the part's quantity.
 * @throws 6000 if the stock is not sufficient
 */
export async function bookMovement(ctx: Context, booking: StockBooking): Promise<Row<typeof stockMovement>> {
  const { movement } = booking
  const part = await ctx.rows.lock(sparePart, booking.partId)
  const decision = applyMovement(part, movement)
  if (!decision.ok)
    throw refuse(`spareParts:refusals.stock.${decision.reason}`, {
      part: formatPartName(part, ctx.language),
      available: decision.available,
      unit: part.unit,
    })
  await assertInStockAtBookingTime(ctx, part, booking)
  const movementRow = await ctx.rows.insert(stockMovement, {
    ...(booking.id ? { id: booking.id } : {}),
    partId: part.id,
    kind: movement.kind,
    quantity: movement.kind === 'count' ? movement.difference : movement.quantity,
    quantityAfter: decision.quantity,
    repairId: booking.repairId ?? null,
    recordKind: (booking.record?.kind ?? null) as Row<typeof stockMovement>['recordKind'],
    recordId: booking.record?.id ?? null,
    reason: booking.reason ?? null,
    occurredAt: booking.occurredAt,
    userId: ctx.person?.id ?? null,
  })
  const savedPart = await ctx.rows.update(sparePart, part.id, { quantity: decision.quantity })
  if (savedPart.low && !part.low) notifyStockLow(ctx, savedPart)
  return movementRow
}
/**
 * Asserts that an issued quantity was in stock at the time of the issue. Skips the check if the issue has a reason, a
 * repair or a record, because people often book a receipt after they have taken parts from the new box.
 * @throws 6000 with the stock at that time
 */
async function assertInStockAtBookingTime(
  ctx: Context,
  part: Row<typeof sparePart>,
  { movement, occurredAt, reason, repairId, record }: StockBooking,
): Promise<void> {
  if (movement.kind !== 'out' || reason?.trim() || repairId || record) return
  // Movements within the clock drift of phones may have happened before or after the issue, so they do not count.
  const fromMs = Date.parse(occurredAt) + MAX_CLOCK_DRIFT_MS
  const laterMovements = await ctx.query(
    sql`select ${columns(stockMovement, ['kind', 'quantity', 'occurredAt'], 'm')} from stock_movement m
      where m.site_id = ${ctx.site} and m.part_id = ${part.id} and m.occurred_at > ${new Date(fromMs).toISOString()}
        and m.kind <> ${options(stockMovement.fields.kind, 'count')}`,
  )
  const available = calculateMinStockFrom(
    part.quantity,
    laterMovements.map((row) => ({
      atMs: Date.parse(row.occurredAt),
      quantity: row.kind === 'out' ? -row.quantity : row.quantity,
    })),
    fromMs,
  )
  if (available < movement.quantity)
    throw refuse('spareParts:refusals.stock.notThen', {
      part: formatPartName(part, ctx.language),
      available: Math.max(0, available),
      unit: part.unit,
      at: formatPlantMinute(ctx, occurredAt),
    })
}
/** Formats code and name of a part for refusals and notices. */
export const formatPartName = (
  part: Pick<Row<typeof sparePart>, 'code' | 'name' | 'nameEn'>,
  language: Language,
): string => `${part.code} ${String(getFieldInLanguage(sparePart, part, 'name', language))}`
/** Notifies the store that a part has reached its minimum. */
export function notifyStockLow(
  ctx: Context,
  part: Pick<Row<typeof sparePart>, 'id' | 'code' | 'name' | 'nameEn' | 'quantity' | 'unit'>,
): void {
  ctx.notify({
    notice: 'stockLow',
    id: part.id,
    title: (language) => `${formatPartName(part, language)} ${part.quantity} ${part.unit}`,
    keys: STORE_PERMISSIONS,
  })
}
