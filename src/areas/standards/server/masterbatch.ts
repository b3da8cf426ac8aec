import { masterbatchDocument } from '../contract/masterbatch'
import { masterbatchProblems, masterbatchUnready, type MasterbatchContent } from '../rules/masterbatch'
import { documentHandlers } from './document'

export const masterbatchHandlers = documentHandlers<MasterbatchContent>(masterbatchDocument, {
  problems: masterbatchProblems,
  unready: masterbatchUnready,
})
