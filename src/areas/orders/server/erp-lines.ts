import { errno, Refusal, refuse } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import { product } from '@/areas/standards/contract/product'
import type { Context } from '@/server/context'
import { customer } from '../contract/customer'
import { erpFields, erpOrder } from '../contract/erp-order'
import { orderedFields, workOrder } from '../contract/work-order'
import { decideImport, isContradictingCode, type ImportDecision, type OrderValues } from '../rules/erp-import'
import { hasOrderBegun } from '../rules/work-order'
import { assertCanBeSlit, findPatternProblem } from './order-pattern'

export type ErpOrderRow = Row<typeof erpOrder>
type WorkOrderRow = Row<typeof workOrder>
export type ErpLineInput = Partial<ErpOrderRow>
const REFERENCE_FIELDS = ['customerId', 'productId'] as const
/** Converts a line to comparable values. A workbook may name our own rows; an empty cell leaves them unchanged. */
const toOrderValues = (row: ErpLineInput): OrderValues =>
  Object.fromEntries([
    ...erpFields.flatMap((f) => (row[f] === undefined ? [] : [[f, row[f]] as const])),
    ...REFERENCE_FIELDS.flatMap((f) => (row[f] == null ? [] : [[f, row[f]] as const])),
  ])
const toStoredLine = (row: ErpOrderRow, state: WorkOrderRow['state'] | null) => ({
  values: toOrderValues(row),
  pending: row.conflict,
  declined: row.declined,
  workOrder: state,
})

/** Returns the numbers of unchanged lines. Always two queries, so that pulling known lines is cheap. */
export async function findUnchangedNumbers(ctx: Context, lines: readonly ErpLineInput[]): Promise<Set<string>> {
  const storedLines = await ctx.rows.find(erpOrder, {
    where: { externalNumber: lines.flatMap((l) => l.externalNumber ?? []) },
    limit: lines.length,
  })
  const orders = await ctx.rows.find(workOrder, {
    where: { id: storedLines.flatMap((k) => k.workOrderId ?? []) },
    limit: lines.length,
  })
  const stateByOrderId = new Map(orders.map((o) => [o.id, o.state]))
  const lineByNumber = new Map(storedLines.map((k) => [k.externalNumber, k]))
  return new Set(
    lines.flatMap((line) => {
      const row = lineByNumber.get(line.externalNumber ?? '')
      return row &&
        decideImport(toStoredLine(row, stateByOrderId.get(row.workOrderId ?? '') ?? null), toOrderValues(line)).what ===
          'same'
        ? [row.externalNumber]
        : []
    }),
  )
}

/** Imports one line from any source: adds or updates it, leaves it unchanged, or stores a conflict. */
export async function importErpLine(
  ctx: Context,
  sent: ErpLineInput,
  source: ErpOrderRow['source'],
): Promise<{ decision: ImportDecision; row: ErpOrderRow | null }> {
  const [stored] = sent.externalNumber
    ? await ctx.rows.find(erpOrder, { where: { externalNumber: sent.externalNumber }, limit: 1, lock: true })
    : []
  const order = stored?.workOrderId ? await ctx.rows.lock(workOrder, stored.workOrderId) : null
  const decision = decideImport(stored ? toStoredLine(stored, order?.state ?? null) : null, toOrderValues(sent))
  if (decision.what === 'refuse') return { decision, row: null }
  if (decision.what === 'add') return { decision, row: await insertErpLine(ctx, sent, source) }
  const row = stored!
  const receivedAt = ctx.now.toISOString()
  if (decision.what === 'same') return { decision, row }
  await assertCodesAgree(ctx, row, sent, row.source)
  // A workbook with the agreed values may be our own export: only the ERP itself can withdraw its changes.
  if (decision.what === 'withdrawn' && source === 'sheet') return { decision: { what: 'same' }, row }
  if (decision.what === 'withdrawn')
    return { decision, row: await ctx.rows.update(erpOrder, row.id, { state: 'released', conflict: {}, receivedAt }) }
  const patch = Object.fromEntries(
    decision.changed.map((f) => [f, sent[f as keyof ErpOrderRow] ?? (f in sent ? null : (row.conflict[f] ?? null))]),
  ) as ErpLineInput
  const planRefusal =
    order &&
    !hasOrderBegun(order.state) &&
    (findUnknownCode(row, patch, await recognizeCodes(ctx, row, patch)) ||
      (await findPatternProblem(ctx, { ...order, ...patch }, order)))
  if (decision.what === 'conflict' || planRefusal)
    return {
      decision: { what: 'conflict', changed: decision.changed },
      row: await ctx.rows.update(erpOrder, row.id, {
        state: 'conflict',
        conflict: patch as ErpOrderRow['conflict'],
        receivedAt,
      }),
    }
  return { decision, row: await updateErpLine(ctx, row, order, patch, receivedAt) }
}
/** Inserts a new line from the ERP or a person. */
export async function insertErpLine(
  ctx: Context,
  sent: ErpLineInput,
  source: ErpOrderRow['source'],
): Promise<ErpOrderRow> {
  await assertCodesAgree(ctx, null, sent, source)
  return ctx.rows.insert(erpOrder, {
    ...sent,
    ...(await recognizeCodes(ctx, null, sent)),
    source,
    receivedAt: ctx.now.toISOString(),
    conflict: {},
    declined: {},
  } as ErpLineInput)
}

