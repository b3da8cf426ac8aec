import { useState } from 'react'
import type { AmountField, IntegerField } from '@/contract/field'
import { unitFor } from '../format/unit'
import { useLabels } from '../i18n/labels'
import type { FilterProps, InputProps, ShowProps } from './field-parts'
import { PlainInput } from './plain-input'
import { RangeFilter } from './range-filter'
import { Quantity } from '../ui/Quantity'

/** Thousands as the app itself shows them, and as they are copied from it: `1,000`, `12,345.6`. */
const GROUPED = /^-?[1-9]\d{0,2}([，,]\d{3})+([.。．]\d*)?$/
/** What was typed as a number: a comma or a full-width point counts as the decimal point, unless it groups thousands. Text that is no number stays text, for the check to name. */
export function readNumber(text: string): number | string | null {
  const bare = text.trim().replace(/[－–]/g, '-')
  const plain = (GROUPED.test(bare) ? bare.replace(/[，,]/g, '') : bare).replace(/[，,。．]/g, '.')
  if (plain === '') return null
  return /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : text
}
/** For a box that keeps digits alone: a point typed with a Chinese keyboard is one, commas group thousands. A minus stays, for the box to name: without it -5 would be 5. */
export const digitsOf = (typed: string): string =>
  typed
    .replace(/[。．]/g, '.')
    .replace(/[－–−]/g, '-')
    .replace(/[^\d.-]/g, '')
/** A number of at least 0 as it stands in such a box; null for none, and for what is less or no number. */
export function sizeOf(text: string): number | null {
  const number = readNumber(text)
  return typeof number === 'number' && number >= 0 && !text.includes('-') ? number : null
}

/** Number pad on phones; what is typed stays as typed until it leaves the field ("1." and "1.50" included). */
export function NumberInput({ field, value, onChange, ...props }: InputProps<IntegerField | AmountField>) {
  const labels = useLabels(props.place.area)
  const written = value === null || value === undefined ? '' : String(value)
  const [text, setText] = useState(written)
  const shown = String(readNumber(text) ?? '') === written ? text : written
  return (
    <PlainInput
      {...props}
      text={shown}
      inputMode={field.kind === 'integer' ? 'numeric' : 'decimal'}
      autoComplete="off"
      read={(typed) => {
        setText(typed)
        return readNumber(typed)
      }}
      {...(onChange ? { onChange } : {})}
      {...(field.unit ? { unit: unitFor(field.unit, null, labels.language) } : {})}
    />
  )
}
export function NumberShow({ field, value }: ShowProps<IntegerField | AmountField>) {
  return (
    <Quantity
      value={typeof value === 'number' ? value : null}
      {...(field.unit ? { unit: field.unit } : {})}
      decimals={field.kind === 'amount' ? field.digits : 0}
    />
  )
}
export function NumberFilter({ field, name, place, label, values, onChange }: FilterProps<IntegerField | AmountField>) {
  const labels = useLabels(place.area)
  return (
    <RangeFilter
      name={name}
      label={field.unit ? `${label} (${unitFor(field.unit, null, labels.language)})` : label}
      values={values}
      onChange={onChange}
      type="number"
      read={(text) => readNumber(text)}
    />
  )
}
