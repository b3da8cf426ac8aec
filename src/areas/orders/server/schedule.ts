import type { InOf, OutOf } from '@/contract/endpoint'
import { refuse, refuseInput } from '@/contract/errno'
import { uuid7 } from '@/contract/id'
import type { Create, Patch, Row } from '@/contract/resource'
import { line } from '@/areas/equipment/contract/line'
import { toMillis, toMoment } from '@/areas/handover/rules/plant-time'
import { product } from '@/areas/standards/contract/product'
import type { Context } from '@/server/context'
import { changeoverMinutes, firstGap, overlapping, shifted, type Recipe, type Slot } from '../rules/schedule'
import { begun } from '../rules/work-order'
import { scheduleEntry, type placeOrder } from '../contract/schedule'
import { workOrder } from '../contract/work-order'

type Entry = Row<typeof scheduleEntry>
type Planned = Slot & { readonly fixed: boolean; readonly orderId: string; readonly recipe: Recipe }
const MINUTE = 60_000

/** The row of a line, locked: two planners of one line come one after the other. */
async function rowOf(ctx: Context, lineId: string, around: number): Promise<Planned[]> {
  await ctx.rows.lock(line, lineId)
  const rows = await ctx.query<{ id: string; startsAt: string; endsAt: string; orderId: string; state: string; productId: string; gsm: number | null; colour: string | null; widthMm: number | null; treatment: string | null }>(
    `select s.id, s.starts_at as "startsAt", s.ends_at as "endsAt", o.id as "orderId", o.state, o.product_id as "productId", coalesce(o.gsm, p.gsm)::float as gsm, coalesce(o.colour, p.colour) as colour, coalesce(o.width_mm, p.width_mm) as "widthMm", p.treatment
     from schedule_entry s join work_order o on o.site_id = s.site_id and o.id = s.work_order_id join product p on p.site_id = o.site_id and p.id = o.product_id
     where s.site_id = $1 and s.line_id = $2 and s.ends_at > $3 and o.state not in ('closed', 'cancelled') order by s.starts_at limit 1000`,
    [ctx.site, lineId, toMoment(around - 30 * 24 * 60 * MINUTE)])
  return rows.map((r) => ({
    id: r.id, startsAt: toMillis(r.startsAt), endsAt: toMillis(r.endsAt), orderId: r.orderId, fixed: begun(r.state as never),
    recipe: { productId: r.productId, gsm: r.gsm ?? 0, colour: r.colour, treatment: r.treatment, widthMm: r.widthMm ?? 0 },
  }))
}
async function recipeOf(ctx: Context, orderId: string): Promise<Recipe> {
  const order = await ctx.rows.get(workOrder, orderId)
  const made = await ctx.rows.get(product, order.productId)
  return { productId: made.id, gsm: order.gsm ?? made.gsm, colour: order.colour ?? made.colour, treatment: made.treatment, widthMm: order.widthMm ?? made.widthMm ?? 0 }
}
const mustLast = (startsAt: string, endsAt: string): void => { if (toMillis(endsAt) <= toMillis(startsAt)) throw refuseInput([{ path: ['endsAt'], code: 'tooSmall', params: { limit: startsAt } }]) }

/** What stands in the way of a slot on a line, said with its number. */
async function mustBeFree(ctx: Context, slot: Slot, row: readonly Planned[]): Promise<void> {
  const [other] = overlapping(slot, row)
  if (!other) return
  const { number } = await ctx.rows.get(workOrder, (other as Planned).orderId)
  throw refuse('orders:refusals.overlap', { number, from: toMoment(other.startsAt), to: toMoment(other.endsAt) })
}
const changeoverAt = (slot: Slot, recipe: Recipe, row: readonly Planned[]): number => {
  const before = row.filter((r) => r.id !== slot.id && r.endsAt <= slot.startsAt).at(-1)
  return changeoverMinutes(before?.recipe ?? null, recipe)
}
/** The order shows when it is planned, wherever it is looked at. */
const show = (ctx: Context, orderId: string, entry: Pick<Entry, 'startsAt' | 'endsAt' | 'lineId'> | null) =>
  ctx.rows.update(workOrder, orderId, entry ? { plannedStart: entry.startsAt, plannedEnd: entry.endsAt, lineId: entry.lineId } : { plannedStart: null, plannedEnd: null })

