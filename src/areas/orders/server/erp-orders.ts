/** Handlers of ERP orders. "Line" means a line of an ERP order here, not a production line. */
import { buildSearchCondition, toSearchPattern } from '@/server/search'
import { refuse } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { importWorkbook } from '@/server/crud/import-workbook'
import type { AppContext } from '@/server/crud/operations'
import { takeNextNumber } from '@/server/crud/number-series'
import { toPlantDay } from '@/plant/server/plant'
import {
  erpFields,
  erpOrder,
  erpOrderNames,
  erpOrderOptions,
  ignoreErpOrder,
  releaseErpOrder,
  settleErpConflict,
  undoErpRelease,
} from '../contract/erp-order'
import { scheduleEntry } from '../contract/schedule'
import { orderedFields, workOrder } from '../contract/work-order'
import { hasOrderBegun } from '../rules/work-order'
import { assertCanBeSlit } from './order-pattern'
import { assertSizesFit } from './work-orders'
import {
  updateErpLine,
  insertErpLine,
  findReferenceIds,
  importErpLine,
  findUnknownCodeRefusal,
  type ErpOrderRow,
  type ErpLineInput,
  notifyConflicts,
} from './erp-lines'
import { createOrderWarnings } from './order-warnings'
import { columns, computed, limit, sql } from '@/server/sql'
import { handle } from '@/server/area'

type WorkOrderRow = Row<typeof workOrder>

/** POST /equ/erp_mes: adds a line entered by hand. */
export const addErpOrder = handle(erpOrder.endpoints.create, async (ctx, input) => {
  await assertLineCanBeSlit(ctx, null, input as ErpLineInput)
  return insertErpLine(ctx, input as ErpLineInput, 'hand')
})
/** PUT /equ/erp_mes. Refused once the order has begun. */
export const editErpOrder = handle(erpOrder.endpoints.update, async (ctx, { id, version, ...patch }) => {
  const row = await ctx.rows.lock(erpOrder, id)
  await assertLineCanBeSlit(ctx, row, patch as ErpLineInput)
  const order = row.workOrderId ? await ctx.rows.lock(workOrder, row.workOrderId) : null
  if (order && hasOrderBegun(order.state)) throw refuse('orders:refusals.inProduction', { number: order.number })
  return updateErpLine(ctx, row, order, patch as ErpLineInput, row.receivedAt ?? ctx.now.toISOString(), { version })
})
/** @throws a refusal if the slitting pattern of the resulting line cannot be cut from the product's web */
async function assertLineCanBeSlit(ctx: Context, row: ErpOrderRow | null, receivedLine: ErpLineInput): Promise<void> {
  if (receivedLine.slittingPattern ?? row?.slittingPattern)
    await assertCanBeSlit(ctx, { ...row, ...receivedLine, ...(await findReferenceIds(ctx, row, receivedLine)) }, row)
}
/** DELETE /equ/erp_mes. Refused for a released line. */
export const removeErpOrder = handle(erpOrder.endpoints.remove, async (ctx, { id, version }) => {
  const row = await ctx.rows.lock(erpOrder, id)
  if (row.workOrderId) throw refuse('orders:refusals.released', { number: row.externalNumber })
  await ctx.rows.remove(erpOrder, id, { version: version ?? null })
  return null
})
/** POST /equ/erp_mes_import: imports a workbook that the ERP exported. Known lines are updated, never duplicated. */
export const importErpOrders = handle(erpOrder.endpoints.import, async (ctx, input) => {
  const conflicts: ErpOrderRow[] = []
  const { rememberReferences, warn } = createOrderWarnings()
  const importRow = async (txCtx: Context, line: Record<string, unknown>) => {
    const { row, isConflict } = await importWorkbookRow(txCtx, line)
    if (isConflict) conflicts.push(row)
    return rememberReferences(txCtx, row)
  }
  const result = await importWorkbook(ctx as AppContext, erpOrder, input, {
    insert: importRow,
    update: (txCtx, _id, line) => importRow(txCtx, line),
    warn,
  })
  notifyConflicts(ctx, conflicts)
  return result
})
async function importWorkbookRow(
  ctx: Context,
  line: Record<string, unknown>,
): Promise<{ row: ErpOrderRow; isConflict: boolean }> {
  await assertLineCanBeSlit(ctx, null, line as ErpLineInput)
  const { decision, row } = await importErpLine(ctx, line as ErpLineInput, 'sheet')
  if (row) return { row, isConflict: decision.kind === 'conflict' }
  throw refuse('contract:errors.stepMissing', {
    fields:
      decision.kind === 'refuse'
        ? decision.missing.map((field) => ctx.t(`orders:erpOrder.fields.${field}`)).join(', ')
        : '',
  })
}

