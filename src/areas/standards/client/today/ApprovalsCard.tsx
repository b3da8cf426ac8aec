import { processDocument } from '../../contract/process-standard-calls'
import { Approvals } from './Approvals'

/** Process standards whose approval is mine to give now. */
export default function ApprovalsCard() {
  return <Approvals of={processDocument} />
}
