import { containsSql, toSearchPattern } from '@/server/search'
import { toSearchText } from '@/contract/search-text'
import type { ListQuery } from '@/contract/resource'

import { customer } from '@/areas/orders/contract/customer'
import { workOrder } from '@/areas/orders/contract/work-order'
import type { Context } from '@/server/context'
import { listPage } from '@/server/crud/list'
import { toListScope } from '@/server/crud/list-scope'
import { rollPackage } from '../contract/slitting'
import { standingPackages } from '../rules/package'

/** Maximum of orders and of customers that a keyword matches. */
const MOST = 500
/** GET /rolls/package. A keyword also matches order, customer and rolls of a package. Removed packages are listed only by their state. */
export async function list(ctx: Context, { keyword, ...given }: ListQuery) {
  const input: ListQuery = given.id || given['state'] ? given : { ...given, state: standingPackages.join(',') }
  const like = toSearchPattern(keyword)
  if (like === null) return listPage(toListScope(ctx), rollPackage, input)
  const asked = { keyword, size: MOST } as ListQuery
  const [orders, customers] = await Promise.all([
    listPage(toListScope(ctx), workOrder, asked),
    listPage(toListScope(ctx), customer, asked),
  ])
  const word = toSearchText(String(keyword))
  const numbered = orders.list.filter(({ number }) => toSearchText(number).includes(word))
  return listPage(toListScope(ctx), rollPackage, input, (values) => {
    // The site is `$1`.
    const p = (value: unknown) => `$${values.push(value) + 1}`
    const said = p(like)
    const own = rollPackage.search.map((name) => containsSql(name, said))
    const of = (rows: readonly { id: string }[]) => `any(${p(rows.map(({ id }) => id))}::uuid[])`
    const rolls = `select package_id from slit_roll where site_id = $1 and package_id is not null and ${containsSql('number', said)}`
    return `(${[...own, `work_order_id = ${of(numbered)}`, `customer_id = ${of(customers.list)}`, `id in (${rolls})`].join(' or ')})`
  })
}
