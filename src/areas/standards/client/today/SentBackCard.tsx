import { processDocument } from '../../contract/process-standard-calls'
import { SentBack } from './SentBack'

/** Rejected process standards that I wrote or submitted. */
export default function SentBackCard() {
  return <SentBack of={processDocument} />
}
