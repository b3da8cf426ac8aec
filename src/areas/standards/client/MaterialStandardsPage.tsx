import { materialDocument } from '../contract/material-standard'
import { findMaterialProblems, type MaterialContent } from '../rules/material-standard'
import { createDocumentView } from './document-view'
import { DocumentPage } from './DocumentPage'
import { LimitDigitsWarning } from './LimitDigitsWarning'

const view = createDocumentView<MaterialContent>({
  definition: materialDocument,
  kind: materialDocument.kinds[0],
  columns: ['materialId', 'sampling', 'shelfLifeDays'],
  wideColumns: ['aql', 'level'],
  findProblems: findMaterialProblems,
  Warnings: ({ values }) => <LimitDigitsWarning limits={(values as Partial<MaterialContent>).items ?? []} />,
  lineKeys: { items: ['indexId', 'name'] },
})
/** 物料标准: incoming inspection of materials. */
export default function MaterialStandardsPage() {
  return <DocumentPage view={view} />
}
