/** Orders for certificates: those with finished rolls, good or downgraded. */
import { product } from '@/areas/standards/contract/product'
import { productsSql } from '@/areas/standards/server/queries'
import type { Context } from '@/server/context'
import { buildLocalizedFieldSql } from '@/server/crud/refs'
import { contains, toSearchPattern } from '@/server/search'
import { columns, computed, limit, Sql, sql, type RowFor } from '@/server/sql'
import { customer } from '../../contract/customer'
import { workOrder } from '../../contract/work-order'

const listed = columns(
  workOrder,
  ['id', 'number', 'batch', 'customerId', 'productId', 'productStandardId', 'season', 'startedAt', 'downgradedKg'],
  'o',
)
export type OrderWithRolls = RowFor<typeof listed> & { customer: string | null; product: string }
/** Lists a page of orders with finished rolls, newest first; `keyword` matches number or batch, `orderId` the id. */
export async function ordersWithRolls(
  ctx: Context,
  asked: { keyword: string | null; orderId: string | null; customerId: string | null; page: number; size: number },
): Promise<{ total: number; rows: OrderWithRolls[] }> {
  const like = toSearchPattern(asked.keyword)
  const where = sql`o.site_id = ${ctx.site} and (o.good_rolls > 0 or o.downgraded_kg > 0) and (${like}::text is null or ${contains('o.number', like)} or ${contains('o.batch', like)} or o.id = ${asked.orderId})
    and (${asked.customerId}::uuid is null or o.customer_id = ${asked.customerId})`
  const [count] = await ctx.query(sql<{ n: number }>`select count(*)::int as n from work_order o where ${where}`)
  const named = computed<{
    customer: string | null
    product: string
  }>`${buildLocalizedFieldSql(customer, 'name', ctx.language, 'c')} as customer, p.code || ' ' || ${buildLocalizedFieldSql(product, 'name', ctx.language, 'p')} as product`
  const rows = await ctx.query(
    sql`select ${listed}, ${named} from work_order o
      join ${new Sql([productsSql])} p on p.site_id = o.site_id and p.id = o.product_id left join customer c on c.site_id = o.site_id and c.id = o.customer_id
      where ${where} order by coalesce(o.started_at, o.created_at) desc, o.id ${limit(asked.size)} offset ${(asked.page - 1) * asked.size}`,
  )
  return { total: count?.n ?? 0, rows }
}
