import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DateInput } from '../ui/DateInput'

type End = string | number | null | undefined
/** Returns true if a range ends before it begins, so that nothing matches. */
export const isReversed = (from: unknown, to: unknown): boolean => {
  const [first, last] = [from, to] as End[]
  return first != null && first !== '' && last != null && last !== '' && first > last
}

/** Filter for an inclusive range with two inputs. Errors are displayed below. */
export function RangeFilter({
  name,
  label,
  values,
  onChange,
  type,
  read,
}: {
  name: string
  label: string
  values: Readonly<Record<string, unknown>>
  onChange: (change: Record<string, string | number | null>) => void
  type: 'day' | 'number'
  /** Converts the text to a number or the day to a value; returns text that is not a number unchanged. */
  read: (text: string, end: boolean) => string | number | null
}) {
  const { t } = useTranslation('client')
  const wrong = useId()
  const reversed = isReversed(values[`${name}From`], values[`${name}To`])
  return (
    <fieldset className="range">
      <legend>{label}</legend>
      {(['From', 'To'] as const).map((end) => {
        const parts = {
          label: `${label} ${t(end === 'From' ? 'fields.from' : 'fields.to')}`,
          value: String(values[name + end] ?? ''),
          invalid: reversed,
          describedBy: reversed ? wrong : undefined,
        }
        const change = (value: string | number | null) => onChange({ [name + end]: value })
        return type === 'day' ? (
          <DateInput
            key={end}
            {...parts}
            value={parts.value.slice(0, 10)}
            onChange={(text) => change(text === '' ? null : read(text, end === 'To'))}
          />
        ) : (
          <NumberEnd key={end} {...parts} onChange={change} read={(text) => read(text, end === 'To')} />
        )
      })}
      {reversed && (
        <span id={wrong} className="range-wrong" role="alert">
          {t(type === 'day' ? 'fields.fromAfterTo' : 'fields.fromOverTo')}
        </span>
      )}
    </fieldset>
  )
}
/** Keeps the typed text; text that is not a number shows an error and does not change the filter. */
function NumberEnd({
  label,
  value,
  invalid,
  describedBy,
  onChange,
  read,
}: {
  label: string
  value: string
  invalid: boolean
  describedBy: string | undefined
  onChange: (value: number | null) => void
  read: (text: string) => string | number | null
}) {
  const { t } = useTranslation('client')
  const id = useId()
  const [text, setText] = useState(value)
  const says = read(text)
  const unread = typeof says === 'string'
  return (
    <span className="range-end">
      <input
        className="ui-input"
        inputMode="decimal"
        autoComplete="off"
        aria-label={label}
        aria-invalid={unread || invalid || undefined}
        aria-describedby={unread ? id : describedBy}
        value={unread || String(says ?? '') === value ? text : value}
        onChange={(event) => {
          setText(event.target.value)
          const next = read(event.target.value)
          if (typeof next !== 'string') onChange(next)
        }}
      />
      {unread && (
        <span id={id} className="range-wrong" role="alert">
          {t('fields.notANumber')}
        </span>
      )}
    </span>
  )
}
