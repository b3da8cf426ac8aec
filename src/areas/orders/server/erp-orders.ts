import type { InOf, OutOf } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import type { Create, Patch, Resource, Row } from '@/contract/resource'
import { product } from '@/areas/standards/contract/product'
import type { Context } from '@/server/context'
import { importSheet } from '@/server/crud/import'
import type { KitContext } from '@/server/crud/operations'
import { nextNumber } from '@/server/crud/numbers'
import { dayOf, likeWord } from '@/server/plant'
import { customer } from '../contract/customer'
import { erpOrder, type erpNames, type erpOptions, type ignoreErp, type releaseErp, type settleErp } from '../contract/erp-order'
import { workOrder } from '../contract/work-order'
import { decideImport, type ImportDecision, type OrderValues } from '../rules/erp-import'

type ErpRow = Row<typeof erpOrder>
type Source = ErpRow['source']
/** What an ERP may set; the rest of the row is ours. */
export const erpFields = [
  'externalNumber', 'customerCode', 'customerName', 'purchaseOrder', 'productCode', 'productName', 'gsm', 'widthMm', 'colour', 'orderedKg', 'orderedRolls', 'rollLengthM', 'rollKg', 'collocation', 'dueOn', 'orderedOn', 'note',
] as const
const valuesOf = (row: Partial<ErpRow>): OrderValues => Object.fromEntries(erpFields.flatMap((f) => (row[f] === undefined ? [] : [[f, row[f] as string | number | null]])))

/** Takes one line, from wherever it came: added, updated, left as it is, or put aside as a conflict. */
export async function take(ctx: Context, sent: Partial<ErpRow>, source: Source): Promise<{ decision: ImportDecision; row: ErpRow | null }> {
  const [known] = sent.externalNumber ? await ctx.rows.find(erpOrder, { where: { externalNumber: sent.externalNumber }, limit: 1, lock: true }) : []
  const order = known?.workOrderId ? await ctx.rows.get(workOrder, known.workOrderId) : null
  const decision = decideImport(known ? { values: valuesOf(known), workOrder: order?.state ?? null } : null, valuesOf(sent))
  const receivedAt = ctx.now.toISOString()
  if (decision.what === 'refuse') return { decision, row: null }
  if (decision.what === 'same') return { decision, row: known! }
  if (decision.what === 'add') return { decision, row: await ctx.rows.insert(erpOrder, { ...sent, ...await recognised(ctx, sent), source, receivedAt, conflict: {} } as Partial<ErpRow>) }
  const patch = Object.fromEntries(decision.changed.map((f) => [f, sent[f as keyof ErpRow] ?? null]))
  if (decision.what === 'conflict') return { decision, row: await ctx.rows.update(erpOrder, known!.id, { state: 'conflict', conflict: patch as ErpRow['conflict'], receivedAt }) }
  const row = await ctx.rows.update(erpOrder, known!.id, { ...patch as Partial<ErpRow>, ...await recognised(ctx, { ...known, ...patch }), receivedAt })
  if (order) await ctx.rows.update(workOrder, order.id, orderedOf(row))
  return { decision, row }
}
/** Codes of the ERP as ours, where we know them. */
async function recognised(ctx: Context, sent: Partial<ErpRow>): Promise<Pick<ErpRow, 'customerId' | 'productId'>> {
  const [made] = sent.productCode ? await ctx.rows.find(product, { where: { code: sent.productCode }, limit: 1 }) : []
  const [buyer] = sent.customerCode ? await ctx.rows.find(customer, { where: { code: sent.customerCode }, limit: 1 }) : []
  return { productId: made?.id ?? sent.productId ?? null, customerId: buyer?.id ?? sent.customerId ?? null }
}
const orderedOf = (row: ErpRow) => ({
  customerId: row.customerId, ...(row.productId ? { productId: row.productId } : {}), gsm: row.gsm, widthMm: row.widthMm, colour: row.colour, orderedKg: row.orderedKg, orderedRolls: row.orderedRolls,
  rollLengthM: row.rollLengthM, rollKg: row.rollKg, collocation: row.collocation, dueOn: row.dueOn, priority: row.priority, note: row.note,
})

