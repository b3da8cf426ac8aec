/** Standard quantities for the standard cost. */
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { columns, computed, options, sql, type SqlRow } from '@/server/sql'
import { processStandard } from '../../contract/process-standard'
import { APPROVED_STATE } from '../../rules/approval'
import { productStandard } from '../../contract/product-standard'

const quantityColumns = columns(productStandard, [
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
export type StandardQuantities = SqlRow<typeof quantityColumns>
/** Loads versions of product standards with their standard quantities, in one SQL statement. */
export const loadStandardQuantities = (ctx: Context, ids: readonly string[]): Promise<StandardQuantities[]> =>
  ctx.query(
    sql`select ${quantityColumns} from product_standard where site_id = ${ctx.site} and id = any(${ids}::uuid[])`,
  )
const versionColumns = columns(processStandard, ['id', 'code', 'revision', 'idealSpeed', 'parameters', 'productId'])
/** Loads versions of process standards, in one SQL statement. */
export const loadProcessVersions = (ctx: Context, ids: readonly string[]): Promise<SqlRow<typeof versionColumns>[]> =>
  ctx.query(
    sql`select ${versionColumns} from process_standard where site_id = ${ctx.site} and id = any(${ids}::uuid[])`,
  )
export type ProcessParameters = Row<typeof processStandard>['parameters']

const inForceColumns = columns(
  productStandard,
  ['id', 'productId', 'code', 'revision', 'mix', 'trimPercent', 'wastePercent', 'energy', 'crewHours', 'speed'],
  's',
)
/** Width of the web in m, and grammage in g/m². */
const webColumns = computed<{
  webM: number | null
  webGsm: number | null
}>`(p.width_mm::float8 / 1000) as "webM", p.gsm::float8 as "webGsm"`
export type StandardInForce = SqlRow<typeof inForceColumns> & SqlRow<typeof webColumns>
/** Lists the product standards in force, without customer variants, by product code, in one SQL statement. */
export const listStandardsInForce = (ctx: Context): Promise<StandardInForce[]> =>
  ctx.query(
    sql`select ${inForceColumns}, ${webColumns} from product_standard s join product p on p.site_id = s.site_id and p.id = s.product_id
      where s.site_id = ${ctx.site} and s.newest and s.state = ${options(productStandard.fields.state, APPROVED_STATE)} and s.customer_id is null order by p.code limit 500`,
  )
