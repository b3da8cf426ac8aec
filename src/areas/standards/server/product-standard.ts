import { productDocument } from '../contract/product-standard'
import { productProblems, productUnready, type ProductContent } from '../rules/product-standard'
import { documentHandlers } from './document'

export const productHandlers = documentHandlers<ProductContent>(productDocument, {
  problems: productProblems,
  unready: productUnready,
})
