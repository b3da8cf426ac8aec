import type { ReferenceField, ReferencesField } from '@/contract/field'
import type { FilterProps } from './field-parts'
import { Picker } from './picker'

/** Filter for fields that refer to one or several rows: matches any of the picked rows. */
export function ReferenceFilter({
  field,
  name,
  label,
  values,
  onChange,
}: FilterProps<ReferenceField> | FilterProps<ReferencesField>) {
  const ids = String(values[name] ?? '')
    .split(',')
    .filter(Boolean)
  return (
    <div className="filter">
      <span>{label}</span>
      <Picker
        of={field.to}
        id={`filter-${name}`}
        label={label}
        many
        ids={ids}
        onPick={(next) => onChange({ [name]: next.join(',') || null })}
      />
    </div>
  )
}
