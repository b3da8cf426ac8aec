import type { InputHTMLAttributes } from 'react'
import { DateInput } from '../ui/DateInput'
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
  type: 'day' | 'number'
  read: (text: string, end: boolean) => string | number | null
}) {
  return (
    <fieldset className="range">
      <legend>{label}</legend>
      {(['From', 'To'] as const).map((end) => {
        const said = `${label} ${end === 'From' ? words.from : words.to}`
        const value = String(values[name + end] ?? '')
        const change = (text: string) => onChange({ [name + end]: text === '' ? null : read(text, end === 'To') })
        return type === 'day' ? (
          <DateInput key={end} label={said} value={value.slice(0, 10)} onChange={change} />
        ) : (
          <input
            key={end}
            type="number"
            className="ui-input"
            aria-label={said}
            defaultValue={value}
            onChange={(event) => change(event.target.value)}
          />
        )
      })}
    </fieldset>
  )
}
