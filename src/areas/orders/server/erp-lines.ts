/**
 * Imports and updates lines of ERP orders, and looks up their product and customer codes. "Line" means an order line
 * here, not a production line.
 */
import { errno, Refusal, refuse } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import { product } from '@/areas/standards/contract/product'
import type { Context } from '@/server/context'
import { customer } from '../contract/customer'
import { erpFields, erpOrder } from '../contract/erp-order'
import { orderedFields, workOrder } from '../contract/work-order'
import { decideImport, isContradictingCode, type ImportDecision, type OrderValues } from '../rules/erp-import'
import { hasOrderBegun } from '../rules/work-order'
import { assertCanBeSlit, findPatternRefusal } from './order-pattern'
import type { AppContext } from '@/server/crud/operations'
import { limit, sql, Sql } from '@/server/sql'

export type ErpOrderRow = Row<typeof erpOrder>
type WorkOrderRow = Row<typeof workOrder>
export type ErpLineInput = Partial<ErpOrderRow>
const REFERENCE_FIELDS = ['customerId', 'productId'] as const
/**
 * Converts a line to comparable values. A workbook may also contain the ids of our customer and product; an empty id is
 * ignored, because the ERP sends only codes.
 */
const toOrderValues = (row: ErpLineInput): OrderValues =>
  Object.fromEntries([
    ...erpFields.flatMap((field) => (row[field] === undefined ? [] : [[field, row[field]] as const])),
    ...REFERENCE_FIELDS.flatMap((field) => (row[field] == null ? [] : [[field, row[field]] as const])),
  ])
const toStoredLine = (row: ErpOrderRow, state: WorkOrderRow['state'] | null) => ({
  values: toOrderValues(row),
  pending: row.conflict,
  declined: row.declined,
  workOrderState: state,
})

/** Returns the numbers of unchanged lines. Always runs two queries, so that pulling known lines is cheap. */
export async function findUnchangedNumbers(ctx: Context, lines: readonly ErpLineInput[]): Promise<Set<string>> {
  const storedLines = await ctx.rows.find(erpOrder, {
    where: { externalNumber: lines.flatMap(({ externalNumber }) => externalNumber ?? []) },
    limit: lines.length,
  })
  const orders = await ctx.rows.find(workOrder, {
    where: { id: storedLines.flatMap(({ workOrderId }) => workOrderId ?? []) },
    limit: lines.length,
  })
  const stateByOrderId = new Map(orders.map(({ id, state }) => [id, state]))
  const lineByNumber = new Map(storedLines.map((line) => [line.externalNumber, line]))
  return new Set(
    lines.flatMap((line) => {
      const row = lineByNumber.get(line.externalNumber ?? '')
      if (!row) return []
      const orderState = stateByOrderId.get(row.workOrderId ?? '') ?? null
      const decision = decideImport(toStoredLine(row, orderState), toOrderValues(line))
      return decision.kind === 'same' ? [row.externalNumber] : []
    }),
  )
}

