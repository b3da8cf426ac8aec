import { processDocument } from '../../contract/process-standard-calls'
import { SentBack } from './SentBack'

/** Process standards that came back to me. */
export default function SentBackCard() {
  return <SentBack of={processDocument} />
}
