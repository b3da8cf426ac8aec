import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { cleanNumberText, parseNonNegative } from '../fields/number-input'

/**
 * Input for a number of at least 0. The parent component keeps the text and parses it with `parseNonNegative`. A
 * negative number stays visible with an error: dropping the minus would silently change the number.
 */
export function NonNegativeNumberInput({
  label,
  value,
  onChange,
  integersOnly = false,
  className = 'ui-input',
}: {
  /** For inputs without a label element around them. */
  label?: string
  value: string
  onChange: (text: string) => void
  /** For counts; no decimals. */
  integersOnly?: boolean
  className?: string
}) {
  const { t } = useTranslation('client')
  const errorId = useId()
  const isInvalid = value !== '' && parseNonNegative(value) === null
  return (
    <>
      <input
        className={className}
        aria-label={label}
        inputMode={integersOnly ? 'numeric' : 'decimal'}
        value={value}
        aria-invalid={isInvalid || undefined}
        aria-describedby={isInvalid ? errorId : undefined}
        onChange={(event) =>
          onChange(cleanNumberText(integersOnly ? event.target.value.replace(/[.。．]/g, '') : event.target.value))
        }
        autoComplete="off"
      />
      {isInvalid && (
        <span id={errorId} className="form-wrong" role="alert">
          {t('fields.notASize')}
        </span>
      )}
    </>
  )
}
