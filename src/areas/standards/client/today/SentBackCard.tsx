import { processDocument } from '../../contract/process-standard-endpoints'
import { SentBackDocumentCards } from './SentBackDocumentCards'

/** Rejected process standards that I wrote or submitted. */
export default function SentBackCard() {
  return <SentBackDocumentCards definition={processDocument} />
}
