import { errno, refuse, Refusal } from '@/contract/errno'
import { formatCodeAndName } from '@/contract/language'
import type { Row, UpdateInput } from '@/contract/resource'
import type { Context } from '@/server/context'
import { importWorkbook } from '@/server/crud/import-workbook'
import type { AppContext } from '@/server/crud/operations'
import { publishEvent } from '@/server/events'
import { materialReduced, materialRemoved } from './events'
import { requirePerson, getToday } from '@/plant/server/plant'
import { buildContainsMaterialSql } from '@/areas/standards/server/queries'
import { checkLotDecision } from '@/areas/feeding/rules/feed'
import { assertNotUsedBefore } from '@/plant/server/chronology'
import { columns, limit, sql, Sql } from '@/server/sql'
import { feed } from '../contract/feed'
import { material, materialLot } from '../contract/material'
import { decideLot } from '../contract/feeding-endpoints'
import { handle } from '@/server/area'

/** PUT /mater/material: changes a material. Its kind is fixed after the first feed. */
export const changeMaterial = handle(material.endpoints.update, async (ctx, { id, version, ...patch }) => {
  const row = await ctx.rows.lock(material, id, { blockReferences: patch.kind !== undefined })
  if (patch.kind !== undefined && patch.kind !== row.kind && (await isReferenced(ctx, 'feed', 'material_id', id)))
    throw refuse('feeding:refusals.material.kindFixed', { material: formatCodeAndName(material, row, ctx.language) })
  return ctx.rows.update(material, id, patch, { version: version ?? null })
})
/** Imports a workbook of materials with the checks of `changeMaterial`. */
export const importMaterials = handle(material.endpoints.import, (ctx, input) =>
  importWorkbook(ctx as AppContext, material, input, {
    update: (txContext, id, row) => changeMaterial.run(txContext, { ...(row as UpdateInput<typeof material>), id }),
  }),
)
/**
 * DELETE /mater/material: removes a material that no lot, feed, material time or standard refers to. Any other material
 * can only be deactivated.
 */
export const removeMaterial = handle(material.endpoints.remove, async (ctx, { id, version }) => {
  const row = await ctx.rows.lock(material, id, { blockReferences: true })
  const references = await ctx.query(
    sql`select 1 where exists (select 1 from material_lot where site_id = ${ctx.site} and material_id = ${id}) or exists (select 1 from feed where site_id = ${ctx.site} and material_id = ${id})
       or exists (select 1 from material_time where site_id = ${ctx.site} and material_id = ${id}) or ${buildContainsMaterialSql(ctx, id)}`,
  )
  if (references.length > 0)
    throw refuse('feeding:refusals.material.used', { material: formatCodeAndName(material, row, ctx.language) })
  await ctx.rows.remove(material, id, { version: version ?? null })
  return null
})

