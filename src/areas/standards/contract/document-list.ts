import type { VersionedDocument } from './document'
import { masterbatchDocument } from './masterbatch'
import { materialDocument } from './material-standard'
import { processDocument } from './process-standard-endpoints'
import { productDocument } from './product-standard'

export { getDocumentKind, type VersionedDocument } from './document'
/** All kinds of versioned documents, i.e. standards whose versions are approved. */
export const versionedDocuments: readonly VersionedDocument[] = [
  processDocument,
  productDocument,
  materialDocument,
  masterbatchDocument,
]
