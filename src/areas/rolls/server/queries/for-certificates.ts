/** What certificates ask of rolls: the finished ones of orders, with the jumbo that each was tested with. */
import type { Context } from '@/server/context'
import { oneOf } from '@/server/crud/sql'
import { slitRoll } from '../../rules/slit-roll'

/** States of slit rolls that are, or become, a customer's. */
const finished = slitRoll.states.filter((state) => state !== 'recycled' && state !== 'undone')

/** A finished roll as a certificate lists it. */
export interface FinishedRoll extends Record<string, unknown> {
  id: string
  number: string
  jumboRollId: string
  workOrderId: string | null
  widthMm: number
  lengthM: number
  kg: number | null
  madeOn: string
  /** Numbers of holds that are on it. */
  holds: string[]
}
const MOST = 2000
const fields = `r.id, r.number, r.jumbo_roll_id as "jumboRollId", r.work_order_id as "workOrderId", r.width_mm as "widthMm", r.length_m::float as "lengthM", coalesce(r.kg, r.expected_kg)::float as kg, r.business_date::text as "madeOn",
  (select coalesce(jsonb_agg(h.number order by h.number), '[]') from hold h where h.site_id = r.site_id and r.holds <> '[]' and r.holds ? h.id::text) as holds`

/** The finished rolls of an order, waste left out, in the order of their making; or these rolls, whatever they are of. At most 2,000. */
export const finishedRolls = (
  ctx: Context,
  asked: { readonly workOrderId: string } | { readonly rollIds: readonly string[] },
): Promise<FinishedRoll[]> =>
  'rollIds' in asked
    ? ctx.query<FinishedRoll>(
        `select ${fields} from slit_roll r where r.site_id = $1 and r.id = any($2::uuid[]) and r.state in (${oneOf(finished)}) order by r.doffed_at, r.number limit ${MOST}`,
        [ctx.site, asked.rollIds],
      )
    : ctx.query<FinishedRoll>(
        `select ${fields} from slit_roll r where r.site_id = $1 and r.work_order_id = $2 and r.state in (${oneOf(finished)}) and coalesce(r.grade, 'good') <> 'waste' order by r.doffed_at, r.number limit ${MOST}`,
        [ctx.site, asked.workOrderId],
      )

/** Which jumbos the finished rolls of orders were cut from, and how many rolls. One statement. */
export const jumbosOfOrders = (
  ctx: Context,
  orderIds: readonly string[],
): Promise<{ workOrderId: string; jumboRollIds: string[]; rolls: number }[]> =>
  ctx.query(
    `select work_order_id as "workOrderId", jsonb_agg(distinct jumbo_roll_id) as "jumboRollIds", count(*)::int as rolls from slit_roll
     where site_id = $1 and work_order_id = any($2::uuid[]) and state in (${oneOf(finished)}) and coalesce(grade, 'good') <> 'waste' group by 1`,
    [ctx.site, orderIds],
  )
/** The order of a roll by the number on its label, or null. */
export async function orderOfRoll(ctx: Context, number: string): Promise<string | null> {
  const [row] = await ctx.query<{ id: string | null }>(
    `select work_order_id as id from slit_roll where site_id = $1 and number = $2 union all select work_order_id from jumbo_roll where site_id = $1 and number = $2 limit 1`,
    [ctx.site, number],
  )
  return row?.id ?? null
}
