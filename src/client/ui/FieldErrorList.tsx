import { useEffect, useRef, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorIcon } from './icons'

/** `field` is the id of the input or of an element around it; texts are translated. */
export type FieldError = { field: string; label: string; message: string }

function focusField(event: MouseEvent, field: string): void {
  event.preventDefault()
  const element = document.getElementById(field)
  if (!element) return
  const focusable = 'input:not([type="hidden"]), select, textarea, button, [tabindex]'
  const target = element.matches(focusable) ? element : (element.querySelector<HTMLElement>(focusable) ?? element)
  target.scrollIntoView({ block: 'center' })
  target.focus({ preventScroll: true })
}

/** Error summary above a rejected form. It takes the focus when it appears; each line links to its field. */
export function FieldErrorList({ errors }: { errors: readonly FieldError[] }) {
  const { t } = useTranslation('client')
  const summary = useRef<HTMLElement>(null)
  const hasErrors = errors.length > 0
  useEffect(() => {
    if (hasErrors) summary.current?.focus()
  }, [hasErrors])
  if (!hasErrors) return null
  return (
    <section className="ui-field-errors" role="alert" tabIndex={-1} ref={summary}>
      <h2>
        <ErrorIcon size={20} />
        {t('ui.fieldErrors', { number: errors.length })}
      </h2>
      <ul>
        {errors.map((error) => (
          <li key={error.field + error.message}>
            <a href={`#${error.field}`} onClick={(event) => focusField(event, error.field)}>
              <b>{error.label}</b> {error.message}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