/** POST /mater/lot: adds a lot in quarantine; the received mass is the mass left. */
export const addLot = handle(materialLot.endpoints.create, async (ctx, input) => {
  assertNotReceivedInFuture(ctx, input)
  return ctx.rows.insert(materialLot, { ...input, leftKg: input.receivedKg, state: 'quarantine' })
})
/** @throws 6000 if the day of receipt is in the future */
function assertNotReceivedInFuture(ctx: Context, { receivedOn }: { receivedOn?: string | null }): void {
  if (!receivedOn || receivedOn <= getToday(ctx)) return
  const issues = [{ path: ['receivedOn'], code: 'inFuture' as const }]
  throw new Refusal(errno.message, 'feeding:refusals.receivedInFuture', { issues })
}
/** PUT /mater/lot: changes a lot. A corrected receipt changes the mass left. The material is fixed after the first feed. */
export const changeLot = handle(materialLot.endpoints.update, async (ctx, { id, version, ...patch }) => {
  assertNotReceivedInFuture(ctx, patch)
  const row = await ctx.rows.lock(materialLot, id, { blockReferences: patch.materialId !== undefined })
  if (
    patch.materialId !== undefined &&
    patch.materialId !== row.materialId &&
    (await isReferenced(ctx, 'feed', 'lot_id', id))
  )
    throw refuse('feeding:refusals.lot.materialFixed', { lot: row.number })
  if (patch.receivedOn && patch.receivedOn > row.receivedOn) {
    const [firstFeed] = await ctx.query(
      sql`select ${columns(feed, ['fedAt'], 'f')} from feed f
        where f.site_id = ${ctx.site} and f.lot_id = ${id} and f.counter_of is null order by f.fed_at ${limit(1)}`,
    )
    const since = patch.receivedOn
    assertNotUsedBefore(ctx, { name: row.number, since, firstUse: firstFeed?.fedAt ?? null, field: 'receivedOn' })
  }
  if (patch.receivedKg !== undefined) await assertCoversUse(ctx, row, patch.receivedKg)
  const receivedDeltaKg = patch.receivedKg === undefined ? 0 : patch.receivedKg - row.receivedKg
  return ctx.rows.update(
    materialLot,
    id,
    {
      ...patch,
      ...(receivedDeltaKg === 0 ? {} : { leftKg: Math.round((row.leftKg + receivedDeltaKg) * 1000) / 1000 }),
    },
    { version },
  )
})
/**
 * Asserts that a corrected receipt is not less than what the lot was used for. The receipt of an overdrawn lot may be
 * raised, even if the lot stays overdrawn: a higher receipt corrects a part of the error.
 * @throws 6000 with both masses
 */
async function assertCoversUse(ctx: Context, lot: Row<typeof materialLot>, receivedKg: number): Promise<void> {
  if (receivedKg >= lot.receivedKg) return
  const fedKg = Math.round((lot.receivedKg - lot.leftKg) * 1000) / 1000
  if (receivedKg < fedKg)
    throw refuse('feeding:refusals.lot.lessThanFed', { lot: lot.number, kg: receivedKg, fed: fedKg })
  await publishEvent(ctx, materialReduced, { resource: 'materialLot', id: lot.id, kg: receivedKg })
}
/** DELETE /mater/lot: removes a lot that no feed or material time refers to; such a lot is in no roll either. */
export const removeLot = handle(materialLot.endpoints.remove, async (ctx, { id, version }) => {
  const row = await ctx.rows.lock(materialLot, id, { blockReferences: true })
  if ((await isReferenced(ctx, 'feed', 'lot_id', id)) || (await isReferenced(ctx, 'material_time', 'lot_id', id)))
    throw refuse('feeding:refusals.lot.used', { lot: row.number })
  await publishEvent(ctx, materialRemoved, { resource: 'materialLot', id })
  await ctx.rows.remove(materialLot, id, { version: version ?? null })
  return null
})
/** POST /mater/lot_decide: records the decision of quality. */
export const recordLotDecision = handle(decideLot, async (ctx, { id, version, state, reason }) => {
  const person = requirePerson(ctx)
  const row = await ctx.rows.lock(materialLot, id)
  const decisionCheck = checkLotDecision(row.state, state, reason ?? null)
  if (!decisionCheck.isAllowed)
    throw refuse(`feeding:refusals.lot.${decisionCheck.reason}`, {
      lot: row.number,
      state: ctx.t(`feeding:materialLot.options.state.${state}`),
    })
  return ctx.rows.update(
    materialLot,
    id,
    { state, reason: reason ?? null, decidedBy: person.id, decidedAt: ctx.now.toISOString() },
    { version: version ?? null },
  )
})

async function isReferenced(
  ctx: Context,
  table: 'feed' | 'material_time',
  column: 'material_id' | 'lot_id',
  id: string,
): Promise<boolean> {
  const rows = await ctx.query(
    sql`select 1 from ${new Sql([table])} where site_id = ${ctx.site} and ${new Sql([column])} = ${id} ${limit(1)}`,
  )
  return rows.length > 0
}
