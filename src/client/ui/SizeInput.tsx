import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { digitsOf, sizeOf } from '../fields/number-input'

/**
 * A box for a number of at least 0, kept as its text by who shows it. What is less is named and stays: a minus that vanished
 * while it was typed made another number of it. Whoever saves asks `sizeOf`.
 */
export function SizeInput({
  value,
  onChange,
  whole = false,
  className = 'ui-input',
}: {
  value: string
  onChange: (text: string) => void
  /** Counts of things; no decimals. */
  whole?: boolean
  className?: string
}) {
  const { t } = useTranslation('client')
  const id = useId()
  const wrong = value !== '' && sizeOf(value) === null
  return (
    <>
      <input
        className={className}
        inputMode={whole ? 'numeric' : 'decimal'}
        value={value}
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? id : undefined}
        onChange={(event) =>
          onChange(digitsOf(whole ? event.target.value.replace(/[.。．]/g, '') : event.target.value))
        }
        autoComplete="off"
      />
      {wrong && (
        <span id={id} className="form-wrong" role="alert">
          {t('fields.notASize')}
        </span>
      )}
    </>
  )
}
