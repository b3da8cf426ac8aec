import { DocumentPage } from './DocumentPage'
import { processViews } from './process/process-view'

/** 分切工艺: process standards of slitting. */
export default function SlittingProcessPage() {
  return <DocumentPage view={processViews.slitting} />
}
