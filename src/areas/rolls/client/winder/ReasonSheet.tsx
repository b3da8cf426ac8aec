import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/client/ui/Button'
import { Sheet } from '@/client/ui/Sheet'

/** Asks why before something is taken back, with the usual reasons at one tap. */
export function ReasonSheet({
  title,
  thing,
  action,
  reasons,
  danger,
  busy,
  onDone,
  onClose,
}: {
  title: string
  thing: string
  action: string
  reasons: readonly string[]
  danger?: boolean
  busy: boolean
  onDone: (reason: string) => void
  onClose: () => void
}) {
  const { t } = useTranslation('rolls')
  const [reason, setReason] = useState('')
  return (
    <Sheet open onClose={onClose} title={title}>
      <form
        className="wd-form"
        onSubmit={(event) => {
          event.preventDefault()
          if (reason.trim()) onDone(reason.trim())
        }}
      >
        <p className="ui-confirm-thing">{thing}</p>
        <fieldset className="choices" aria-label={t('jumboRoll.fields.reason')}>
          {reasons.map((one) => (
            <button key={one} type="button" aria-pressed={reason === one} onClick={() => setReason(one)}>
              {one}
            </button>
          ))}
        </fieldset>
        <label className="wd-field">
          <span>{t('jumboRoll.fields.reason')}</span>
          <textarea
            className="ui-input"
            rows={2}
            maxLength={1000}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </label>
        <div className="ui-actions">
          <Button type="submit" look={danger ? 'danger' : 'primary'} disabled={!reason.trim() || busy}>
            {action}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}
