import { useContext } from 'react'
import type { Resource } from '@/contract/resource'
import type { FilterValue } from '../fields/field-parts'
import { getFilterComponent } from '../fields/registry'
import { useLabels } from '../i18n/labels'
import { CustomFiltersContext } from './custom-filters'

/** The filters of a resource, one input each. */
export function FilterFields({
  of,
  values,
  onChange,
}: {
  of: Resource
  values: Record<string, FilterValue>
  /** `name` is the field being filtered. */
  onChange: (change: Record<string, FilterValue>, name: string) => void
}) {
  const labels = useLabels(of.area)
  const customFilters = useContext(CustomFiltersContext)
  return of.filters.map((name) => {
    const field = of.fields[name]
    const customFilter = customFilters[name]
    const Filter = field && (customFilter ? customFilter.Filter : getFilterComponent(field.kind))
    return (
      Filter && (
        <Filter
          key={name}
          field={field}
          name={name}
          place={{ area: of.area, owner: of.name }}
          label={labels.field(of, name)}
          values={values}
          onChange={(change) => onChange(change, name)}
        />
      )
    )
  })
}
