import type { InputHTMLAttributes } from 'react'
import type { InputProps } from './field-parts'

type Plain = Pick<InputProps, 'id' | 'label' | 'disabled' | 'invalid' | 'describedBy' | 'onChange'> &
  /** Said of every field, and nothing to the element. */
  Partial<Pick<InputProps, 'place' | 'nested' | 'words'>> & {
    text: string
    unit?: string
    read?: (text: string) => unknown
  } & Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value' | 'id'>

/** The one text-like input: label for screen readers, error wiring, unit at its end. */
export function PlainInput({
  id,
  label,
  disabled,
  invalid,
  describedBy,
  onChange,
  text,
  unit,
  read = (value) => (value === '' ? null : value),
  place: _place,
  nested: _nested,
  words: _words,
  ...attributes
}: Plain) {
  const input = (
    <input
      id={id}
      className="ui-input"
      aria-label={unit ? `${label} (${unit})` : label}
      aria-invalid={invalid ?? false}
      aria-describedby={describedBy}
      disabled={disabled}
      value={text}
      onChange={(event) => onChange?.(read(event.target.value))}
      {...attributes}
    />
  )
  return unit ? (
    <span className="with-unit">
      {input}
      <span>{unit}</span>
    </span>
  ) : (
    input
  )
}
/** An inclusive range as two inputs, for filters. */
export function RangeFilter({
  name,
  label,
  words,
  values,
  onChange,
  type,
  read,
}: {
  name: string
  label: string
  words: { from: string; to: string }
  values: Readonly<Record<string, unknown>>
  onChange: (change: Record<string, string | number | null>) => void
  type: 'date' | 'number'
  read: (text: string, end: boolean) => string | number | null
}) {
  return (
    <fieldset className="range">
      <legend>{label}</legend>
      {(['From', 'To'] as const).map((end) => (
        <input
          key={end}
          type={type}
          className="ui-input"
          aria-label={`${label} ${end === 'From' ? words.from : words.to}`}
          defaultValue={shown(values[name + end], type)}
          onChange={(event) =>
            onChange({ [name + end]: event.target.value === '' ? null : read(event.target.value, end === 'To') })
          }
        />
      ))}
    </fieldset>
  )
}
const shown = (value: unknown, type: string): string =>
  value === null || value === undefined ? '' : type === 'date' ? String(value).slice(0, 10) : String(value)
