import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DateInput } from '../ui/DateInput'
import { DayRangeButton } from '../ui/DayRangeButton'

type RangeEnd = string | number | null | undefined
/** Returns true if a range ends before it begins, so that nothing matches. */
export const isReversed = (from: unknown, to: unknown): boolean => {
  const start = from as RangeEnd
  const end = to as RangeEnd
  return start != null && start !== '' && end != null && end !== '' && start > end
}

/** Filter for an inclusive range with two inputs. Errors are displayed below. */
export function RangeFilter({
  name,
  label,
  values,
  onChange,
  type,
  parseText,
}: {
  name: string
  label: string
  values: Readonly<Record<string, unknown>>
  onChange: (change: Record<string, string | number | null>) => void
  type: 'day' | 'number'
  /** Converts the typed number or the chosen day to the filter value; text that is not a number is returned as it is. */
  parseText: (text: string, isEnd: boolean) => string | number | null
}) {
  const { t } = useTranslation('client')
  const errorId = useId()
  const isInvalid = isReversed(values[`${name}From`], values[`${name}To`])
  const getDay = (end: 'From' | 'To') => {
    const localTime = String(values[name + end] ?? '')
    return localTime.slice(0, 10)
  }
  return (
    <fieldset className="range">
      <legend>{label}</legend>
      {(['From', 'To'] as const).map((end) => {
        const inputProps = {
          label: `${label} ${t(end === 'From' ? 'fields.from' : 'fields.to')}`,
          value: String(values[name + end] ?? ''),
          invalid: isInvalid,
          describedBy: isInvalid ? errorId : undefined,
        }
        const change = (value: string | number | null) => onChange({ [name + end]: value })
        return type === 'day' ? (
          <DateInput
            key={end}
            {...inputProps}
            value={getDay(end)}
            onChange={(text) => change(text === '' ? null : parseText(text, end === 'To'))}
          />
        ) : (
          <RangeEndInput
            key={end}
            {...inputProps}
            onChange={change}
            parseText={(text) => parseText(text, end === 'To')}
          />
        )
      })}
      {type === 'day' && (
        <DayRangeButton
          label={label}
          range={{ from: getDay('From'), to: getDay('To') }}
          onChange={({ from, to }) =>
            onChange({
              [`${name}From`]: from ? parseText(from, false) : null,
              [`${name}To`]: to ? parseText(to, true) : null,
            })
          }
        />
      )}
      {isInvalid && (
        <span id={errorId} className="range-wrong" role="alert">
          {t(type === 'day' ? 'fields.fromAfterTo' : 'fields.fromOverTo')}
        </span>
      )}
    </fieldset>
  )
}
/** Keeps the typed text; text that is not a number shows an error and does not change the filter. */
function RangeEndInput({
  label,
  value,
  invalid,
  describedBy,
  onChange,
  parseText,
}: {
  label: string
  value: string
  invalid: boolean
  describedBy: string | undefined
  onChange: (value: number | null) => void
  parseText: (text: string) => string | number | null
}) {
  const { t } = useTranslation('client')
  const id = useId()
  const [text, setText] = useState(value)
  const parsedValue = parseText(text)
  const isUnreadable = typeof parsedValue === 'string'
  return (
    <span className="range-end">
      <input
        className="ui-input"
        inputMode="decimal"
        autoComplete="off"
        aria-label={label}
        aria-invalid={isUnreadable || invalid || undefined}
        aria-describedby={isUnreadable ? id : describedBy}
        value={isUnreadable || String(parsedValue ?? '') === value ? text : value}
        onChange={(event) => {
          setText(event.target.value)
          const next = parseText(event.target.value)
          if (typeof next !== 'string') onChange(next)
        }}
      />
      {isUnreadable && (
        <span id={id} className="range-wrong" role="alert">
          {t('fields.notANumber')}
        </span>
      )}
    </span>
  )
}
