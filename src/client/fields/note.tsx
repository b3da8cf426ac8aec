import type { NoteField } from '@/contract/field'
import { MISSING } from '../format/number'
import type { FieldParts, InputProps, ShowProps } from './field-parts'

const Input = ({ field, id, label, value, onChange, disabled, invalid, describedBy }: InputProps<NoteField>) => (
  <textarea
    id={id}
    className="ui-input"
    rows={3}
    maxLength={field.max}
    aria-label={label}
    aria-invalid={invalid ?? false}
    aria-describedby={describedBy}
    disabled={disabled}
    value={String(value ?? '')}
    onChange={(event) => onChange?.(event.target.value === '' ? null : event.target.value)}
  />
)
const Show = ({ value, full }: ShowProps<NoteField>) =>
  value ? <span className={full ? 'wrap lines' : 'cut'}>{String(value)}</span> : MISSING
export const noteParts: FieldParts<NoteField> = { Input, Show, Filter: null }
