import type { ReferencesField } from '@/contract/field'
import { MISSING } from '../format/number'
import { NameList } from './NameList'
import type { FieldParts, InputProps, ShowProps } from './field-parts'
import { useNames } from './options'
import { ReferenceFilter } from './ReferenceFilter'
import { Picker } from './picker'

const toIdList = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
function Input({ field, value, onChange, ...props }: InputProps<ReferencesField>) {
  return (
    <Picker
      {...props}
      of={field.to}
      field={props.place.list ? undefined : props.name}
      many
      ids={toIdList(value)}
      onPick={(ids) => onChange?.(ids.slice(0, field.max))}
    />
  )
}
function Show({ field, value, refs, full }: ShowProps<ReferencesField>) {
  const ids = toIdList(value)
  const names = useNames(field.to, ids, refs)
  return ids.length === 0 ? MISSING : <NameList names={ids.map((id) => names[id] ?? '…')} showsAll={full} />
}
export const referencesParts: FieldParts<ReferencesField> = { Input, Show, Filter: ReferenceFilter }
