import { lazy, Suspense, useState, type MouseEvent } from 'react'
import { createPortal } from 'react-dom'
import type { AmountField, IntegerField } from '@/contract/field'
import { formatUnit } from '../format/unit'
import { useLabels } from '../i18n/labels'
import type { FilterProps, InputProps, ValueProps } from './field-parts'
import { PlainInput } from './plain-input'
import { RangeFilter } from './range-filter'
import { Quantity } from '../ui/Quantity'
import { useIsTouch } from '../ui/use-device'

const NumberPad = lazy(() => import('../ui/NumberPad').then((module) => ({ default: module.NumberPad })))

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

/** Selects the number inputs that open the number pad at a tap, instead of the phone's keyboard. */
const PAD_INPUT_SELECTOR = 'input[inputmode="none"]:enabled'
/** Returns the next empty number input of the form or page. */
function findNextPadInput(input: HTMLElement): HTMLInputElement | undefined {
  const inputs = [
    ...(input.closest('form, .ui-page-content, dialog')?.querySelectorAll<HTMLInputElement>(PAD_INPUT_SELECTOR) ?? []),
  ]
  return inputs.slice(inputs.indexOf(input as HTMLInputElement) + 1).find(({ value }) => value === '')
}

/**
 * Number field. On touch screens a tap opens the number pad, which advances to the next empty number. Typed text stays
 * as typed until it leaves the field ("1." and "1.50" included).
 */
export function NumberInput({ field, value, onChange, ...props }: InputProps<IntegerField | AmountField>) {
  const labels = useLabels(props.place.area)
  const isTouch = useIsTouch()
  const [padInput, setPadInput] = useState<HTMLInputElement | null>(null)
  const valueText = value === null || value === undefined ? '' : String(value)
  const [text, setText] = useState(valueText)
  const displayText = String(parseNumberText(text) ?? '') === valueText ? text : valueText
  const nativeMode = field.kind === 'integer' ? 'numeric' : 'decimal'
  const unit = field.unit ? formatUnit(field.unit, null, labels.language) : ''
  return (
    <>
      <PlainInput
        {...props}
        text={displayText}
        inputMode={isTouch ? 'none' : nativeMode}
        autoComplete="off"
        parseText={(typed) => {
          setText(typed)
          return parseNumberText(typed)
        }}
        {...(isTouch ? { onClick: (event: MouseEvent<HTMLInputElement>) => setPadInput(event.currentTarget) } : {})}
        {...(onChange ? { onChange } : {})}
        {...(unit ? { unit } : {})}
      />
      {/* The pad is a form, and forms cannot be nested. */}
      {padInput &&
        createPortal(
          <Suspense fallback={null}>
            <NumberPad
              title={props.label}
              unit={unit}
              value={typeof value === 'number' ? value : null}
              limits={null}
              evaluate={(number) => evaluateBounds(number, field, labels.issue)}
              onDone={(number) => {
                setText(number === null ? '' : String(number))
                onChange?.(number)
                setPadInput(null)
                if (number !== null) findNextPadInput(padInput)?.click()
              }}
              onClose={() => setPadInput(null)}
            />
          </Suspense>,
          document.body,
        )}
    </>
  )
}
/** Rates a number against the bounds of its field. */
function evaluateBounds(
  number: number | null,
  { min, max }: IntegerField | AmountField,
  formatIssue: ReturnType<typeof useLabels>['issue'],
): { tone: 'idle' | 'bad'; label: string | null } {
  const describe = (code: 'tooSmall' | 'tooBig', limit: number) =>
    ({ tone: 'bad', label: formatIssue({ path: [], code, params: { limit } }) }) as const
  if (number !== null && min !== undefined && number < min) return describe('tooSmall', min)
  if (number !== null && max !== undefined && number > max) return describe('tooBig', max)
  return { tone: 'idle', label: null }
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
