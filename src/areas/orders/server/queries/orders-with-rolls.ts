/** Lists the orders that certificates can be issued for: orders with finished rolls, good or downgraded. */
import { product } from '@/areas/standards/contract/product'
import { productsSql } from '@/areas/standards/server/queries'
import type { Context } from '@/server/context'
import { buildLocalizedFieldSql } from '@/server/crud/refs'
import { buildContainsCondition, toSearchPattern } from '@/server/search'
import { columns, computed, limit, sql, type SqlRow } from '@/server/sql'
import { customer } from '../../contract/customer'
import { workOrder } from '../../contract/work-order'

const orderColumns = columns(
  workOrder,
  ['id', 'number', 'batch', 'customerId', 'productId', 'productStandardId', 'season', 'startedAt', 'downgradedKg'],
  'o',
)
export type OrderWithRolls = SqlRow<typeof orderColumns> & { customer: string | null; product: string }
/** Lists a page of orders with finished rolls, newest first; `keyword` matches number or batch, `orderId` the id. */
export async function listOrdersWithRolls(
  ctx: Context,
  filter: { keyword: string | null; orderId: string | null; customerId: string | null; page: number; size: number },
): Promise<{ total: number; rows: OrderWithRolls[] }> {
  const pattern = toSearchPattern(filter.keyword)
  const conditionSql = sql`o.site_id = ${ctx.site} and (o.good_rolls > 0 or o.downgraded_kg > 0) and (${pattern}::text is null or ${buildContainsCondition('o.number', pattern)} or ${buildContainsCondition('o.batch', pattern)} or o.id = ${filter.orderId})
    and (${filter.customerId}::uuid is null or o.customer_id = ${filter.customerId})`
  const [countRow] = await ctx.query(
    sql<{ n: number }>`select count(*)::int as n from work_order o where ${conditionSql}`,
  )
  const nameColumns = computed<{
    customer: string | null
    product: string
  }>`${buildLocalizedFieldSql(customer, 'name', ctx.language, 'c')} as customer, p.code || ' ' || ${buildLocalizedFieldSql(product, 'name', ctx.language, 'p')} as product`
  const rows = await ctx.query(
    sql`select ${orderColumns}, ${nameColumns} from work_order o
      join ${productsSql} p on p.site_id = o.site_id and p.id = o.product_id left join customer c on c.site_id = o.site_id and c.id = o.customer_id
      where ${conditionSql} order by coalesce(o.started_at, o.created_at) desc, o.id ${limit(filter.size)} offset ${(filter.page - 1) * filter.size}`,
  )
  return { total: countRow?.n ?? 0, rows }
}
