import type { VersionedDocument } from './document'
import { masterbatchDocument } from './masterbatch'
import { materialDocument } from './material-standard'
import { processDocument } from './process-standard-endpoints'
import { productDocument } from './product-standard'

export { getDocumentKind, type VersionedDocument } from './document'
/** All kinds of approved documents. */
export const versionedDocuments: readonly VersionedDocument[] = [
  processDocument,
  productDocument,
  materialDocument,
  masterbatchDocument,
]
