import { createContext, type ComponentType } from 'react'
import type { FilterProps } from '../fields/field-parts'

/** A filter that a page renders itself, and the label of its values. */
export interface CustomFilter {
  Filter: ComponentType<FilterProps> | null
  word: (value: string) => string
}
/**
 * Custom filters by field, for values whose names only the page knows; others are rendered by kind. Provide it around a
 * resource page.
 */
export const CustomFiltersContext = createContext<Readonly<Record<string, CustomFilter>>>({})
