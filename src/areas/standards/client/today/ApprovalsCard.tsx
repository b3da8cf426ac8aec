import { processDocument } from '../../contract/process-standard-calls'
import { Approvals } from './Approvals'

/** Process standards that wait for my approval. */
export default function ApprovalsCard() {
  return <Approvals of={processDocument} />
}
