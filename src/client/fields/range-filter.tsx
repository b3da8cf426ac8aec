import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DateInput } from '../ui/DateInput'

type End = string | number | null | undefined
/** Whether a range ends before it begins: nothing lies in it. */
export const isReversed = (from: unknown, to: unknown): boolean => {
  const [first, last] = [from, to] as End[]
  return first != null && first !== '' && last != null && last !== '' && first > last
}

/** An inclusive range as two inputs, for filters. What is wrong of it is said below. */
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
  /** A number, or for days what the day stands for; of a number text that is none. */
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
/** What is typed stands as it is typed; what is no number is said, and asks for nothing. */
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
