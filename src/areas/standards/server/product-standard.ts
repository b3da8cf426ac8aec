import { productDocument } from '../contract/product-standard'
import { findProductProblems, getProductSubmitBlocker, type ProductContent } from '../rules/product-standard'
import { createDocumentHandlers } from './document'

export const productHandlers = createDocumentHandlers<ProductContent>(productDocument, {
  findProblems: findProductProblems,
  getSubmitBlocker: getProductSubmitBlocker,
})
