import type { TextField } from '@/contract/field'
import { useContext } from 'react'
import { MISSING } from '../format/number'
import type { FieldParts, FilterProps, InputProps, ShowProps } from './field-parts'
import { SuggestionsContext } from './form-scope'
import { PlainInput } from './plain-input'
import { SecretInput } from './secret-input'

const types = { phone: 'tel', time: 'time' } as const
function Input({ field, value, ...props }: InputProps<TextField>) {
  const type = field.format === 'phone' || field.format === 'time' ? types[field.format] : 'text'
  const offered = useContext(SuggestionsContext)[props.place.list ? `${props.place.list}.${props.name}` : props.name]
  if (field.secret) return <SecretInput {...props} value={value} max={field.max} />
  const input = (
    <PlainInput
      {...props}
      text={String(value ?? '')}
      type={type}
      maxLength={field.max}
      autoComplete="off"
      {...(field.format === 'code' ? { autoCapitalize: 'characters', spellCheck: false } : {})}
      {...(offered ? { list: `${props.id}-offered` } : {})}
    />
  )
  return offered ? (
    <>
      {input}
      <datalist id={`${props.id}-offered`}>
        {offered.map((word) => (
          <option key={word} value={word}>
            {word}
          </option>
        ))}
      </datalist>
    </>
  ) : (
    input
  )
}
const Show = ({ field, value, full }: ShowProps<TextField>) => (
  <span className={full ? 'wrap' : undefined}>{field.secret ? '' : value ? String(value) : MISSING}</span>
)
const Filter = ({ name, label, values, onChange }: FilterProps<TextField>) => (
  <div className="filter">
    <span>{label}</span>
    <PlainInput
      id={`filter-${name}`}
      label={label}
      text={String(values[name] ?? '')}
      onChange={(value) => onChange({ [name]: value as string | null })}
    />
  </div>
)
export const textParts: FieldParts<TextField> = { Input, Show, Filter }
