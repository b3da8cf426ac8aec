import type { NoteField } from '@/contract/field'
import { usePresets, usePresetTexts, PresetButtons, PresetText } from './presets'
import { LongText } from '../ui/LongText'
import { TextArea } from '../ui/TextInput'
import { MISSING_TEXT } from '../format/number'
import { VoiceButton } from './VoiceButton'
import type { FieldParts, InputProps, ValueProps } from './field-parts'

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
        onPick={(preset) => onChange?.(preset)}
      />
      <span className="with-voice">
        <TextArea
          id={id}
          maxLength={field.max}
          aria-label={label}
          aria-invalid={invalid ?? false}
          aria-describedby={describedBy}
          disabled={disabled}
          value={text}
          onChange={(typed) => onChange?.(typed === '' ? null : presetTexts.toStoredText(typed))}
        />
        {!disabled && onChange && (
          <VoiceButton
            label={label}
            onText={(spoken) => onChange([text.trim(), spoken].filter(Boolean).join('\n').slice(0, field.max))}
          />
        )}
      </span>
    </>
  )
}
const LongNote = ({ text }: { text: string }) => <LongText text={usePresetTexts(text)(text)} />
const NoteValue = ({ value, isDetail }: ValueProps<NoteField>) =>
  value ? (
    <span className={isDetail ? 'wrap lines' : 'cut'}>
      {isDetail ? <LongNote text={String(value)} /> : <PresetText text={String(value)} />}
    </span>
  ) : (
    MISSING_TEXT
  )
/** Components of a note: text of several lines, with preset texts if the field has any. */
export const noteParts: FieldParts<NoteField> = { Input, Value: NoteValue, Filter: null }
