import type { InOf } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import { inLanguage, type Language } from '@/contract/language'
import type { Row } from '@/contract/resource'
import type { PartsChange } from '@/plant/server/events'
import type { Context } from '@/server/context'
import { isLow, moveStock, type Movement } from '../rules/stock'
import { sparePart, stockMovement, type moveStock as moveStockCall } from '../contract/spare-part'
import { happenedAt, personOf } from '@/plant/server/plant'

/** Who hears that a part is running out. */
const storeKeys = ['sparePartsWarningView', 'spareManagementMove'] as const

export interface Booking {
  id?: string
  partId: string
  movement: Movement
  occurredAt: string
  reason?: string | null
  repairId?: string | null
  /** The record that says so. */
  record?: Pick<PartsChange, 'kind' | 'id'> | null
}

/** Locks parts in the order of their ids, for who books them in another. */
export const lockParts = (ctx: Context, ids: readonly string[]): Promise<Row<typeof sparePart>[]> =>
  ctx.rows.find(sparePart, { where: { id: [...new Set(ids)] }, lock: true })
/** Books one movement: the part's quantity and the line that says why, together. @throws 6000 when there is not enough */
export async function book(ctx: Context, booking: Booking): Promise<Row<typeof stockMovement>> {
  const { movement } = booking
  const part = await ctx.rows.lock(sparePart, booking.partId)
  const decision = moveStock(part, movement)
  if (!decision.ok)
    throw refuse(`maintenance:refusals.stock.${decision.reason}`, {
      part: partName(part, ctx.language),
      available: decision.available,
      unit: part.unit,
    })
  const line = await ctx.rows.insert(stockMovement, {
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
  const low = isLow({ ...part, quantity: decision.quantity })
  await ctx.rows.update(sparePart, part.id, { quantity: decision.quantity, low })
  if (low && !part.low) warn(ctx, { ...part, quantity: decision.quantity })
  return line
}
/** Code and name of a part, as a refusal or a notice names it. */
export const partName = (part: Pick<Row<typeof sparePart>, 'code' | 'name' | 'nameEn'>, language: Language): string =>
  `${part.code} ${String(inLanguage(sparePart, part, 'name', language))}`
/** Tells the store that a part has come to its minimum. */
export function warn(
  ctx: Context,
  part: Pick<Row<typeof sparePart>, 'id' | 'code' | 'name' | 'nameEn' | 'quantity' | 'unit'>,
): void {
  ctx.notify({
    notice: 'stockLow',
    id: part.id,
    title: (language) => `${partName(part, language)} ${part.quantity} ${part.unit}`,
    keys: storeKeys,
  })
}

/** POST /spare/move */
export async function move(ctx: Context, input: InOf<typeof moveStockCall>) {
  personOf(ctx)
  const { id, partId, kind, quantity, repairId, reason } = input
  const movement: Movement =
    kind === 'count'
      ? { kind, difference: quantity }
      : kind === 'out'
        ? { kind, quantity, repairId: repairId ?? null }
        : { kind, quantity }
  return book(ctx, {
    ...(id ? { id } : {}),
    partId,
    movement,
    occurredAt: happenedAt(ctx, input.occurredAt),
    reason: reason ?? null,
    repairId: repairId ?? null,
  })
}
