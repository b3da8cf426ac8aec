import type { TextField } from '@/contract/field'
import { MISSING } from '../format/number'
import type { FieldParts, FilterProps, InputProps, ShowProps } from './field-parts'
import { PlainInput } from './plain-input'

const types = { phone: 'tel', time: 'time' } as const
function Input({ field, value, ...props }: InputProps<TextField>) {
  const type = field.secret ? 'password' : field.format === 'phone' || field.format === 'time' ? types[field.format] : 'text'
  return <PlainInput {...props} text={String(value ?? '')} type={type} maxLength={field.max} autoComplete={field.secret ? 'new-password' : 'off'} {...(field.format === 'code' ? { autoCapitalize: 'characters', spellCheck: false } : {})} />
}
const Show = ({ field, value, full }: ShowProps<TextField>) => <span className={full ? 'wrap' : undefined}>{field.secret ? '' : value ? String(value) : MISSING}</span>
const Filter = ({ name, label, values, onChange }: FilterProps<TextField>) => (
  <label className="filter">{label}<input className="ui-input" value={String(values[name] ?? '')} onChange={(event) => onChange({ [name]: event.target.value || null })} /></label>
)
export const textParts: FieldParts<TextField> = { Input, Show, Filter }
