import { masterbatchDocument } from '../contract/masterbatch'
import { getExceededTolerance, findMasterbatchProblems, type MasterbatchContent } from '../rules/masterbatch'
import { createDocumentView } from './document-view'
import { DocumentPage } from './DocumentPage'

const view = createDocumentView<MasterbatchContent>({
  definition: masterbatchDocument,
  kind: masterbatchDocument.kinds[0],
  columns: ['materialId', 'colour', 'worst', 'tolerance'],
  wideColumns: ['supplier', 'formula'],
  findProblems: findMasterbatchProblems,
  findWarning: (content) => {
    const excess = getExceededTolerance(content)
    return excess && { code: 'outOfTolerance', params: excess }
  },
  lineKeys: { additions: ['lineId'] },
})
/** 母粒标定: addition of masterbatches, and colour difference from the master. */
export default function MasterbatchPage() {
  return <DocumentPage view={view} />
}
