/** What the standard cost asks of standards: quantities by the book. */
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { columns, sql, type RowFor } from '@/server/sql'
import { processStandard } from '../../contract/process-standard'
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
/** Versions of product standards with their standard quantities; one statement. */
export const standardQuantities = (ctx: Context, ids: readonly string[]): Promise<StandardQuantities[]> =>
  ctx.query(
    sql`select ${quantities} from product_standard where site_id = ${ctx.site} and id = any(${ids}::uuid[])`,
  )
const versions = columns(processStandard, ['id', 'code', 'revision', 'idealSpeed', 'parameters', 'productId'])
/** Versions of process standards; one statement. */
export const processVersions = (ctx: Context, ids: readonly string[]): Promise<RowFor<typeof versions>[]> =>
  ctx.query(sql`select ${versions} from process_standard where site_id = ${ctx.site} and id = any(${ids}::uuid[])`)
export type ProcessParameters = Row<typeof processStandard>['parameters']
