/** What certificates ask of orders: those that have finished rolls. */
import type { Season } from '@/areas/standards/rules/season'
import { product } from '@/areas/standards/contract/product'
import { productsSql } from '@/areas/standards/server/queries'
import type { Context } from '@/server/context'
import { wordSql } from '@/server/crud/refs'
import { customer } from '../../contract/customer'

export interface OrderWithRolls extends Record<string, unknown> {
  id: string
  number: string
  batch: string
  customerId: string | null
  customer: string | null
  productId: string
  product: string
  productStandardId: string | null
  season: Season | null
  startedAt: string | null
}
/** A page of orders with finished rolls, the newest first; `keyword` is looked for in number and batch. */
export async function ordersWithRolls(
  ctx: Context,
  asked: { keyword: string | null; customerId: string | null; page: number; size: number },
): Promise<{ total: number; rows: OrderWithRolls[] }> {
  const values = [ctx.site, asked.keyword ? `%${asked.keyword}%` : null, asked.customerId]
  const where = `o.site_id = $1 and o.good_rolls > 0 and ($2::text is null or o.number ilike $2 or o.batch ilike $2) and ($3::uuid is null or o.customer_id = $3)`
  const [count] = await ctx.query<{ n: number }>(`select count(*)::int as n from work_order o where ${where}`, values)
  const rows = await ctx.query<OrderWithRolls>(
    `select o.id, o.number, o.batch, o.customer_id as "customerId", ${wordSql(customer, 'name', ctx.language, 'c')} as customer, o.product_id as "productId", p.code || ' ' || ${wordSql(product, 'name', ctx.language, 'p')} as product, o.product_standard_id as "productStandardId", o.season, o.started_at as "startedAt"
     from work_order o join ${productsSql} p on p.site_id = o.site_id and p.id = o.product_id left join customer c on c.site_id = o.site_id and c.id = o.customer_id
     where ${where} order by coalesce(o.started_at, o.created_at) desc, o.id limit ${asked.size} offset ${(asked.page - 1) * asked.size}`,
    values,
  )
  return { total: count?.n ?? 0, rows }
}
