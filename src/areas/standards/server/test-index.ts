/** Import of test indexes. Warns of an index with fewer decimals than limits of the standards in force. */
import type { Context } from '@/server/context'
import { importWorkbook } from '@/server/crud/import-workbook'
import type { AppContext } from '@/server/crud/operations'
import { columns, options, sql } from '@/server/sql'
import { materialDocument } from '../contract/material-standard'
import { productDocument } from '../contract/product-standard'
import { testIndex } from '../contract/test-index'
import { APPROVED_STATE } from '../rules/approval'
import { findLimitsFinerThanIndex } from '@/areas/standards/rules/content'
import { handle } from '@/server/area'

const productStandard = productDocument.resource
const materialStandard = materialDocument.resource

/** POST /plant/test_index_import */
export const importTestIndexes = handle(testIndex.endpoints.import, (ctx, input) => {
  let limitsPromise: ReturnType<typeof loadLimitsInForce> | undefined
  return importWorkbook(ctx as AppContext, testIndex, input, {
    warn: async (rowContext, importedRow) => {
      limitsPromise ??= loadLimitsInForce(rowContext)
      const digits = new Map([[String(importedRow['id']), Number(importedRow['digits'])]])
      const [finerLimits] = findLimitsFinerThanIndex(await limitsPromise, digits)
      return finerLimits ? rowContext.t('standards:warnings.indexTooCoarse', { ...finerLimits }) : null
    },
  })
})
async function loadLimitsInForce(ctx: Context) {
  const productStandards = await ctx.query(
    sql`select ${columns(productStandard, ['indexes'])} from product_standard
      where site_id = ${ctx.site} and newest and state = ${options(productStandard.fields.state, APPROVED_STATE)}`,
  )
  const materialStandards = await ctx.query(
    sql`select ${columns(materialStandard, ['items'])} from material_standard
      where site_id = ${ctx.site} and newest and state = ${options(materialStandard.fields.state, APPROVED_STATE)}`,
  )
  return [
    ...productStandards.flatMap(({ indexes }) =>
      indexes.map(({ indexId, lsl, usl }) => ({ indexId, low: lsl ?? null, high: usl ?? null })),
    ),
    ...materialStandards.flatMap(({ items }) => items),
  ]
}
