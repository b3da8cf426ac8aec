import { useEffect, useRef, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorIcon } from './icons'

/** `field` is the id of the input or of an element around it; texts are translated. */
export type FieldError = { field: string; label: string; message: string }

function jump(event: MouseEvent, field: string): void {
  event.preventDefault()
  const place = document.getElementById(field)
  if (!place) return
  const focusable = 'input:not([type="hidden"]), select, textarea, button, [tabindex]'
  const target = place.matches(focusable) ? place : (place.querySelector<HTMLElement>(focusable) ?? place)
  target.scrollIntoView({ block: 'center' })
  target.focus({ preventScroll: true })
}

/** Error summary above a rejected form. It takes the focus when it appears; each line links to its field. */
export function FieldErrors({ errors }: { errors: readonly FieldError[] }) {
  const { t } = useTranslation('client')
  const box = useRef<HTMLElement>(null)
  const shown = errors.length > 0
  useEffect(() => {
    if (shown) box.current?.focus()
  }, [shown])
  if (!shown) return null
  return (
    <section className="ui-field-errors" role="alert" tabIndex={-1} ref={box}>
      <h2>
        <ErrorIcon size={20} />
        {t('ui.fieldErrors', { number: errors.length })}
      </h2>
      <ul>
        {errors.map((error) => (
          <li key={error.field + error.message}>
            <a href={`#${error.field}`} onClick={(event) => jump(event, error.field)}>
              <b>{error.label}</b> {error.message}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
