import { materialDocument } from '../contract/material-standard'
import { materialProblems, type MaterialContent } from '../rules/material-standard'
import { documentView } from './document-view'
import { DocumentPage } from './DocumentPage'
import { LimitDigitsWarning } from './LimitDigitsWarning'

const view = documentView<MaterialContent>({
  of: materialDocument,
  kind: materialDocument.kinds[0],
  columns: ['materialId', 'sampling', 'shelfLifeDays'],
  more: ['aql', 'level'],
  problems: materialProblems,
  Warnings: ({ values }) => <LimitDigitsWarning limits={(values as Partial<MaterialContent>).items ?? []} />,
  lineKeys: { items: ['indexId', 'name'] },
})
/** 物料标准: incoming inspection of materials. */
export default function MaterialStandardsPage() {
  return <DocumentPage view={view} />
}
