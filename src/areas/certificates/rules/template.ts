/** Selection of the template of a certificate. */

/** Customer and product of a template; null for all. */
interface TemplateScope {
  readonly customerId: string | null
  readonly productId: string | null
}
/**
 * True if the customer and product of an order match the template. `server/templates.ts` has the same condition in SQL.
 */
export const isTemplateApplicable = (template: TemplateScope, order: TemplateScope): boolean =>
  (template.customerId === null || template.customerId === order.customerId) &&
  (template.productId === null || template.productId === order.productId)
