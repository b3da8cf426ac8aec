/**
 * Finds rolls that can contain trim of a recalled order or roll, because the trim went back into a hopper of the line.
 */
import { buildLotPlacesSql } from '@/areas/feeding/server/queries/hoppers'
import { buildReturnedTrimSql } from '@/areas/feeding/server/queries/pellet-lots'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { takenBackJumboStates } from '@/areas/rolls/rules/jumbo-roll'
import { toMillis, type Moment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { limit, options, sql, type Sql } from '@/server/sql'
import type { RecallableKind } from '../rules/hold-reach'
import { findRecalledTrim, type LotDraw, type LotSupply } from '../rules/returned-trim'

/** Maximum number of lots in the returned trim of an order. */
const MAX_LOTS = 400
const MAX_MOVEMENTS = 100_000
interface LotMovement {
  readonly hopperId: string | null
  readonly jumboId: string | null
  readonly fromAt: Moment
  readonly toAt: Moment
  /** Kilograms that came into the hopper, and kilograms that left it. */
  readonly suppliedKg: number
  readonly drawnKg: number
  readonly isRecalled: boolean
}

/**
 * Builds the condition for returned trim `w` of a recalled item: all trim of an order, or the trim recorded while a
 * roll was wound. Returns null for other kinds of items, whose trim cannot go back into a hopper.
 */
function buildTrimCondition(siteId: number, kind: RecallableKind, id: string): Sql | null {
  if (kind === 'workOrder') return sql`w.work_order_id = ${id}`
  if (kind === 'jumboRoll')
    return sql`exists (select from jumbo_roll j where j.site_id = ${siteId} and j.id = ${id} and j.line_id = w.line_id and j.work_order_id = w.work_order_id
      and w.at > j.started_at and w.at <= j.doffed_at)`
  return null
}
/** Finds the rolls that can contain returned trim of the item. Returns the maximum kilograms by jumbo id. */
export async function findReturnedTrim(
  ctx: Context,
  kind: RecallableKind,
  id: string,
): Promise<ReadonlyMap<string, number>> {
  const trimCondition = buildTrimCondition(ctx.site, kind, id)
  const kgByJumbo = new Map<string, number>()
  if (!trimCondition) return kgByJumbo
  const lots = await ctx.query(
    sql<{
      lotId: string
    }>`select distinct part->>'lotId' as "lotId" from (${buildReturnedTrimSql(ctx.site)}) w, jsonb_array_elements(w.lots) part
      where ${trimCondition} and part->>'lotId' is not null order by 1 ${limit(MAX_LOTS)}`,
  )
  for (const { lotId } of lots) {
    const movements = await loadMovements(ctx, lotId, trimCondition)
    for (const hopperId of new Set(movements.map((movement) => movement.hopperId))) {
      const { supplies, draws } = splitMovements(movements.filter((movement) => movement.hopperId === hopperId))
      for (const [jumboId, kg] of findRecalledTrim(supplies, draws))
        kgByJumbo.set(jumboId, kg + (kgByJumbo.get(jumboId) ?? 0))
    }
  }
  return kgByJumbo
}
/**
 * Loads the movements of a lot through the hoppers. Returned trim leaves a hopper and enters it again at the same
 * moment.
 */
function loadMovements(ctx: Context, lotId: string, trimCondition: Sql): Promise<LotMovement[]> {
  const lotPattern = JSON.stringify([{ lotId }])
  const isOfLot = sql`part->>'lotId' = (${lotId}::uuid)::text`
  return ctx.query(
    sql<LotMovement>`select * from (
      select hopper_id, null::uuid, at, at, fed::float8, (lost + emptied)::float8, false from ${buildLotPlacesSql(ctx, lotId)} place
      union all select (part->>'hopperId')::uuid, null, w.at, w.at, (part->>'kg')::float8, (part->>'kg')::float8, ${trimCondition}
        from (${buildReturnedTrimSql(ctx.site)}) w, jsonb_array_elements(w.lots) part where w.lots @> ${lotPattern}::jsonb and ${isOfLot}
      union all select (part->>'hopperId')::uuid, r.id, r.started_at, r.doffed_at, 0, (part->>'kg')::float8, false
        from jumbo_roll r, jsonb_array_elements(r.lots) part where r.site_id = ${ctx.site} and r.lots @> ${lotPattern}::jsonb and ${isOfLot}
          and r.doffed_at is not null and r.state not in (${options(jumboRoll.fields.state, ...takenBackJumboStates)})
    ) movement ("hopperId", "jumboId", "fromAt", "toAt", "suppliedKg", "drawnKg", "isRecalled") ${limit(MAX_MOVEMENTS)}`,
  )
}
function splitMovements(movements: readonly LotMovement[]): { supplies: LotSupply[]; draws: LotDraw[] } {
  return {
    supplies: movements.flatMap(({ fromAt, suppliedKg, isRecalled }) =>
      suppliedKg === 0 ? [] : [{ atMs: toMillis(fromAt), kg: suppliedKg, isRecalled }],
    ),
    draws: movements.flatMap(({ jumboId, fromAt, toAt, drawnKg }) =>
      drawnKg === 0 ? [] : [{ jumboId, fromMs: toMillis(fromAt), toMs: toMillis(toAt), kg: drawnKg }],
    ),
  }
}
