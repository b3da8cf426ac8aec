/** Which template a certificate is made by. */

/** Whom a template is for: null where it is for all. */
interface For {
  readonly customerId: string | null
  readonly productId: string | null
}
/** Whether a template may be used for what an order makes, for whom. */
export const fits = (template: For, order: For): boolean =>
  (template.customerId === null || template.customerId === order.customerId) &&
  (template.productId === null || template.productId === order.productId)

const special = ({ customerId, productId }: For): number => (customerId ? 2 : 0) + (productId ? 1 : 0)
/** Those that fit an order, the most special first: a customer's before a product's before the general ones, else as given. */
export const fitting = <T extends For>(templates: readonly T[], order: For): T[] =>
  templates.filter((one) => fits(one, order)).sort((a, b) => special(b) - special(a))
