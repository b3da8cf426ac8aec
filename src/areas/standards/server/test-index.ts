/** Import of test indexes. Warns of an index with fewer decimals than limits of the standards in force. */
import type { CreateInput, Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { importWorkbook, type ImportInput } from '@/server/crud/import-workbook'
import type { AppContext } from '@/server/crud/operations'
import { columns, options, sql } from '@/server/sql'
import { materialDocument } from '../contract/material-standard'
import { productDocument } from '../contract/product-standard'
import { testIndex } from '../contract/test-index'
import { IN_FORCE_STATE } from '../rules/approval'
import { findLimitsFinerThanIndex } from '@/areas/standards/rules/content'

const [product, material] = [productDocument.resource, materialDocument.resource]

/** POST /plant/test_index_import */
export function importTestIndexes(ctx: Context, input: ImportInput) {
  let limits: ReturnType<typeof loadLimitsInForce> | undefined
  return importWorkbook(ctx as AppContext, testIndex, input, {
    insert: (rowContext, row) => rowContext.rows.insert(testIndex, row as CreateInput<typeof testIndex>),
    update: (rowContext, id, row) => rowContext.rows.update(testIndex, id, row as Partial<Row<typeof testIndex>>),
    warn: async (rowContext, importedRow) => {
      limits ??= loadLimitsInForce(rowContext)
      const digits = new Map([[String(importedRow['id']), Number(importedRow['digits'])]])
      const [finerLimits] = findLimitsFinerThanIndex(await limits, digits)
      return finerLimits ? rowContext.t('standards:warnings.indexTooCoarse', { ...finerLimits }) : null
    },
  })
}
async function loadLimitsInForce(ctx: Context) {
  const products = await ctx.query(
    sql`select ${columns(product, ['indexes'])} from product_standard
      where site_id = ${ctx.site} and newest and state = ${options(product.fields.state, IN_FORCE_STATE)}`,
  )
  const materials = await ctx.query(
    sql`select ${columns(material, ['items'])} from material_standard
      where site_id = ${ctx.site} and newest and state = ${options(material.fields.state, IN_FORCE_STATE)}`,
  )
  return [
    ...products.flatMap(({ indexes }) =>
      indexes.map(({ indexId, lsl, usl }) => ({ indexId, low: lsl ?? null, high: usl ?? null })),
    ),
    ...materials.flatMap(({ items }) => items),
  ]
}
