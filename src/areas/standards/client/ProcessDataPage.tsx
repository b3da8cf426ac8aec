import { DocumentPage } from './DocumentPage'
import { processViews } from './process/process-view'

/** 工艺数据: how products are made on the main lines. */
export default function ProcessDataPage() {
  return <DocumentPage view={processViews.mainLine} />
}
