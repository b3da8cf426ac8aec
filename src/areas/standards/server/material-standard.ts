import { materialDocument } from '../contract/material-standard'
import { materialProblems, materialUnready, type MaterialContent } from '../rules/material-standard'
import { documentHandlers } from './document'

export const materialHandlers = documentHandlers<MaterialContent>(materialDocument, {
  problems: materialProblems,
  unready: materialUnready,
})
