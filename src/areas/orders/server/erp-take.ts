import { errno, Refusal, refuse } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import { product } from '@/areas/standards/contract/product'
import type { Context } from '@/server/context'
import { customer } from '../contract/customer'
import { erpFields, erpOrder } from '../contract/erp-order'
import { orderedFields, workOrder } from '../contract/work-order'
import { decideImport, saysOther, type ImportDecision, type OrderValues } from '../rules/erp-import'
import { begun } from '../rules/work-order'
import { mustBeSlit, patternProblem } from './order-pattern'

export type ErpRow = Row<typeof erpOrder>
type OrderRow = Row<typeof workOrder>
export type Sent = Partial<ErpRow>
const ids = ['customerId', 'productId'] as const
/** Converts a line to comparable values. A workbook may name our own rows; an empty cell leaves them unchanged. */
const valuesOf = (row: Sent): OrderValues =>
  Object.fromEntries([
    ...erpFields.flatMap((f) => (row[f] === undefined ? [] : [[f, row[f]] as const])),
    ...ids.flatMap((f) => (row[f] == null ? [] : [[f, row[f]] as const])),
  ])
const knownOf = (row: ErpRow, state: OrderRow['state'] | null) => ({
  values: valuesOf(row),
  pending: row.conflict,
  declined: row.declined,
  workOrder: state,
})

/** Returns the numbers of unchanged lines. Always two queries, so that pulling known lines is cheap. */
export async function unchanged(ctx: Context, lines: readonly Sent[]): Promise<Set<string>> {
  const known = await ctx.rows.find(erpOrder, {
    where: { externalNumber: lines.flatMap((l) => l.externalNumber ?? []) },
    limit: lines.length,
  })
  const orders = await ctx.rows.find(workOrder, {
    where: { id: known.flatMap((k) => k.workOrderId ?? []) },
    limit: lines.length,
  })
  const states = new Map(orders.map((o) => [o.id, o.state]))
  const byNumber = new Map(known.map((k) => [k.externalNumber, k]))
  return new Set(
    lines.flatMap((line) => {
      const row = byNumber.get(line.externalNumber ?? '')
      return row &&
        decideImport(knownOf(row, states.get(row.workOrderId ?? '') ?? null), valuesOf(line)).what === 'same'
        ? [row.externalNumber]
        : []
    }),
  )
}

/** Imports one line from any source: adds or updates it, leaves it unchanged, or stores a conflict. */
export async function take(
  ctx: Context,
  sent: Sent,
  source: ErpRow['source'],
): Promise<{ decision: ImportDecision; row: ErpRow | null }> {
  const [known] = sent.externalNumber
    ? await ctx.rows.find(erpOrder, { where: { externalNumber: sent.externalNumber }, limit: 1, lock: true })
    : []
  const order = known?.workOrderId ? await ctx.rows.lock(workOrder, known.workOrderId) : null
  const decision = decideImport(known ? knownOf(known, order?.state ?? null) : null, valuesOf(sent))
  if (decision.what === 'refuse') return { decision, row: null }
  if (decision.what === 'add') return { decision, row: await insertLine(ctx, sent, source) }
  const row = known!
  const receivedAt = ctx.now.toISOString()
  if (decision.what === 'same') return { decision, row }
  await mustAgree(ctx, row, sent, row.source)
  // A workbook with the agreed values may be our own export: only the ERP itself can withdraw its changes.
  if (decision.what === 'withdrawn' && source === 'sheet') return { decision: { what: 'same' }, row }
  if (decision.what === 'withdrawn')
    return { decision, row: await ctx.rows.update(erpOrder, row.id, { state: 'released', conflict: {}, receivedAt }) }
  const patch = Object.fromEntries(
    decision.changed.map((f) => [f, sent[f as keyof ErpRow] ?? (f in sent ? null : (row.conflict[f] ?? null))]),
  ) as Sent
  const unknown =
    order &&
    !begun(order.state) &&
    (unknownCode(row, patch, await recognised(ctx, row, patch)) ||
      (await patternProblem(ctx, { ...order, ...patch }, order)))
  if (decision.what === 'conflict' || unknown)
    return {
      decision: { what: 'conflict', changed: decision.changed },
      row: await ctx.rows.update(erpOrder, row.id, {
        state: 'conflict',
        conflict: patch as ErpRow['conflict'],
        receivedAt,
      }),
    }
  return { decision, row: await change(ctx, row, order, patch, receivedAt) }
}
/** Inserts a new line from the ERP or a person. */
export async function insertLine(ctx: Context, sent: Sent, source: ErpRow['source']): Promise<ErpRow> {
  await mustAgree(ctx, null, sent, source)
  return ctx.rows.insert(erpOrder, {
    ...sent,
    ...(await recognised(ctx, null, sent)),
    source,
    receivedAt: ctx.now.toISOString(),
    conflict: {},
    declined: {},
  } as Sent)
}

