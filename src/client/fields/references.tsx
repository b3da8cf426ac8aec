import type { ReferencesField } from '@/contract/field'
import { MISSING } from '../format/number'
import { FewNames } from './FewNames'
import type { FieldParts, InputProps, ShowProps } from './field-parts'
import { useNames } from './options'
import { PickedFilter } from './picked-filter'
import { Picker } from './picker'

const idsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
function Input({ field, value, onChange, ...props }: InputProps<ReferencesField>) {
  return (
    <Picker
      {...props}
      of={field.to}
      field={props.place.list ? undefined : props.name}
      many
      ids={idsOf(value)}
      onPick={(ids) => onChange?.(ids.slice(0, field.max))}
    />
  )
}
function Show({ field, value, refs, full }: ShowProps<ReferencesField>) {
  const ids = idsOf(value)
  const names = useNames(field.to, ids, refs)
  return ids.length === 0 ? MISSING : <FewNames names={ids.map((id) => names[id] ?? '…')} full={full} />
}
export const referencesParts: FieldParts<ReferencesField> = { Input, Show, Filter: PickedFilter }
