import { references } from '@/contract/field'

/** Active holds on a row; empty if it is not held. */
export const holdReferences = references('hold', { readonly: true, max: 20 })
