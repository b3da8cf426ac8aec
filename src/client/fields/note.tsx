import type { NoteField } from '@/contract/field'
import { PresetText } from '../i18n/PresetText'
import { MISSING } from '../format/number'
import type { FieldParts, InputProps, ShowProps } from './field-parts'
import { usePresets, PresetButtons } from './PresetButtons'

function Input({ field, id, label, value, onChange, disabled, invalid, describedBy }: InputProps<NoteField>) {
  const presetTexts = usePresets(field.presets)
  const text = presetTexts.toDisplayText(String(value ?? ''))
  return (
    <>
      <PresetButtons
        label={label}
        presetTexts={presetTexts}
        text={text}
        disabled={disabled}
        onPick={(one) => onChange?.(one)}
      />
      <textarea
        id={id}
        className="ui-input"
        rows={3}
        maxLength={field.max}
        aria-label={label}
        aria-invalid={invalid ?? false}
        aria-describedby={describedBy}
        disabled={disabled}
        value={text}
        onChange={(event) =>
          onChange?.(event.target.value === '' ? null : presetTexts.toStoredText(event.target.value))
        }
      />
    </>
  )
}
const Show = ({ value, full }: ShowProps<NoteField>) =>
  value ? (
    <span className={full ? 'wrap lines' : 'cut'}>
      <PresetText text={String(value)} />
    </span>
  ) : (
    MISSING
  )
export const noteParts: FieldParts<NoteField> = { Input, Show, Filter: null }
