import { useState } from 'react'
import type { AmountField, IntegerField } from '@/contract/field'
import { formatUnit } from '../format/unit'
import { useLabels } from '../i18n/labels'
import type { FilterProps, InputProps, ValueProps } from './field-parts'
import { PlainInput } from './plain-input'
import { RangeFilter } from './range-filter'
import { Quantity } from '../ui/Quantity'

/** Numbers with thousands separators, as displayed by the app and copied from it: `1,000`, `12,345.6`. */
const GROUPED_PATTERN = /^-?[1-9]\d{0,2}([，,]\d{3})+([.。．]\d*)?$/
/**
 * Parses typed text: a comma or full-width point is a decimal point, unless it groups thousands. Text that is not a
 * number is returned unchanged, for validation to report; see `isUnreadableNumber`.
 */
export function parseNumberText(text: string): number | string | null {
  const normalized = text.trim().replace(/[－–]/g, '-')
  const decimalText = (GROUPED_PATTERN.test(normalized) ? normalized.replace(/[，,]/g, '') : normalized).replace(
    /[，,。．]/g,
    '.',
  )
  if (decimalText === '') return null
  return /^-?(\d+\.?\d*|\.\d+)$/.test(decimalText) ? Number(decimalText) : text
}
/** True if `parseNumberText` returned the text, because it is not a number. */
export const isUnreadableNumber = (parsedNumber: number | string | null): parsedNumber is string =>
  typeof parsedNumber === 'string'
/**
 * Removes everything but digits, point and minus from typed text, for fields that keep their text. Full-width points
 * are converted. The minus stays, so that the field can report it: otherwise -5 would become 5.
 */
export const cleanNumberText = (typedText: string): string =>
  typedText
    .replace(/[。．]/g, '.')
    .replace(/[－–−]/g, '-')
    .replace(/[^\d.-]/g, '')
/** Parses a number of at least 0; null if the text is empty, negative or not a number. */
export function parseNonNegative(text: string): number | null {
  const number = parseNumberText(text)
  return typeof number === 'number' && number >= 0 && !text.includes('-') ? number : null
}

/**
 * Number field with the numeric keyboard on phones. Typed text stays as typed until it leaves the field ("1." and
 * "1.50" included).
 */
export function NumberInput({ field, value, onChange, ...props }: InputProps<IntegerField | AmountField>) {
  const labels = useLabels(props.place.area)
  const valueText = value === null || value === undefined ? '' : String(value)
  const [text, setText] = useState(valueText)
  const displayText = String(parseNumberText(text) ?? '') === valueText ? text : valueText
  return (
    <PlainInput
      {...props}
      text={displayText}
      inputMode={field.kind === 'integer' ? 'numeric' : 'decimal'}
      autoComplete="off"
      parseText={(typed) => {
        setText(typed)
        return parseNumberText(typed)
      }}
      {...(onChange ? { onChange } : {})}
      {...(field.unit ? { unit: formatUnit(field.unit, null, labels.language) } : {})}
    />
  )
}
/** Value of a number field with its unit. */
export function NumberValue({ field, value }: ValueProps<IntegerField | AmountField>) {
  return (
    <Quantity
      value={typeof value === 'number' ? value : null}
      {...(field.unit ? { unit: field.unit } : {})}
      decimals={field.kind === 'amount' ? field.digits : 0}
    />
  )
}
/** Range filter of a number field. */
export function NumberFilter({ field, name, place, label, values, onChange }: FilterProps<IntegerField | AmountField>) {
  const labels = useLabels(place.area)
  return (
    <RangeFilter
      name={name}
      label={field.unit ? `${label} (${formatUnit(field.unit, null, labels.language)})` : label}
      values={values}
      onChange={onChange}
      type="number"
      parseText={(text) => parseNumberText(text)}
    />
  )
}
