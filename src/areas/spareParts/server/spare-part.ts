import type { EndpointInput } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import type { UpdateInput, Row } from '@/contract/resource'
import { getUnitFactor } from '@/contract/unit-table'
import type { Context } from '@/server/context'
import { buildContainsCondition, toSearchPattern } from '@/server/search'
import { columns, computed, limit, sql } from '@/server/sql'
import { handleCommand } from '@/server/crud/handle-command'
import { importWorkbook } from '@/server/crud/import-workbook'
import { buildLocalizedFieldSql } from '@/server/crud/refs'
import type { AppContext } from '@/server/crud/operations'
import { calculatePartsToOrder, toPartMovement } from '../rules/stock'
import { moveStock, sparePart, type stockWarnings } from '../contract/spare-part'
import type { StorePart } from '@/areas/equipment/server/events'
import { bookMovement, formatPartName, notifyStockLow } from './writes/book-movement'
import { handle, type HandlerEntry } from '@/server/area'

/** Updates a spare part. */
export const updateSparePart = handle(sparePart.endpoints.update, (ctx, { id, version, ...patch }) =>
  savePart(ctx, id, patch, version),
)
async function savePart(
  ctx: Context,
  id: string,
  patch: Omit<UpdateInput<typeof sparePart>, 'id' | 'version'>,
  version: number | null,
) {
  const storedPart = await ctx.rows.lock(sparePart, id)
  // Movements also raise the version, but change no field that is edited here, so the edit never conflicts with them.
  const mergedPatch = await ctx.rows.merge(sparePart, id, patch, version)
  await assertUnitKept(ctx, storedPart, mergedPatch.unit)
  const savedPart = await ctx.rows.update(sparePart, id, mergedPatch)
  if (savedPart.low && !storedPart.low) notifyStockLow(ctx, savedPart)
  return savedPart
}
/**
 * Asserts that a part keeps its unit, because its stock, prices and movements are stored in this unit. Another spelling
 * of the unit is accepted.
 * @throws 6000 if the part has movements
 */
async function assertUnitKept(
  ctx: Context,
  storedPart: Row<typeof sparePart>,
  unit: string | null | undefined,
): Promise<void> {
  const storedUnit = storedPart.unit ?? ''
  if (unit === undefined || (unit ?? '') === storedUnit || getUnitFactor(unit ?? '', storedUnit) === 1) return
  if (!(await hasMovements(ctx, storedPart.id))) return
  throw refuse('spareParts:refusals.stock.unitKept', {
    part: formatPartName(storedPart, ctx.language),
    unit: storedUnit,
  })
}
async function hasMovements(ctx: Context, partId: string): Promise<boolean> {
  const [usage] = await ctx.query(
    sql<{
      hasMovements: boolean
    }>`select exists (select 1 from stock_movement where site_id = ${ctx.site} and part_id = ${partId}) as "hasMovements"`,
  )
  return usage?.hasMovements ?? false
}
/** Removes a spare part. @throws 6000 if it has movements */
export const removeSparePart = handle(sparePart.endpoints.remove, async (ctx, input) => {
  const row = await ctx.rows.lock(sparePart, input.id, { blockReferences: true })
  if (await hasMovements(ctx, row.id))
    throw refuse('spareParts:refusals.stock.hasMovements', { part: formatPartName(row, ctx.language) })
  await ctx.rows.remove(sparePart, row.id, { version: input.version ?? null })
  return null
})
/** Imports spare parts from a workbook. */
export const importSpareParts = handle(sparePart.endpoints.import, (ctx, input) =>
  importWorkbook(ctx as AppContext, sparePart, input, {
    update: (importCtx, id, row) => savePart(importCtx, id, row, null),
  }),
)

const MAX_WARNINGS = 1000

/**
 * GET /spare/warnings: lists the parts to order with their quantities, the emptiest first, then low parts of which
 * enough is on order.
 */
export async function listStockWarnings(ctx: Context, input: EndpointInput<typeof stockWarnings>) {
  const searchPattern = toSearchPattern(input.keyword)
  const parts = await ctx.query(
    sql`select ${columns(sparePart, ['id', 'code', 'unit', 'location', 'quantity', 'minimum', 'orderUpTo', 'onOrder'], 'p')},
       ${computed<{
         name: string
         supplier: string | null
         lastOutAt: string | null
       }>`${buildLocalizedFieldSql(sparePart, 'name', ctx.language, 'p')} as name,
         ${buildLocalizedFieldSql(sparePart, 'supplier', ctx.language, 'p')} as supplier,
         (select max(m.occurred_at) from stock_movement m where m.site_id = p.site_id and m.part_id = p.id and m.kind = 'out') as "lastOutAt"`}
     from spare_part p
     where p.site_id = ${ctx.site} and p.low and (${searchPattern}::text is null or ${buildContainsCondition('p.code', searchPattern)} or ${buildContainsCondition('p.name', searchPattern)} or ${buildContainsCondition('p.name_en', searchPattern)}
       or ${buildContainsCondition('p.model', searchPattern)} or ${buildContainsCondition('p.supplier', searchPattern)} or ${buildContainsCondition('p.supplier_en', searchPattern)} or ${buildContainsCondition('p.location', searchPattern)})
     order by p.quantity / nullif(p.minimum, 0) nulls first, p.code ${limit(MAX_WARNINGS)}`,
  )
  const partsToOrder = calculatePartsToOrder(parts)
  const quantityToOrderById = new Map(partsToOrder.map((orderLine) => [orderLine.part.id, orderLine.quantity]))
  const partsWithoutOrder = parts.filter((candidate) => !quantityToOrderById.has(candidate.id))
  return [...partsToOrder.map((orderLine) => orderLine.part), ...partsWithoutOrder].map(
    ({ orderUpTo: _upTo, ...part }) => ({
      ...part,
      toOrder: quantityToOrderById.get(part.id) ?? 0,
    }),
  )
}

/** Lists parts in the order of their codes: all of the given kinds, plus those with the given ids. */
export const listStoreParts = (
  ctx: Context,
  { kinds, ids }: { kinds: readonly string[]; ids: readonly string[] },
): Promise<StorePart[]> =>
  ctx.query(
    sql<StorePart>`select id, ${buildLocalizedFieldSql(sparePart, 'name', ctx.language)} as label, code, concat_ws(' ', model, location) as note, unit
     from spare_part where site_id = ${ctx.site} and (kind = any(${kinds}::text[]) or id::text = any(${ids}::text[])) order by code`,
  )

/** POST /spare/move: books a movement. */
export const stockMoveHandler: HandlerEntry = handleCommand(moveStock, ({ ctx, input, occurredAt }) =>
  bookMovement(ctx, {
    ...(input.id ? { id: input.id } : {}),
    partId: input.partId,
    movement: toPartMovement(input),
    occurredAt,
    reason: input.reason ?? null,
    repairId: input.repairId ?? null,
  }),
)
