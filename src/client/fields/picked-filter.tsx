import type { ReferenceField, ReferencesField } from '@/contract/field'
import type { FilterProps } from './field-parts'
import { Picker } from './picker'

/** Rows that a list is narrowed to, for fields that name one row or several: any of those picked. */
export function PickedFilter({
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