/** Updates a line and the same fields of its work order. Other fields that people changed on the order are kept. */
export async function change(
  ctx: Context,
  row: ErpRow,
  order: OrderRow | null,
  patch: Sent,
  receivedAt: string,
  more: Sent & { version?: number | null } = {},
): Promise<ErpRow> {
  const { version = null, ...rest } = more
  await mustAgree(ctx, row, patch, row.source)
  const found = await recognised(ctx, row, patch)
  const unknown = order && unknownCode(row, patch, found)
  if (unknown) throw unknown
  if (order) await mustBeSlit(ctx, { ...order, ...patch, ...chosenIn(found) }, order)
  const saved = await ctx.rows.update(
    erpOrder,
    row.id,
    { ...patch, ...found, ...rest, receivedAt },
    {
      version,
    },
  )
  if (!order) return saved
  const shared = Object.fromEntries(
    Object.entries({ ...patch, ...chosenIn(found) }).filter(([field]) => field in orderedFields),
  ) as Partial<OrderRow>
  const otherProduct = shared.productId !== undefined && shared.productId !== order.productId
  await ctx.rows.update(workOrder, order.id, { ...shared, ...(otherProduct ? { processStandardId: null } : {}) })
  return saved
}

type Found = Partial<Pick<ErpRow, 'customerId' | 'productId'>>
/** Omits unknown codes, so that they do not clear what a person chose for the order. */
const chosenIn = (found: Found): Found =>
  Object.fromEntries(Object.entries(found).filter(([, id]) => id !== null)) as Found
/** Resolves new or formerly unknown codes to our ids; null for an unknown code. A person's choice is kept. */
export async function recognised(ctx: Context, before: ErpRow | null, patch: Sent): Promise<Found> {
  const made = asked(before, patch, 'productCode', 'productId')
  const buyer = asked(before, patch, 'customerCode', 'customerId')
  return {
    ...(made ? { productId: (await ctx.rows.find(product, { where: { code: made }, limit: 1 }))[0]?.id ?? null } : {}),
    ...(buyer
      ? { customerId: (await ctx.rows.find(customer, { where: { code: buyer }, limit: 1 }))[0]?.id ?? null }
      : {}),
  }
}
/** @throws 6000 naming the code field, if a product or customer is chosen and the code belongs to another one */
async function mustAgree(ctx: Context, before: ErpRow | null, patch: Sent, source: ErpRow['source']): Promise<void> {
  for (const { of, code, id } of coded) {
    const said = patch[code] ?? before?.[code]
    if (patch[id] == null || !said) continue
    const chosen = await ctx.rows.get(of, patch[id])
    const known = (await ctx.rows.find(of, { where: { code: said }, limit: 1 })).length > 0
    if (saysOther(said, chosen.code, { known, byHand: source === 'hand' }))
      throw new Refusal(errno.message, `orders:refusals.otherCode.${code}`, {
        params: { code: said, chosen: chosen.code },
        issues: [{ path: [code], code: 'notOfChosen', params: { code: chosen.code } }],
      })
  }
}
/** References of a line that have both a code and a chosen record. */
const coded = [
  { of: product, code: 'productCode', id: 'productId' },
  { of: customer, code: 'customerCode', id: 'customerId' },
] as const

/** Returns the refusal for a line whose product or customer is unknown, else null. */
export function unknownCode(row: ErpRow, patch: Sent, found: Found): Refusal | null {
  const { productId, customerId, productCode } = { ...row, ...patch, ...found }
  if (!productId) return refuse('orders:refusals.unknownProduct', { code: productCode })
  // Only if this change names the customer: an order released without one is not blocked.
  if (!customerId && patch.customerCode) return refuse('orders:refusals.unknownCustomer', { code: patch.customerCode })
  return null
}
/** Returns the code to look up; null if there is none or a look-up is not needed. */
function asked(
  before: ErpRow | null,
  patch: Sent,
  code: 'productCode' | 'customerCode',
  id: 'productId' | 'customerId',
): string | null {
  if (patch[id] != null) return null
  const isNew = patch[code] !== undefined && patch[code] !== before?.[code]
  return isNew || before?.[id] == null ? (patch[code] ?? before?.[code] ?? null) : null
}
