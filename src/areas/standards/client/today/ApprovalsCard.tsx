import { processDocument } from '../../contract/process-standard-endpoints'
import { DocumentApprovalCards } from './DocumentApprovalCards'

/** Process standards that wait for my approval. */
export default function ApprovalsCard() {
  return <DocumentApprovalCards definition={processDocument} />
}