/** Updates a line and the same fields of its work order. Other fields that people changed on the order are kept. */
export async function updateErpLine(
  ctx: Context,
  row: ErpOrderRow,
  order: WorkOrderRow | null,
  patch: ErpLineInput,
  receivedAt: string,
  extra: ErpLineInput & { version?: number | null } = {},
): Promise<ErpOrderRow> {
  const { version = null, ...extraFields } = extra
  await assertCodesAgree(ctx, row, patch, row.source)
  const referenceIds = await recognizeCodes(ctx, row, patch)
  const codeRefusal = order && findUnknownCode(row, patch, referenceIds)
  if (codeRefusal) throw codeRefusal
  if (order) await assertCanBeSlit(ctx, { ...order, ...patch, ...omitUnknown(referenceIds) }, order)
  const saved = await ctx.rows.update(
    erpOrder,
    row.id,
    { ...patch, ...referenceIds, ...extraFields, receivedAt },
    {
      version,
    },
  )
  if (!order) return saved
  const orderPatch = Object.fromEntries(
    Object.entries({ ...patch, ...omitUnknown(referenceIds) }).filter(([field]) => field in orderedFields),
  ) as Partial<WorkOrderRow>
  const changesProduct = orderPatch.productId !== undefined && orderPatch.productId !== order.productId
  await ctx.rows.update(workOrder, order.id, { ...orderPatch, ...(changesProduct ? { processStandardId: null } : {}) })
  return saved
}

type ReferenceIds = Partial<Pick<ErpOrderRow, 'customerId' | 'productId'>>
/** Omits unknown codes, so that they do not clear what a person chose for the order. */
const omitUnknown = (referenceIds: ReferenceIds): ReferenceIds =>
  Object.fromEntries(Object.entries(referenceIds).filter(([, id]) => id !== null)) as ReferenceIds
/** Resolves new or formerly unknown codes to our ids; null for an unknown code. A person's choice is kept. */
export async function recognizeCodes(
  ctx: Context,
  previous: ErpOrderRow | null,
  patch: ErpLineInput,
): Promise<ReferenceIds> {
  const productCode = getCodeToLookUp(previous, patch, 'productCode', 'productId')
  const customerCode = getCodeToLookUp(previous, patch, 'customerCode', 'customerId')
  return {
    ...(productCode
      ? { productId: (await ctx.rows.find(product, { where: { code: productCode }, limit: 1 }))[0]?.id ?? null }
      : {}),
    ...(customerCode
      ? { customerId: (await ctx.rows.find(customer, { where: { code: customerCode }, limit: 1 }))[0]?.id ?? null }
      : {}),
  }
}
/** @throws 6000 naming the code field, if a product or customer is chosen and the code belongs to another one */
async function assertCodesAgree(
  ctx: Context,
  previous: ErpOrderRow | null,
  patch: ErpLineInput,
  source: ErpOrderRow['source'],
): Promise<void> {
  for (const { resource, code, id } of CODED_REFERENCES) {
    const enteredCode = patch[code] ?? previous?.[code]
    if (patch[id] == null || !enteredCode) continue
    const chosenRow = await ctx.rows.get(resource, patch[id])
    const isKnownCode = (await ctx.rows.find(resource, { where: { code: enteredCode }, limit: 1 })).length > 0
    if (isContradictingCode(enteredCode, chosenRow.code, { isKnownCode, enteredByHand: source === 'hand' }))
      throw new Refusal(errno.message, `orders:refusals.otherCode.${code}`, {
        params: { code: enteredCode, chosen: chosenRow.code },
        issues: [{ path: [code], code: 'notOfChosen', params: { code: chosenRow.code } }],
      })
  }
}
/** References of a line that have both a code and a chosen record. */
const CODED_REFERENCES = [
  { resource: product, code: 'productCode', id: 'productId' },
  { resource: customer, code: 'customerCode', id: 'customerId' },
] as const

/** Returns the refusal for a line whose product or customer is unknown, else null. */
export function findUnknownCode(row: ErpOrderRow, patch: ErpLineInput, referenceIds: ReferenceIds): Refusal | null {
  const { productId, customerId, productCode } = { ...row, ...patch, ...referenceIds }
  if (!productId) return refuse('orders:refusals.unknownProduct', { code: productCode })
  // Only if this change names the customer: an order released without one is not blocked.
  if (!customerId && patch.customerCode) return refuse('orders:refusals.unknownCustomer', { code: patch.customerCode })
  return null
}
/** Returns the code to look up; null if there is none or a look-up is not needed. */
function getCodeToLookUp(
  previous: ErpOrderRow | null,
  patch: ErpLineInput,
  code: 'productCode' | 'customerCode',
  id: 'productId' | 'customerId',
): string | null {
  if (patch[id] != null) return null
  const isNew = patch[code] !== undefined && patch[code] !== previous?.[code]
  return isNew || previous?.[id] == null ? (patch[code] ?? previous?.[code] ?? null) : null
}
