import { DocumentPage } from './DocumentPage'
import { processViews } from './process/process-view'

/** 分切工艺: how their jumbos are slit. */
export default function SlittingProcessPage() {
  return <DocumentPage view={processViews.slitting} />
}