/** Imports one line from any source: adds or updates it, leaves it unchanged, or stores a conflict. */
export async function importErpLine(
  ctx: Context,
  receivedLine: ErpLineInput,
  source: ErpOrderRow['source'],
): Promise<{ decision: ImportDecision; row: ErpOrderRow | null }> {
  const [storedLine] = receivedLine.externalNumber
    ? await ctx.rows.find(erpOrder, { where: { externalNumber: receivedLine.externalNumber }, limit: 1, lock: true })
    : []
  const order = storedLine?.workOrderId ? await ctx.rows.lock(workOrder, storedLine.workOrderId) : null
  const decision = decideImport(
    storedLine ? toStoredLine(storedLine, order?.state ?? null) : null,
    toOrderValues(receivedLine),
  )
  if (decision.kind === 'refuse') return { decision, row: null }
  if (decision.kind === 'add') return { decision, row: await insertErpLine(ctx, receivedLine, source) }
  const row = storedLine!
  const receivedAt = ctx.now.toISOString()
  if (decision.kind === 'same') return { decision, row }
  await assertCodesAgree(ctx, row, receivedLine, row.source)
  // Values equal to the stored ones withdraw the ERP's pending changes. A workbook with such values may be our own
  // export, so only the ERP itself can withdraw.
  if (decision.kind === 'withdrawn' && source === 'sheet') return { decision: { kind: 'same' }, row }
  if (decision.kind === 'withdrawn')
    return { decision, row: await ctx.rows.update(erpOrder, row.id, { state: 'released', conflict: {}, receivedAt }) }
  // A changed field that was not received this time keeps the value that the ERP requested earlier.
  const patch = Object.fromEntries(
    decision.changed.map((field) => [
      field,
      receivedLine[field as keyof ErpOrderRow] ?? (field in receivedLine ? null : (row.conflict[field] ?? null)),
    ]),
  ) as ErpLineInput
  // A change that a planned order cannot take, e.g. an unknown product, also becomes a conflict.
  const orderRefusal =
    order &&
    !hasOrderBegun(order.state) &&
    (findUnknownCodeRefusal(row, patch, await findReferenceIds(ctx, row, patch)) ||
      (await findPatternRefusal(ctx, { ...order, ...patch }, order)))
  if (decision.kind === 'conflict' || orderRefusal)
    return {
      decision: { kind: 'conflict', changed: decision.changed },
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
  receivedLine: ErpLineInput,
  source: ErpOrderRow['source'],
): Promise<ErpOrderRow> {
  await assertCodesAgree(ctx, null, receivedLine, source)
  return ctx.rows.insert(erpOrder, {
    ...receivedLine,
    ...(await findReferenceIds(ctx, null, receivedLine)),
    source,
    receivedAt: ctx.now.toISOString(),
    conflict: {},
    declined: {},
  } as ErpLineInput)
}

/**
 * Updates a line and the same fields of its work order. Other fields that people changed on the order are kept.
 * @param otherValues fields of the line that the order does not have, and the expected version of the line
 */
export async function updateErpLine(
  ctx: Context,
  row: ErpOrderRow,
  order: WorkOrderRow | null,
  patch: ErpLineInput,
  receivedAt: string,
  otherValues: ErpLineInput & { version?: number | null } = {},
): Promise<ErpOrderRow> {
  const { version = null, ...extraFields } = otherValues
  await assertCodesAgree(ctx, row, patch, row.source)
  const referenceIds = await findReferenceIds(ctx, row, patch)
  const codeRefusal = order && findUnknownCodeRefusal(row, patch, referenceIds)
  if (codeRefusal) throw codeRefusal
  if (order) await assertCanBeSlit(ctx, { ...order, ...patch, ...omitUnknown(referenceIds) }, order)
  const savedLine = await ctx.rows.update(
    erpOrder,
    row.id,
    { ...patch, ...referenceIds, ...extraFields, receivedAt },
    {
      version,
    },
  )
  if (!order) return savedLine
  const orderPatch = Object.fromEntries(
    Object.entries({ ...patch, ...omitUnknown(referenceIds) }).filter(([field]) => field in orderedFields),
  ) as Partial<WorkOrderRow>
  const changesProduct = orderPatch.productId !== undefined && orderPatch.productId !== order.productId
  await ctx.rows.update(workOrder, order.id, { ...orderPatch, ...(changesProduct ? { processStandardId: null } : {}) })
  return savedLine
}

type ReferenceIds = Partial<Pick<ErpOrderRow, 'customerId' | 'productId'>>
/** Omits the null ids of unknown codes, so that they do not clear what a person chose for the order. */
const omitUnknown = (referenceIds: ReferenceIds): ReferenceIds =>
  Object.fromEntries(Object.entries(referenceIds).filter(([, id]) => id !== null)) as ReferenceIds
/** Finds our ids for codes that are new or were unknown; null for an unknown code. A person's choice stays unchanged. */
export async function findReferenceIds(
  ctx: Context,
  previousLine: ErpOrderRow | null,
  patch: ErpLineInput,
): Promise<ReferenceIds> {
  const productCode = getCodeToLookUp(previousLine, patch, 'productCode', 'productId')
  const customerCode = getCodeToLookUp(previousLine, patch, 'customerCode', 'customerId')
  return {
    ...(productCode ? { productId: (await findRowByErpCode(ctx, product, productCode))?.id ?? null } : {}),
    ...(customerCode ? { customerId: (await findRowByErpCode(ctx, customer, customerCode))?.id ?? null } : {}),
  }
}
/**
 * Finds the record of an ERP code: the exact code, else the only one that differs in case or width, such as `pr-1` or
 * `ＰＲ－１` for `PR-1`.
 */
async function findRowByErpCode(
  ctx: Context,
  resource: typeof product | typeof customer,
  code: string,
): Promise<{ readonly id: string; readonly code: string } | null> {
  const rows = await ctx.query(
    sql<{ id: string; code: string }>`select id, code from ${new Sql([resource.table])}
      where site_id = ${ctx.site} and lower(normalize(code, nfkc)) = lower(normalize(${code}::text, nfkc)) order by code ${limit(10)}`,
  )
  return rows.find((row) => row.code === code) ?? (rows.length === 1 ? rows[0]! : null)
}
/** @throws a refusal that names the code field, if the code belongs to another product or customer than the chosen one */
async function assertCodesAgree(
  ctx: Context,
  previousLine: ErpOrderRow | null,
  patch: ErpLineInput,
  source: ErpOrderRow['source'],
): Promise<void> {
  for (const { resource, codeField, idField } of CODED_REFERENCES) {
    const enteredCode = patch[codeField] ?? previousLine?.[codeField]
    if (patch[idField] == null || !enteredCode) continue
    const chosenRow = await ctx.rows.get(resource, patch[idField])
    const codeOwner = await findRowByErpCode(ctx, resource, enteredCode)
    // The code belongs to the chosen row, at most with another case or width.
    if (codeOwner?.id === chosenRow.id) continue
    const isKnownCode = codeOwner !== null
    if (isContradictingCode(enteredCode, chosenRow.code, { isKnownCode, enteredByHand: source === 'hand' }))
      throw new Refusal(errno.message, `orders:refusals.otherCode.${codeField}`, {
        params: { code: enteredCode, chosen: chosenRow.code },
        issues: [{ path: [codeField], code: 'notOfChosen', params: { code: chosenRow.code } }],
      })
  }
}
/** Fields of a line that refer to one record twice: by the code of the ERP and by our id. */
const CODED_REFERENCES = [
  { resource: product, codeField: 'productCode', idField: 'productId' },
  { resource: customer, codeField: 'customerCode', idField: 'customerId' },
] as const

/** Returns the refusal for a line whose product or customer is unknown, else null. */
export function findUnknownCodeRefusal(
  row: ErpOrderRow,
  patch: ErpLineInput,
  referenceIds: ReferenceIds,
): Refusal | null {
  const { productId, customerId, productCode } = { ...row, ...patch, ...referenceIds }
  if (!productId) return refuse('orders:refusals.unknownProduct', { code: productCode })
  // An order may be released without a customer. Only a change that sets an unknown customer code is refused.
  if (!customerId && patch.customerCode) return refuse('orders:refusals.unknownCustomer', { code: patch.customerCode })
  return null
}
/** Returns the code to look up; null if there is none or a look-up is not needed. */
function getCodeToLookUp(
  previousLine: ErpOrderRow | null,
  patch: ErpLineInput,
  codeField: 'productCode' | 'customerCode',
  idField: 'productId' | 'customerId',
): string | null {
  if (patch[idField] != null) return null
  const isNew = patch[codeField] !== undefined && patch[codeField] !== previousLine?.[codeField]
  return isNew || previousLine?.[idField] == null ? (patch[codeField] ?? previousLine?.[codeField] ?? null) : null
}

/** If there are more conflicts, one common notice is sent. */
const MAX_SINGLE_NOTICES = 3

/** Notifies the people who settle conflicts. A common notice opens the first conflict. */
export function notifyConflicts(ctx: Context, rows: readonly ErpOrderRow[]): void {
  const { translations } = (ctx as AppContext).app
  const [firstRow] = rows
  if (!firstRow) return
  if (rows.length > MAX_SINGLE_NOTICES) {
    ctx.notify({
      notice: 'orderConflict',
      id: firstRow.id,
      keys: ['orderSyncEdit'],
      title: (language) => translations.t(language)('orders:notices.conflicts', { orders: rows.length }),
    })
    return
  }
  for (const row of rows) {
    ctx.notify({
      notice: 'orderConflict',
      id: row.id,
      keys: ['orderSyncEdit'],
      title: (language) => {
        const t = translations.t(language)
        return t('orders:notices.conflict', {
          number: row.externalNumber,
          fields: Object.keys(row.conflict)
            .map((field) => t(`orders:erpOrder.fields.${field}`))
            .join(', '),
        })
      },
    })
  }
}
