/** Answers to questions of lower areas: output of orders, jumbos on slitters, numbers and labels of slit rolls. */
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { cutting, slitRoll } from '../contract/slitting'
import { columns, computed, options, sql } from '@/server/sql'
import type { RecentOutput, RollOnSlitter } from '@/areas/orders/server/events'
import type { Context } from '@/server/context'
import type { LockedItem } from '@/areas/rolls/server/events'
import { buildCountLabelsSql } from '@/areas/rolls/server/queries/label-sql'
import { labelContents } from '@/areas/rolls/rules/label-contents'
import { scrappedJumboStates, takenBackJumboStates } from '@/areas/rolls/rules/jumbo-roll'
import { endedSlitStates, takenBackSlitStates } from '../rules/slit-roll'

const TAKEN_BACK_SLIT_STATES = options(slitRoll.fields.state, ...takenBackSlitStates)
const ENDED_SLIT_STATES = options(slitRoll.fields.state, ...endedSlitStates)
const LOST_JUMBO_STATES = options(jumboRoll.fields.state, ...takenBackJumboStates, ...scrappedJumboStates)

/** Answers `recentOutput`: output of orders since a moment. Uses one SQL statement and the index on orders. */
export const loadRecentOutput = (
  ctx: Context,
  { orderIds, since }: { orderIds: readonly string[]; since: string },
): Promise<RecentOutput[]> =>
  ctx.query(
    sql<RecentOutput>`select o."orderId",
       coalesce((select sum(kg) from slit_roll r where r.site_id = ${ctx.site} and r.work_order_id = o."orderId" and r.reworked_from_id is null and r.doffed_at > ${since} and r.grade = 'good' and r.state not in (${ENDED_SLIT_STATES})), 0)::float as "recentSlitKg",
       (select min(doffed_at) from slit_roll r where r.site_id = ${ctx.site} and r.work_order_id = o."orderId" and r.reworked_from_id is null and r.doffed_at > ${since} and r.state not in (${TAKEN_BACK_SLIT_STATES})) as "firstSlitAt",
       coalesce((select sum(net_kg) from jumbo_roll j where j.site_id = ${ctx.site} and j.work_order_id = o."orderId" and j.doffed_at > ${since} and j.grade = 'good' and j.state not in (${LOST_JUMBO_STATES})), 0)::float as "recentJumboKg",
       coalesce((select sum(kg) from slit_roll r where r.site_id = ${ctx.site} and r.work_order_id = o."orderId" and r.package_id is not null and r.state not in (${TAKEN_BACK_SLIT_STATES})), 0)::float as "packedKg"
     from unnest(${orderIds}::uuid[]) o("orderId")`,
  )

/** Answers `rollsOnSlitters`: jumbos on slitters that were wound for the order or are being cut for it. */
export const listRollsOnSlitters = (ctx: Context, { orderId }: { orderId: string }): Promise<RollOnSlitter[]> =>
  ctx.query(
    sql`select ${columns(cutting, ['slitterId'], 'c')}, ${computed<{ number: string }>`coalesce(j.number, '') as number`}
      from cutting c join jumbo_roll j on j.site_id = c.site_id and j.id = c.jumbo_roll_id
      where c.site_id = ${ctx.site} and c.state = ${options(cutting.fields.state, 'open')}
        and (j.work_order_id = ${orderId} or c.lanes @> jsonb_build_array(jsonb_build_object('workOrderId', ${orderId}::text)))
      order by c.started_at`,
  )

/** Answers `slitRollLock`: locks a slit roll and returns its number and the moment of its doff. */
export async function lockSlitRoll(ctx: Context, { slitRollId }: { readonly slitRollId: string }): Promise<LockedItem> {
  const { number, doffedAt } = await ctx.rows.lock(slitRoll, slitRollId)
  return { number, madeAt: doffedAt }
}
/**
 * Answers `slitRollLabelCount`: counts a printed label of each roll. Locks the rolls in the order of their ids, so that
 * two people who print the same rolls do not cause a deadlock.
 */
export async function countSlitRollLabels(
  ctx: Context,
  { slitRollIds }: { readonly slitRollIds: readonly string[] },
): Promise<number> {
  const rows = await ctx.query(
    sql`select ${columns(slitRoll, ['id', 'grade', 'lengthM', 'widthMm', 'expectedKg', 'kg'])} from slit_roll where site_id = ${ctx.site} and id = any(${slitRollIds}::uuid[]) order by id for no key update`,
  )
  const labels = rows.map((row) => ({ id: row.id, text: labelContents.slitRoll(row) }))
  await ctx.query(buildCountLabelsSql(ctx, sql`slit_roll`, labels))
  return labels.length
}
