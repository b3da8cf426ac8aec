import { containsSql, toSearchPattern } from '@/server/search'
import { toSearchText } from '@/contract/search-text'
import type { ListQuery } from '@/contract/resource'

import { customer } from '@/areas/orders/contract/customer'
import { workOrder } from '@/areas/orders/contract/work-order'
import type { Context } from '@/server/context'
import { listPage } from '@/server/crud/list'
import { toListScope } from '@/server/crud/list-scope'
import { rollPackage } from '../contract/slitting'
import { existingPackageStates } from '../rules/package'

/** Maximum of orders and of customers that a keyword matches. */
const MAX_KEYWORD_MATCHES = 500
/** GET /rolls/package. A keyword also matches order, customer and rolls of a package. Removed packages are listed only by their state. */
export async function listRollPackages(ctx: Context, { keyword, ...filters }: ListQuery) {
  const input: ListQuery =
    filters.id || filters['state'] ? filters : { ...filters, state: existingPackageStates.join(',') }
  const pattern = toSearchPattern(keyword)
  if (pattern === null) return listPage(toListScope(ctx), rollPackage, input)
  const keywordQuery = { keyword, size: MAX_KEYWORD_MATCHES } as ListQuery
  const [orders, customers] = await Promise.all([
    listPage(toListScope(ctx), workOrder, keywordQuery),
    listPage(toListScope(ctx), customer, keywordQuery),
  ])
  const searchText = toSearchText(String(keyword))
  const matchingOrders = orders.list.filter(({ number }) => toSearchText(number).includes(searchText))
  return listPage(toListScope(ctx), rollPackage, input, (values) => {
    // The site is `$1`.
    const addParameter = (value: unknown) => `$${values.push(value) + 1}`
    const patternParameter = addParameter(pattern)
    const ownConditions = rollPackage.search.map((name) => containsSql(name, patternParameter))
    const anyIdSql = (rows: readonly { id: string }[]) => `any(${addParameter(rows.map(({ id }) => id))}::uuid[])`
    const rolls = `select package_id from slit_roll where site_id = $1 and package_id is not null and ${containsSql('number', patternParameter)}`
    return `(${[...ownConditions, `work_order_id = ${anyIdSql(matchingOrders)}`, `customer_id = ${anyIdSql(customers.list)}`, `id in (${rolls})`].join(' or ')})`
  })
}
