import type { ImportWriter } from '@/server/crud/import-workbook'
import type { Context } from '@/server/context'
import { product } from '@/areas/standards/contract/product'
import { otherGsm } from '../rules/web'
import { warnOfDue } from './due-warning'

interface Ordered {
  readonly productId: string | null
  readonly gsm: number | null
}
const ordered = (row: Readonly<Record<string, unknown>>): Ordered => ({
  productId: (row['productId'] ?? null) as string | null,
  gsm: (row['gsm'] ?? null) as number | null,
})
/**
 * Creates the warnings of an order import: a due date that has passed, and a grammage other than the product's, likely
 * a typing error. `rememberProduct` reads the product of a written row, each product once per workbook.
 */
export function orderWarnings(): {
  seen: <R extends Ordered>(ctx: Context, row: R) => Promise<R>
  warn: NonNullable<ImportWriter['warn']>
} {
  const products = new Map<string, { code: string; gsm: number }>()
  return {
    seen: async (ctx, row) => {
      if (row.productId && row.gsm !== null && !products.has(row.productId))
        products.set(row.productId, await ctx.rows.get(product, row.productId))
      return row
    },
    warn: async (ctx, after, before) => {
      const [now, then] = [ordered(after), before && ordered(before)]
      const made = now.productId ? products.get(now.productId) : undefined
      const isNew = !then || then.productId !== now.productId || then.gsm !== now.gsm
      const gsm =
        made && isNew && otherGsm(now.gsm, made.gsm)
          ? ctx.t('orders:pages.sync.otherGsm', { gsm: now.gsm ?? 0, product: made.code, usual: made.gsm })
          : null
      return [await warnOfDue(ctx, after, before), gsm].filter(Boolean).join('; ') || null
    },
  }
}
