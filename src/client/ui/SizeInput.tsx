import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { digitsOf, sizeOf } from '../fields/number-input'

/**
 * Input for a number of at least 0; the owner keeps the text and validates it with `parseSize`. A negative number stays
 * visible with an error: dropping the minus would silently change the number.
 */
export function SizeInput({
  value,
  onChange,
  whole = false,
  className = 'ui-input',
}: {
  value: string
  onChange: (text: string) => void
  /** For counts; no decimals. */
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