/** POST /equ/erp_release: creates the work order of a line. */
export const releaseOrder = handle(releaseErpOrder, async (ctx, input) => {
  const row = await ctx.rows.lock(erpOrder, input.id)
  if (row.workOrderId) throw refuse('orders:refusals.released', { number: row.externalNumber })
  if (row.state === 'ignored') throw refuse('orders:refusals.ignored', { number: row.externalNumber })
  // Product and customer may have been added since the line was received.
  const referenceIds = await findReferenceIds(ctx, row, {})
  const codeRefusal = findUnknownCodeRefusal(row, row, referenceIds)
  if (codeRefusal) throw codeRefusal
  const orderFields = Object.fromEntries(
    Object.entries({ ...row, ...referenceIds }).filter(([field]) => field in orderedFields),
  ) as Partial<WorkOrderRow>
  assertSizesFit(orderFields)
  await assertCanBeSlit(ctx, orderFields)
  const order = await ctx.rows.insert(workOrder, {
    ...orderFields,
    erpOrderId: row.id,
    ...(await createOrderNumber(ctx)),
  })
  return ctx.rows.update(
    erpOrder,
    row.id,
    { ...referenceIds, state: 'released', workOrderId: order.id },
    { version: input.version ?? null },
  )
})
/** POST /equ/erp_release_undo */
export const undoRelease = handle(undoErpRelease, async (ctx, input) => {
  const row = await ctx.rows.lock(erpOrder, input.id)
  const order = row.workOrderId ? await ctx.rows.lock(workOrder, row.workOrderId) : null
  if (!order) throw refuse('orders:refusals.notReleased', { number: row.externalNumber })
  const [entry] = await ctx.rows.find(scheduleEntry, { where: { workOrderId: order.id }, limit: 1 })
  if (order.state !== 'planned' || entry) throw refuse('orders:refusals.releaseInUse', { number: order.number })
  await ctx.rows.update(workOrder, order.id, { state: 'cancelled', plannedStart: null, plannedEnd: null })
  return ctx.rows.update(
    erpOrder,
    row.id,
    { state: 'new', workOrderId: null, conflict: {}, declined: {} },
    { version: input.version ?? null },
  )
})
/** Creates number and batch, e.g. `WO261120-004` for the fourth order of that business day; skips numbers in use. */
async function createOrderNumber(ctx: Context): Promise<{ number: string; batch: string }> {
  const day = toPlantDay(ctx, ctx.now.toISOString()).slice(2).replaceAll('-', '')
  for (;;) {
    const serial = String(await takeNextNumber(ctx, `workOrder:${day}`)).padStart(3, '0')
    const number = `WO${day}-${serial}`
    if ((await ctx.rows.find(workOrder, { where: { number }, limit: 1 })).length === 0)
      return { number, batch: `B${day}${serial}` }
  }
}

/** POST /equ/erp_settle: applies or declines the changes of a conflict, field by field. */
export const settleConflict = handle(settleErpConflict, async (ctx, input) => {
  const row = await ctx.rows.lock(erpOrder, input.id)
  if (row.state !== 'conflict' || !row.workOrderId)
    throw refuse('orders:refusals.noConflict', { number: row.externalNumber })
  const order = await ctx.rows.lock(workOrder, row.workOrderId)
  const sideByField = new Map((input.fields ?? []).map(({ field, take: side }) => [field, side]))
  const acceptsChange = (field: string) => (sideByField.get(field) ?? input.take) === 'theirs'
  const acceptedChanges = Object.fromEntries(Object.entries(row.conflict).filter(([field]) => acceptsChange(field)))
  if (Object.keys(acceptedChanges).length > 0 && order.state === 'closed')
    throw refuse('orders:refusals.over', {
      number: order.number,
      state: ctx.t('orders:workOrder.options.state.closed'),
    })
  const declinedChanges = Object.fromEntries(
    Object.entries({ ...row.declined, ...row.conflict }).filter(([field]) => !(field in acceptedChanges)),
  )
  const savedRow = await updateErpLine(
    ctx,
    row,
    order,
    acceptedChanges as ErpLineInput,
    row.receivedAt ?? ctx.now.toISOString(),
    {
      state: 'released',
      conflict: {},
      declined: declinedChanges,
      ...(input.version ? { version: input.version } : {}),
    },
  )
  await ctx.rows.update(workOrder, order.id, { reason: input.reason })
  return savedRow
})
/** POST /equ/erp_ignore: ignores a line, or makes an ignored line new again. Refused for a released line. */
export const ignoreOrder = handle(ignoreErpOrder, async (ctx, input) => {
  const row = await ctx.rows.lock(erpOrder, input.id)
  if (row.workOrderId) throw refuse('orders:refusals.released', { number: row.externalNumber })
  return ctx.rows.update(
    erpOrder,
    row.id,
    { state: input.ignored ? 'ignored' : 'new' },
    { version: input.version ?? null },
  )
})

/** OPTIONS /equ/erp_mes: mappable fields and number of lines per state. */
export const loadErpOptions = handle(erpOrderOptions, async (ctx) => {
  const counts = await ctx.query(
    sql`select ${columns(erpOrder, ['state'])}, ${computed<{ count: number }>`count(*)::int as count`} from erp_order where site_id = ${ctx.site} group by state order by state`,
  )
  const isRequired = (field: string) =>
    (erpOrder.fields as Record<string, { required?: boolean }>)[field]?.required ?? false
  return {
    fields: erpFields.map((field) => ({
      field,
      label: ctx.t(`orders:erpOrder.fields.${field}`),
      required: isRequired(field),
    })),
    counts,
    exportPath: '/equ/erp_mes_excel',
  }
})
/** GET /equ/erp_names: the latest 200 matches. */
export const listErpNames = handle(erpOrderNames, (ctx, input) =>
  ctx.query(
    sql`select ${columns(erpOrder, ['id'])}, ${computed<{ label: string }>`concat_ws(' · ', external_number, product_code, customer_name) as label`} from erp_order
      where site_id = ${ctx.site} and ${buildSearchCondition(['external_number', 'product_code', 'customer_name'], toSearchPattern(input.keyword))}
      order by created_at desc, id ${limit(200)}`,
  ),
)
