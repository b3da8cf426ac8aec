import type { ReferenceField } from '@/contract/field'
import { MISSING } from '../format/number'
import type { FieldParts, InputProps, ShowProps } from './field-parts'
import { useNames } from './options'
import { ReferenceFilter } from './ReferenceFilter'
import { Picker } from './picker'

function Input({ field, value, onChange, ...props }: InputProps<ReferenceField>) {
  return (
    <Picker
      {...props}
      of={field.to}
      field={props.place.list ? undefined : props.name}
      many={false}
      clearable={field.required !== true}
      ids={value ? [String(value)] : []}
      onPick={(ids) => onChange?.(ids[0] ?? null)}
    />
  )
}
function Show({ field, value, refs }: ShowProps<ReferenceField>) {
  const names = useNames(field.to, value ? [String(value)] : [], refs)
  return <span>{value ? (names[String(value)] ?? '…') : MISSING}</span>
}
export const referenceParts: FieldParts<ReferenceField> = { Input, Show, Filter: ReferenceFilter }
