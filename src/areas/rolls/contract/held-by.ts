import { references } from '@/contract/field'

/** On things that can be held: the holds that are on it now. None: it is free. */
export const heldBy = references('hold', { readonly: true, max: 20 })
