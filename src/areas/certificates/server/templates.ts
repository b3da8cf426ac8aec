/** Finds the certificate templates that fit an order. */
import { getFieldInLanguage } from '@/contract/language'
import { workOrder } from '@/areas/orders/contract/work-order'
import type { Context } from '@/server/context'
import { buildContainsCondition, toSearchPattern } from '@/server/search'
import { columns, computed, limit, sql } from '@/server/sql'
import { certificateTemplates } from '../contract/certificate-endpoints'
import { coaTemplate } from '../contract/coa-template'
import { handle } from '@/server/area'

interface OrderIds {
  readonly customerId: string | null
  readonly productId: string | null
}
function getTemplateScope({ customerId, productId }: OrderIds): 'customer' | 'product' | 'all' {
  if (customerId) return 'customer'
  return productId ? 'product' : 'all'
}
const MAX_TEMPLATES = 50
/** Lists active templates that fit an order: those of its customer first, then of its product, then general ones. */
export function listFittingTemplates(
  ctx: Context,
  { customerId, productId }: OrderIds,
  keyword: string | null = null,
  maxRows = MAX_TEMPLATES,
) {
  const pattern = toSearchPattern(keyword)
  return ctx.query(
    sql`select ${columns(coaTemplate, ['id', 'code', 'name', 'nameEn', 'customerId', 'productId'])}, ${computed<{ total: number }>`count(*) over ()::int as total`}
      from coa_template where site_id = ${ctx.site} and active
        and (customer_id is null or customer_id = ${customerId}::uuid) and (product_id is null or product_id = ${productId}::uuid)
        and (${pattern}::text is null or ${buildContainsCondition('code', pattern)} or ${buildContainsCondition('name', pattern)} or ${buildContainsCondition('name_en', pattern)})
      order by customer_id is null, product_id is null, code ${limit(maxRows)}`,
  )
}
/** GET /quality/certificate_templates: templates that fit an order, the most specific first. */
export const listCertificateTemplates = handle(certificateTemplates, async (ctx, { workOrderId, keyword }) => {
  const rows = await listFittingTemplates(ctx, await ctx.rows.get(workOrder, workOrderId), keyword)
  return {
    total: rows[0]?.total ?? 0,
    list: rows.map((template) => ({
      id: template.id,
      label: `${template.code} ${String(getFieldInLanguage(coaTemplate, template, 'name', ctx.language))}`,
      of: getTemplateScope(template),
    })),
  }
})
