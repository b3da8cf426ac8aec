import { masterbatchDocument } from '../contract/masterbatch'
import { beyondTolerance, masterbatchProblems, type MasterbatchContent } from '../rules/masterbatch'
import { documentView } from './document-view'
import { DocumentPage } from './DocumentPage'

const view = documentView<MasterbatchContent>({
  of: masterbatchDocument,
  kind: masterbatchDocument.kinds[0],
  columns: ['materialId', 'colour', 'worst', 'tolerance'],
  more: ['supplier', 'formula'],
  problems: masterbatchProblems,
  warns: (content) => {
    const figures = beyondTolerance(content)
    return figures && { word: 'outOfTolerance', figures }
  },
  lineKeys: { additions: ['lineId'] },
})
/** 母粒标定: addition of masterbatches, and colour difference from the master. */
export default function MasterbatchPage() {
  return <DocumentPage view={view} />
}
