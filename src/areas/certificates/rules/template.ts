/** Which template a certificate is made by. */

/** Whom a template is for: null where it is for all. */
interface For {
  readonly customerId: string | null
  readonly productId: string | null
}
/** Whether a template may be used for what an order makes, for whom; `server/templates` asks the same of the database. */
export const fits = (template: For, order: For): boolean =>
  (template.customerId === null || template.customerId === order.customerId) &&
  (template.productId === null || template.productId === order.productId)
