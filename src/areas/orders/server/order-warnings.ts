import type { ImportWriter } from '@/server/crud/import-workbook'
import type { Context } from '@/server/context'
import { product } from '@/areas/standards/contract/product'
import { isOtherGsm } from '../rules/web-dimensions'
import { loadPlantCalendar } from '@/plant/server/plant'
import { calculateDueEnd, calculateLateness } from '../rules/order-progress'

interface ProductGsm {
  readonly productId: string | null
  readonly gsm: number | null
}
const toProductGsm = (row: Readonly<Record<string, unknown>>): ProductGsm => ({
  productId: (row['productId'] ?? null) as string | null,
  gsm: (row['gsm'] ?? null) as number | null,
})
/**
 * Creates the warnings of an order import: a due date that has passed, and a grammage other than the product's, likely
 * a typing error. `rememberProduct` reads the product of a written row, each product once per workbook.
 */
export function createOrderWarnings(): {
  rememberProduct: <R extends ProductGsm>(ctx: Context, row: R) => Promise<R>
  warn: NonNullable<ImportWriter['warn']>
} {
  const products = new Map<string, { code: string; gsm: number }>()
  return {
    rememberProduct: async (ctx, row) => {
      if (row.productId && row.gsm !== null && !products.has(row.productId))
        products.set(row.productId, await ctx.rows.get(product, row.productId))
      return row
    },
    warn: async (ctx, after, before) => {
      const [nextValues, previousValues] = [toProductGsm(after), before && toProductGsm(before)]
      const knownProduct = nextValues.productId ? products.get(nextValues.productId) : undefined
      const isChanged =
        !previousValues || previousValues.productId !== nextValues.productId || previousValues.gsm !== nextValues.gsm
      const gsm =
        knownProduct && isChanged && isOtherGsm(nextValues.gsm, knownProduct.gsm)
          ? ctx.t('orders:pages.sync.otherGsm', {
              gsm: nextValues.gsm ?? 0,
              product: knownProduct.code,
              usual: knownProduct.gsm,
            })
          : null
      return [await warnIfDuePassed(ctx, after, before), gsm].filter(Boolean).join('; ') || null
    },
  }
}

/** Warns about an imported row whose due date has passed: likely a typing error, but it may be a late order. */
const warnIfDuePassed: NonNullable<ImportWriter['warn']> = async (ctx, after, before) => {
  const getDueOn = (row: Readonly<Record<string, unknown>>) => (row['dueOn'] ?? null) as string | null
  const dueOn = getDueOn(after)
  if (!dueOn || (before && getDueOn(before) === dueOn)) return null
  const dueAt = calculateDueEnd(dueOn, await loadPlantCalendar(ctx))
  return calculateLateness(ctx.now.getTime(), dueAt) > 0 ? ctx.t('orders:warnings.duePast', { dueOn }) : null
}
