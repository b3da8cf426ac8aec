import { toSearchText } from '@/contract/language'
import type { ImportWriter } from '@/server/crud/import-workbook'
import type { Context } from '@/server/context'
import { product } from '@/areas/standards/contract/product'
import { isGsmOverridden } from '@/areas/orders/rules/slitting-pattern'
import { DAY_MS } from '@/plant/rules/plant-time'
import { loadPlantCalendar } from '@/plant/server/plant'
import { contradictionFields, findOrderContradictions, type OrderedSizes } from '../rules/order-contradictions'
import { calculateDueEnd, calculateLateness } from '../rules/order-progress'

interface OrderedProduct {
  readonly productId: string | null
  readonly gsm: number | null
  /** Code of the ERP. Work orders have none. */
  readonly productCode?: string | null
}
const toOrderedProduct = (row: Readonly<Record<string, unknown>>): Required<OrderedProduct> => ({
  productId: (row['productId'] ?? null) as string | null,
  gsm: (row['gsm'] ?? null) as number | null,
  productCode: (row['productCode'] ?? null) as string | null,
})
/**
 * Creates the warnings of an order import: a due date that has passed or is years ahead, a grammage that differs from the
 * product's, an unknown product code beside a chosen product, and sizes and amounts that contradict each other. All are
 * likely typing errors. `rememberProduct` loads the product of a written row, once per workbook.
 */
export function createOrderWarnings(): {
  rememberProduct: <R extends OrderedProduct>(ctx: Context, row: R) => Promise<R>
  warn: NonNullable<ImportWriter['warn']>
} {
  const productById = new Map<string, { code: string; gsm: number }>()
  return {
    rememberProduct: async (ctx, row) => {
      if (row.productId && (row.gsm !== null || row.productCode) && !productById.has(row.productId))
        productById.set(row.productId, await ctx.rows.get(product, row.productId))
      return row
    },
    warn: async (ctx, writtenRow, previousRow) => {
      const nextValues = toOrderedProduct(writtenRow)
      const previousValues = previousRow && toOrderedProduct(previousRow)
      const knownProduct = nextValues.productId ? productById.get(nextValues.productId) : undefined
      const changesProductOrGsm =
        !previousValues || previousValues.productId !== nextValues.productId || previousValues.gsm !== nextValues.gsm
      const gsmWarning =
        knownProduct && changesProductOrGsm && isGsmOverridden(nextValues.gsm, knownProduct.gsm)
          ? ctx.t('orders:pages.sync.otherGsm', {
              gsm: nextValues.gsm ?? 0,
              product: knownProduct.code,
              usual: knownProduct.gsm,
            })
          : null
      const { productId, productCode } = nextValues
      const changesProductOrCode =
        !previousValues || previousValues.productId !== productId || previousValues.productCode !== productCode
      // A code that the system knows selects its product or is refused.
      const codeWarning =
        knownProduct &&
        productCode &&
        changesProductOrCode &&
        toSearchText(productCode) !== toSearchText(knownProduct.code)
          ? ctx.t('orders:pages.sync.foreignCode', { code: productCode, product: knownProduct.code })
          : null
      const warnings = [await warnIfDueUnlikely(ctx, writtenRow, previousRow), codeWarning, gsmWarning]
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
