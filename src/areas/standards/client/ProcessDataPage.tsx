import { DocumentPage } from './DocumentPage'
import { processViews } from './process/process-view'

/** 工艺数据: process standards of the main lines. */
export default function ProcessDataPage() {
  return <DocumentPage view={processViews.mainLine} />
}
