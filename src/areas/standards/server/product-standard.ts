import { productDocument } from '../contract/product-standard'
import { isEmptyProduct, productProblems, type ProductContent } from '../rules/product-standard'
import { documentHandlers } from './document'

/** Drafts, approvals and versions of product standards. */
export const productHandlers = documentHandlers<ProductContent>(productDocument, {
  problems: productProblems,
  isEmpty: isEmptyProduct,
})
