import { containsSql, toSearchPattern } from '@/server/search'
import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import type { CreateInput, UpdateInput, Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { importWorkbook } from '@/server/crud/import-workbook'
import type { KitContext } from '@/server/crud/operations'
import { takeNextNumber } from '@/server/crud/number-series'
import { toPlantDay } from '@/plant/server/plant'
import {
  erpFields,
  erpOrder,
  type erpNames,
  type erpOptions,
  type ignoreErp,
  type releaseErp,
  type settleErp,
} from '../contract/erp-order'
import { orderedFields, workOrder } from '../contract/work-order'
import { begun } from '../rules/work-order'
import { mustBeSlit } from './order-pattern'
import { mustFit } from './work-orders'
import { notifyConflicts } from './erp-notices'
import { change, insertLine, recognised, take, unknownCode, type ErpRow, type Sent } from './erp-take'
import { orderWarnings } from './gsm-warning'

type OrderRow = Row<typeof workOrder>

/** POST /equ/erp_mes: adds a line entered by hand. */
export async function add(ctx: Context, input: CreateInput<typeof erpOrder>): Promise<ErpRow> {
  await lineMustBeSlit(ctx, null, input as Sent)
  return insertLine(ctx, input as Sent, 'hand')
}
/** PUT /equ/erp_mes. Refused once the order has begun. */
export async function edit(ctx: Context, { id, version, ...patch }: UpdateInput<typeof erpOrder>): Promise<ErpRow> {
  const row = await ctx.rows.lock(erpOrder, id)
  await lineMustBeSlit(ctx, row, patch as Sent)
  const order = row.workOrderId ? await ctx.rows.lock(workOrder, row.workOrderId) : null
  if (order && begun(order.state)) throw refuse('orders:refusals.inProduction', { number: order.number })
  return change(ctx, row, order, patch as Sent, row.receivedAt ?? ctx.now.toISOString(), { version })
}
/** @throws 6000 if the pattern of the resulting line cannot be cut, with the product that its code names */
async function lineMustBeSlit(ctx: Context, row: ErpRow | null, sent: Sent): Promise<void> {
  if (sent.slittingPattern ?? row?.slittingPattern)
    await mustBeSlit(ctx, { ...row, ...sent, ...(await recognised(ctx, row, sent)) }, row)
}
/** DELETE /equ/erp_mes. Refused for a released line. */
export async function remove(ctx: Context, { id, version }: { id: string; version?: number | null }): Promise<null> {
  const row = await ctx.rows.lock(erpOrder, id)
  if (row.workOrderId) throw refuse('orders:refusals.released', { number: row.externalNumber })
  await ctx.rows.remove(erpOrder, id, { version: version ?? null })
  return null
}
/** Imports the workbook of an ERP that exports files: known lines are updated, never duplicated. */
export async function importOrders(ctx: Context, input: { file: string[]; dryRun?: boolean | null }) {
  const conflicts: ErpRow[] = []
  const { seen, warn } = orderWarnings()
  const taken = async (inside: Context, line: Record<string, unknown>) => {
    const { row, conflict } = await fromSheet(inside, line)
    if (conflict) conflicts.push(row)
    return seen(inside, row)
  }
  const result = await importWorkbook(ctx as KitContext, erpOrder, input, {
    insert: taken,
    update: (inside, _id, line) => taken(inside, line),
    warn,
  })
  notifyConflicts(ctx, conflicts)
  return result
}
async function fromSheet(ctx: Context, line: Record<string, unknown>): Promise<{ row: ErpRow; conflict: boolean }> {
  await lineMustBeSlit(ctx, null, line as Sent)
  const { decision, row } = await take(ctx, line as Sent, 'sheet')
  if (row) return { row, conflict: decision.what === 'conflict' }
  throw refuse('contract:errors.stepMissing', {
    fields:
      decision.what === 'refuse' ? decision.missing.map((f) => ctx.t(`orders:erpOrder.fields.${f}`)).join(', ') : '',
  })
}

/** POST /equ/erp_release: creates the work order of a line. */
export async function release(ctx: Context, input: EndpointInput<typeof releaseErp>): Promise<ErpRow> {
  const row = await ctx.rows.lock(erpOrder, input.id)
  if (row.workOrderId) throw refuse('orders:refusals.released', { number: row.externalNumber })
  if (row.state === 'ignored') throw refuse('orders:refusals.ignored', { number: row.externalNumber })
  // Product and customer may have been added since the line was received.
  const found = await recognised(ctx, row, {})
  const unknown = unknownCode(row, row, found)
  if (unknown) throw unknown
  const asked = Object.fromEntries(
    Object.entries({ ...row, ...found }).filter(([field]) => field in orderedFields),
  ) as Partial<OrderRow>
  mustFit(asked)
  await mustBeSlit(ctx, asked)
  const order = await ctx.rows.insert(workOrder, { ...asked, erpOrderId: row.id, ...(await numberOf(ctx)) })
  return ctx.rows.update(
    erpOrder,
    row.id,
    { ...found, state: 'released', workOrderId: order.id },
    { version: input.version ?? null },
  )
}
/** Creates number and batch, e.g. `WO261120-004` for the fourth order of that business day; skips numbers in use. */
async function numberOf(ctx: Context): Promise<{ number: string; batch: string }> {
  const day = toPlantDay(ctx, ctx.now.toISOString()).slice(2).replaceAll('-', '')
  for (;;) {
    const serial = String(await takeNextNumber(ctx, `workOrder:${day}`)).padStart(3, '0')
    const number = `WO${day}-${serial}`
    if ((await ctx.rows.find(workOrder, { where: { number }, limit: 1 })).length === 0)
      return { number, batch: `B${day}${serial}` }
  }
}

/** POST /equ/erp_settle: applies or declines the changes of a conflict, field by field. */
export async function settle(ctx: Context, input: EndpointInput<typeof settleErp>): Promise<ErpRow> {
  const row = await ctx.rows.lock(erpOrder, input.id)
  if (row.state !== 'conflict' || !row.workOrderId)
    throw refuse('orders:refusals.noConflict', { number: row.externalNumber })
  const order = await ctx.rows.lock(workOrder, row.workOrderId)
  const otherwise = new Map((input.fields ?? []).map(({ field, take: side }) => [field, side]))
  const taken = (field: string) => (otherwise.get(field) ?? input.take) === 'theirs'
  const theirs = Object.fromEntries(Object.entries(row.conflict).filter(([field]) => taken(field)))
  if (Object.keys(theirs).length > 0 && order.state === 'closed')
    throw refuse('orders:refusals.over', {
      number: order.number,
      state: ctx.t('orders:workOrder.options.state.closed'),
    })
  const declined = Object.fromEntries(
    Object.entries({ ...row.declined, ...row.conflict }).filter(([field]) => !(field in theirs)),
  )
  const saved = await change(ctx, row, order, theirs as Sent, row.receivedAt ?? ctx.now.toISOString(), {
    state: 'released',
    conflict: {},
    declined,
    ...(input.version ? { version: input.version } : {}),
  })
  await ctx.rows.update(workOrder, order.id, { reason: input.reason })
  return saved
}
/** POST /equ/erp_ignore: ignores a line or resumes it. Refused for a released line. */
export async function ignore(ctx: Context, input: EndpointInput<typeof ignoreErp>): Promise<ErpRow> {
  const row = await ctx.rows.lock(erpOrder, input.id)
  if (row.workOrderId) throw refuse('orders:refusals.released', { number: row.externalNumber })
  return ctx.rows.update(
    erpOrder,
    row.id,
    { state: input.ignored ? 'ignored' : 'new' },
    { version: input.version ?? null },
  )
}

/** OPTIONS /equ/erp_mes: mappable fields and number of lines per state. */
export async function options(ctx: Context): Promise<EndpointOutput<typeof erpOptions>> {
  const counts = await ctx.query<{ state: string; count: number }>(
    'select state, count(*)::int as count from erp_order where site_id = $1 group by state order by state',
    [ctx.site],
  )
  const required = (field: string) =>
    (erpOrder.fields as Record<string, { required?: boolean }>)[field]?.required ?? false
  return {
    fields: erpFields.map((field) => ({
      field,
      label: ctx.t(`orders:erpOrder.fields.${field}`),
      required: required(field),
    })),
    counts,
    exportPath: '/equ/erp_mes_excel',
  }
}
/** GET /equ/erp_names: the latest 200 matches. */
export const names = (ctx: Context, input: EndpointInput<typeof erpNames>): Promise<EndpointOutput<typeof erpNames>> =>
  ctx.query(
    `select id, concat_ws(' · ', external_number, product_code, customer_name) as label from erp_order
   where site_id = $1 and ($2::text is null or ${['external_number', 'product_code', 'customer_name'].map((column) => containsSql(column, '$2')).join(' or ')}) order by created_at desc, id limit 200`,
    [ctx.site, toSearchPattern(input.keyword)],
  )
