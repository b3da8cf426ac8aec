import { masterbatchDocument } from '../contract/masterbatch'
import { findMasterbatchProblems, getMasterbatchSubmitBlocker, type MasterbatchContent } from '../rules/masterbatch'
import { createDocumentHandlers } from './document'

export const masterbatchHandlers = createDocumentHandlers<MasterbatchContent>(masterbatchDocument, {
  findProblems: findMasterbatchProblems,
  getSubmitBlocker: getMasterbatchSubmitBlocker,
})
