import { createContext, type ComponentType } from 'react'
import type { FilterProps } from '../fields/field-parts'

/** A filter that a page draws itself, and what its value is called. */
export interface OwnFilter {
  Filter: ComponentType<FilterProps> | null
  word: (value: string) => string
}
/** Own filters by field, for values that only the page knows names of; others are drawn by the field's kind. Set around a resource page. */
export const OwnFiltersContext = createContext<Readonly<Record<string, OwnFilter>>>({})
