import { toSearchText } from '@/contract/language'
import type { ImportWriter } from '@/server/crud/import-workbook'
import type { Context } from '@/server/context'
import { product } from '@/areas/standards/contract/product'
import { customer } from '../contract/customer'
import { isGsmOverridden } from '@/areas/orders/rules/slitting-pattern'
import { DAY_MS } from '@/plant/rules/plant-time'
import { loadPlantCalendar } from '@/plant/server/plant'
import { contradictionFields, findOrderContradictions, type OrderedSizes } from '../rules/order-contradictions'
import { calculateDueEnd, calculateLateness } from '../rules/order-progress'

interface OrderReferences {
  readonly productId: string | null
  readonly customerId: string | null
  readonly gsm: number | null
  /** Codes of the ERP. Work orders have none. */
  readonly productCode?: string | null
  readonly customerCode?: string | null
}
const toOrderReferences = (row: Readonly<Record<string, unknown>>): Required<OrderReferences> => ({
  productId: (row['productId'] ?? null) as string | null,
  customerId: (row['customerId'] ?? null) as string | null,
  gsm: (row['gsm'] ?? null) as number | null,
  productCode: (row['productCode'] ?? null) as string | null,
  customerCode: (row['customerCode'] ?? null) as string | null,
})
/** True for a code of the ERP that is not the chosen record's. A code of another record selects that one or is refused. */
const isForeignCode = (erpCode: string | null, chosenCode: string): erpCode is string =>
  erpCode !== null && erpCode !== '' && toSearchText(erpCode) !== toSearchText(chosenCode)
/**
 * Creates the warnings of an order import: a due date that has passed or is years ahead, a grammage that differs from the
 * product's, an unknown code of the ERP beside a chosen product or customer, and sizes and amounts that contradict each other. All are
 * likely typing errors. `rememberReferences` loads the product and customer of a written row, each once per workbook.
 */
export function createOrderWarnings(): {
  rememberReferences: <R extends OrderReferences>(ctx: Context, row: R) => Promise<R>
  warn: NonNullable<ImportWriter['warn']>
} {
  const productById = new Map<string, { code: string; gsm: number }>()
  const customerById = new Map<string, { code: string }>()
  return {
    rememberReferences: async (ctx, row) => {
      if (row.productId && (row.gsm !== null || row.productCode) && !productById.has(row.productId))
        productById.set(row.productId, await ctx.rows.get(product, row.productId))
      if (row.customerId && row.customerCode && !customerById.has(row.customerId))
        customerById.set(row.customerId, await ctx.rows.get(customer, row.customerId))
      return row
    },
    warn: async (ctx, writtenRow, previousRow) => {
      const writtenValues = toOrderReferences(writtenRow)
      const previousValues = previousRow && toOrderReferences(previousRow)
      const isUnchanged = (...names: (keyof OrderReferences)[]) =>
        previousValues !== null && names.every((name) => previousValues[name] === writtenValues[name])
      const chosenProduct = writtenValues.productId ? productById.get(writtenValues.productId) : undefined
      const gsmWarning =
        chosenProduct && !isUnchanged('productId', 'gsm') && isGsmOverridden(writtenValues.gsm, chosenProduct.gsm)
          ? ctx.t('orders:pages.sync.otherGsm', {
              gsm: writtenValues.gsm ?? 0,
              product: chosenProduct.code,
              usual: chosenProduct.gsm,
            })
          : null
      const productCodeWarning =
        chosenProduct &&
        !isUnchanged('productId', 'productCode') &&
        isForeignCode(writtenValues.productCode, chosenProduct.code)
          ? ctx.t('orders:pages.sync.foreignCode', { code: writtenValues.productCode, product: chosenProduct.code })
          : null
      const chosenCustomer = writtenValues.customerId ? customerById.get(writtenValues.customerId) : undefined
      const customerCodeWarning =
        chosenCustomer &&
        !isUnchanged('customerId', 'customerCode') &&
        isForeignCode(writtenValues.customerCode, chosenCustomer.code)
          ? ctx.t('orders:pages.sync.foreignCustomerCode', {
              code: writtenValues.customerCode,
              customer: chosenCustomer.code,
            })
          : null
      const warnings = [
        await warnIfDueUnlikely(ctx, writtenRow, previousRow),
        productCodeWarning,
        customerCodeWarning,
        gsmWarning,
      ]
      return [...warnings, describeContradictions(ctx, writtenRow, previousRow)].filter(Boolean).join('; ') || null
    },
  }
}

const MAX_DUE_AHEAD_MS = 2 * 366 * DAY_MS
/** Warns about an imported row whose due date has passed or is years ahead, because this is likely a typing error. */
const warnIfDueUnlikely: NonNullable<ImportWriter['warn']> = async (ctx, writtenRow, previousRow) => {
  const getDueOn = (row: Readonly<Record<string, unknown>>) => (row['dueOn'] ?? null) as string | null
  const dueOn = getDueOn(writtenRow)
  if (!dueOn || (previousRow && getDueOn(previousRow) === dueOn)) return null
  const dueAt = calculateDueEnd(dueOn, await loadPlantCalendar(ctx))
  if (calculateLateness(ctx.now.getTime(), dueAt) > 0) return ctx.t('orders:warnings.duePast', { dueOn })
  return (dueAt ?? 0) > ctx.now.getTime() + MAX_DUE_AHEAD_MS ? ctx.t('orders:warnings.dueFarAhead', { dueOn }) : null
}

/**
 * Describes sizes and amounts of an order that contradict each other. Null if none do, or if the import changed none of
 * these fields.
 */
export function describeContradictions(
  ctx: Pick<Context, 't'>,
  writtenRow: OrderedSizes,
  previousRow: OrderedSizes | null = null,
): string | null {
  const isUnchanged =
    previousRow && contradictionFields.every((name) => (previousRow[name] ?? null) === (writtenRow[name] ?? null))
  if (isUnchanged) return null
  return (
    findOrderContradictions(writtenRow)
      .map(({ code, ...params }) => ctx.t(`orders:warnings.${code}`, params))
      .join('; ') || null
  )
}
