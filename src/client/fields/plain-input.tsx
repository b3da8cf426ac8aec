import './fields.css'
import { TextInput, type TextInputProps } from '../ui/TextInput'
import type { InputProps } from './field-parts'

type PlainInputProps = Pick<InputProps, 'id' | 'label' | 'disabled' | 'invalid' | 'describedBy' | 'onChange'> &
  /** Props that every field passes but the input does not use. */
  Partial<Pick<InputProps, 'place' | 'nestedComponents' | 'optionLabels'>> & {
    text: string
    unit?: string
    /** Converts the typed text to the value of the field; by default empty text becomes null. */
    parseText?: (text: string) => unknown
  } & Omit<TextInputProps, 'onChange' | 'value' | 'id'>

/** Text input with an accessible label, error attributes and an optional unit at its end. */
export function PlainInput({
  id,
  label,
  disabled,
  invalid,
  describedBy,
  onChange,
  text,
  unit,
  parseText = (typedText) => (typedText === '' ? null : typedText),
  place: _place,
  nestedComponents: _nested,
  optionLabels: _optionLabels,
  ...attributes
}: PlainInputProps) {
  const input = (
    <TextInput
      id={id}
      aria-label={unit ? `${label} (${unit})` : label}
      aria-invalid={invalid ?? false}
      aria-describedby={describedBy}
      disabled={disabled}
      value={text}
      onChange={(typedText) => onChange?.(parseText(typedText))}
      {...attributes}
    />
  )
  return unit ? (
    <span className="with-unit strip middle">
      {input}
      <span>{unit}</span>
    </span>
  ) : (
    input
  )
}
