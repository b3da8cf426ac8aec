/** Standard quantities for the standard cost. */
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { columns, computed, options, sql, type RowFor } from '@/server/sql'
import { processStandard } from '../../contract/process-standard'
import { inForce } from '../../rules/approval'
import { productStandard } from '../../contract/product-standard'

const quantities = columns(productStandard, [
  'id',
  'code',
  'revision',
  'mix',
  'trimPercent',
  'wastePercent',
  'energy',
  'crewHours',
  'speed',
])
export type StandardQuantities = RowFor<typeof quantities>
/** Loads versions of product standards with their standard quantities, in one statement. */
export const standardQuantities = (ctx: Context, ids: readonly string[]): Promise<StandardQuantities[]> =>
  ctx.query(sql`select ${quantities} from product_standard where site_id = ${ctx.site} and id = any(${ids}::uuid[])`)
const versions = columns(processStandard, ['id', 'code', 'revision', 'idealSpeed', 'parameters', 'productId'])
/** Loads versions of process standards, in one statement. */
export const processVersions = (ctx: Context, ids: readonly string[]): Promise<RowFor<typeof versions>[]> =>
  ctx.query(sql`select ${versions} from process_standard where site_id = ${ctx.site} and id = any(${ids}::uuid[])`)
export type ProcessParameters = Row<typeof processStandard>['parameters']

const inForceColumns = columns(
  productStandard,
  ['id', 'productId', 'code', 'revision', 'mix', 'trimPercent', 'wastePercent', 'energy', 'crewHours', 'speed'],
  's',
)
const webOfProduct = computed<{
  webM: number | null
  webGsm: number | null
}>`(p.width_mm::float8 / 1000) as "webM", p.gsm::float8 as "webGsm"`
export type StandardInForce = RowFor<typeof inForceColumns> & RowFor<typeof webOfProduct>
/** Lists the product standards in force, without customer variants, by product code, in one statement. */
export const standardsInForce = (ctx: Context): Promise<StandardInForce[]> =>
  ctx.query(
    sql`select ${inForceColumns}, ${webOfProduct} from product_standard s join product p on p.site_id = s.site_id and p.id = s.product_id
      where s.site_id = ${ctx.site} and s.newest and s.state = ${options(productStandard.fields.state, inForce)} and s.customer_id is null order by p.code limit 500`,
  )