/** POST /equ/add_schedule */
export async function add(ctx: Context, input: Create<typeof scheduleEntry>): Promise<Entry> {
  mustLast(input.startsAt, input.endsAt)
  const row = await rowOf(ctx, input.lineId, toMillis(input.startsAt))
  const slot = { id: input.id ?? uuid7(ctx.now.getTime()), startsAt: toMillis(input.startsAt), endsAt: toMillis(input.endsAt) }
  await mustBeFree(ctx, slot, row)
  const saved = await ctx.rows.insert(scheduleEntry, { ...input, id: slot.id, note: input.note ?? null, changeoverMinutes: changeoverAt(slot, await recipeOf(ctx, input.workOrderId), row) })
  await show(ctx, saved.workOrderId, saved)
  return saved
}
/** PUT /equ/edit_schedule */
export async function edit(ctx: Context, { id, version, ...patch }: Patch<typeof scheduleEntry>): Promise<Entry> {
  const before = await ctx.rows.get(scheduleEntry, id)
  const after = { ...before, ...patch } as Entry
  mustLast(after.startsAt, after.endsAt)
  for (const lineId of [...new Set([before.lineId, after.lineId])].sort()) await ctx.rows.lock(line, lineId)
  const row = await rowOf(ctx, after.lineId, toMillis(after.startsAt))
  const slot = { id, startsAt: toMillis(after.startsAt), endsAt: toMillis(after.endsAt) }
  await mustBeFree(ctx, slot, row)
  const saved = await ctx.rows.update(scheduleEntry, id, { ...patch as Partial<Entry>, changeoverMinutes: changeoverAt(slot, await recipeOf(ctx, after.workOrderId), row) }, { version })
  if (before.workOrderId !== saved.workOrderId) await show(ctx, before.workOrderId, null)
  await show(ctx, saved.workOrderId, saved)
  return saved
}
/** DELETE /equ/del_schedule */
export async function remove(ctx: Context, { id, version }: { id: string; version?: number | null }): Promise<null> {
  const entry = await ctx.rows.lock(scheduleEntry, id)
  const order = await ctx.rows.lock(workOrder, entry.workOrderId)
  if (begun(order.state)) throw refuse('orders:refusals.begun', { number: order.number })
  await ctx.rows.remove(scheduleEntry, id, { version: version ?? null })
  await show(ctx, order.id, null)
  return null
}

/** POST /production_scheduling */
export async function place(ctx: Context, input: InOf<typeof placeOrder>): Promise<OutOf<typeof placeOrder>> {
  const order = await ctx.rows.get(workOrder, input.workOrderId)
  if (begun(order.state) && order.lineId !== input.lineId) throw refuse('orders:refusals.begun', { number: order.number })
  const [own] = await ctx.rows.find(scheduleEntry, { where: { workOrderId: order.id }, limit: 1 })
  const wanted = toMillis(input.startsAt)
  const length = input.endsAt ? toMillis(input.endsAt) - wanted : own ? toMillis(own.endsAt) - toMillis(own.startsAt) : LENGTH_UNKNOWN
  if (length <= 0) throw refuseInput([{ path: ['endsAt'], code: 'tooSmall', params: { limit: input.startsAt } }])
  const row = await rowOf(ctx, input.lineId, wanted)
  const recipe = await recipeOf(ctx, order.id)
  const slot: Slot = { id: own?.id ?? input.id ?? uuid7(ctx.now.getTime()), startsAt: wanted, endsAt: wanted + length }
  const recipes = new Map<string, Recipe>([...row.map((r) => [r.id, r.recipe] as const), [slot.id, recipe] as const])
  const moved = shifted(slot, row, (id, next) => changeoverMinutes(recipes.get(id) ?? null, recipes.get(next)!) * MINUTE)
  if (!moved) {
    await mustBeFree(ctx, slot, row)
    throw refuse('orders:refusals.noRoom', { from: toMoment(firstGap(length, row, wanted)) })
  }
  const answer = { entry: slot.id, moved: moved.map((m) => ({ id: m.id, startsAt: toMoment(m.startsAt), endsAt: toMoment(m.endsAt) })) }
  if (!input.dryRun) await move(ctx, input, own ?? null, slot, moved, row, recipe)
  return answer
}
/** An order of unknown size gets a shift to begin with. */
const LENGTH_UNKNOWN = 8 * 60 * MINUTE

async function move(ctx: Context, input: InOf<typeof placeOrder>, own: Entry | null, slot: Slot, moved: readonly Slot[], row: readonly Planned[], recipe: Recipe): Promise<void> {
  const times = (s: Slot) => ({ startsAt: toMoment(s.startsAt), endsAt: toMoment(s.endsAt) })
  const values = { ...times(slot), lineId: input.lineId, changeoverMinutes: changeoverAt(slot, recipe, row) }
  if (own) await ctx.rows.update(scheduleEntry, own.id, values, { version: input.version ?? null })
  else await ctx.rows.insert(scheduleEntry, { id: slot.id, workOrderId: input.workOrderId, ...values })
  await show(ctx, input.workOrderId, values)
  for (const other of moved.filter((m) => m.id !== slot.id)) {
    const saved = await ctx.rows.update(scheduleEntry, other.id, times(other))
    await show(ctx, saved.workOrderId, saved)
  }
}
