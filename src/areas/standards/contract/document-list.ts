import type { VersionedDocument } from './document'
import { masterbatchDocument } from './masterbatch'
import { materialDocument } from './material-standard'
import { processDocument } from './process-standard-calls'
import { productDocument } from './product-standard'

export { kindOf, type VersionedDocument } from './document'
/** All kinds of approved documents. */
export const documents: readonly VersionedDocument[] = [
  processDocument,
  productDocument,
  materialDocument,
  masterbatchDocument,
]