/** POST /equ/erp_mes: by hand. */
export async function add(ctx: Context, input: Create<typeof erpOrder>): Promise<ErpRow> {
  return ctx.rows.insert(erpOrder, { ...(input as Partial<ErpRow>), ...await recognised(ctx, input as Partial<ErpRow>), source: 'hand', receivedAt: ctx.now.toISOString(), conflict: {} } as Partial<ErpRow>)
}
/** PUT /equ/erp_mes: not while it runs, for then the order is what was agreed. */
export async function edit(ctx: Context, { id, version, ...patch }: Patch<typeof erpOrder>): Promise<ErpRow> {
  const before = await ctx.rows.lock(erpOrder, id)
  const order = before.workOrderId ? await ctx.rows.get(workOrder, before.workOrderId) : null
  if (order && order.state !== 'planned') throw refuse('orders:refusals.begun', { number: order.number })
  const row = await ctx.rows.update(erpOrder, id, { ...patch as Partial<ErpRow>, ...await recognised(ctx, { ...before, ...patch } as Partial<ErpRow>) }, { version })
  if (order) await ctx.rows.update(workOrder, order.id, orderedOf(row))
  return row
}
/** DELETE /equ/erp_mes */
export async function remove(ctx: Context, { id, version }: { id: string; version?: number | null }): Promise<null> {
  const row = await ctx.rows.lock(erpOrder, id)
  if (row.workOrderId) throw refuse('orders:refusals.released', { number: row.externalNumber })
  await ctx.rows.remove(erpOrder, id, { version: version ?? null })
  return null
}
/** The sheet of an ERP that drops files: lines that were taken before are updated, never doubled. */
export const importOrders = (ctx: Context, input: { file: string[]; dryRun?: boolean | null }) =>
  importSheet(ctx as KitContext, erpOrder as unknown as Resource, input.file, input.dryRun ?? false, {
    insert: async (c, row) => (await take(c, row as Partial<ErpRow>, 'sheet')).row!,
    update: async (c, id, row) => { const known = await c.rows.get(erpOrder, id); return (await take(c, { ...row as Partial<ErpRow>, externalNumber: known.externalNumber }, 'sheet')).row! },
  })

/** POST /equ/erp_release. `WO261120-004`: the fourth of that day. */
export async function release(ctx: Context, input: InOf<typeof releaseErp>): Promise<ErpRow> {
  const row = await ctx.rows.lock(erpOrder, input.id)
  if (row.workOrderId) throw refuse('orders:refusals.released', { number: row.externalNumber })
  if (!row.productId) throw refuse('orders:refusals.unknownProduct', { code: row.productCode })
  const day = dayOf(ctx, ctx.now.toISOString()).slice(2).replaceAll('-', '')
  const serial = String(await nextNumber(ctx, `workOrder:${day}`)).padStart(3, '0')
  const order = await ctx.rows.insert(workOrder, { ...orderedOf(row), productId: row.productId, number: `WO${day}-${serial}`, batch: `B${day}${serial}`, erpOrderId: row.id })
  return ctx.rows.update(erpOrder, row.id, { state: 'released', workOrderId: order.id }, { version: input.version ?? null })
}
/** POST /equ/erp_settle */
export async function settle(ctx: Context, input: InOf<typeof settleErp>): Promise<ErpRow> {
  const row = await ctx.rows.lock(erpOrder, input.id)
  if (row.state !== 'conflict' || !row.workOrderId) throw refuse('orders:refusals.noConflict', { number: row.externalNumber })
  const theirs = input.take === 'theirs' ? row.conflict as Partial<ErpRow> : {}
  const saved = await ctx.rows.update(erpOrder, row.id, { ...theirs, ...await recognised(ctx, { ...row, ...theirs }), state: 'released', conflict: {} }, { version: input.version ?? null })
  if (input.take === 'theirs') await ctx.rows.update(workOrder, row.workOrderId, { ...orderedOf(saved), reason: input.reason })
  return saved
}
/** POST /equ/erp_ignore */
export async function ignore(ctx: Context, input: InOf<typeof ignoreErp>): Promise<ErpRow> {
  const row = await ctx.rows.lock(erpOrder, input.id)
  if (row.workOrderId) throw refuse('orders:refusals.released', { number: row.externalNumber })
  return ctx.rows.update(erpOrder, row.id, { state: input.ignored ? 'ignored' : 'new' }, { version: input.version ?? null })
}

/** OPTIONS /equ/erp_mes */
export async function options(ctx: Context): Promise<OutOf<typeof erpOptions>> {
  const counts = await ctx.query<{ state: string; count: number }>('select state, count(*)::int as count from erp_order where site_id = $1 group by state', [ctx.site])
  const required = (field: string) => (erpOrder.fields as Record<string, { required?: boolean }>)[field]?.required ?? false
  return { fields: erpFields.map((field) => ({ field, label: ctx.t(`orders:erpOrder.fields.${field}`), required: required(field) })), counts, exportPath: '/equ/erp_mes_excel' }
}
/** GET /equ/erp_names */
export const names = (ctx: Context, input: InOf<typeof erpNames>): Promise<OutOf<typeof erpNames>> => ctx.query(
  `select id, concat_ws(' · ', external_number, product_code, customer_name) as label from erp_order where site_id = $1 and ($2::text is null or external_number ilike $2 or product_code ilike $2 or customer_name ilike $2) order by created_at desc limit 200`,
  [ctx.site, likeWord(input.keyword)])
