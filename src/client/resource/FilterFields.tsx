import { useContext, createContext, type ComponentType } from 'react'
import type { Resource } from '@/contract/resource'
import type { FilterValue, FilterProps } from '../fields/field-parts'
import { getFilterComponent } from '../fields/registry'
import { useLabels } from '../i18n/labels'

/** The filters of a resource, one input each. */
export function FilterFields({
  resource,
  values,
  onChange,
}: {
  resource: Resource
  values: Record<string, FilterValue>
  /** `name` is the field being filtered. */
  onChange: (change: Record<string, FilterValue>, name: string) => void
}) {
  const labels = useLabels(resource.area)
  const customFilters = useContext(CustomFiltersContext)
  return resource.filters.map((name) => {
    const field = resource.fields[name]
    const customFilter = customFilters[name]
    const Filter = field && (customFilter ? customFilter.Filter : getFilterComponent(field.kind))
    return (
      Filter && (
        <Filter
          key={name}
          field={field}
          name={name}
          place={{ area: resource.area, owner: resource.name }}
          label={labels.field(resource, name)}
          values={values}
          onChange={(change) => onChange(change, name)}
        />
      )
    )
  })
}

/** A filter that a page renders itself, and the label of its values. */
export interface CustomFilter {
  /** Null if the filter is set elsewhere and has no input here. */
  Filter: ComponentType<FilterProps> | null
  formatValue: (value: string) => string
}
/**
 * Custom filters by field, for values whose names only the page knows; others are rendered by kind. Provide it around a
 * resource page.
 */
export const CustomFiltersContext = createContext<Readonly<Record<string, CustomFilter>>>({})
