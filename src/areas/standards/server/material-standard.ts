import { materialDocument } from '../contract/material-standard'
import { findMaterialProblems, getMaterialSubmitBlocker, type MaterialContent } from '../rules/material-standard'
import { createDocumentHandlers } from './document'

export const materialHandlers = createDocumentHandlers<MaterialContent>(materialDocument, {
  findProblems: findMaterialProblems,
  getSubmitBlocker: getMaterialSubmitBlocker,
})
