import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/client/ui/Button'
import { Sheet } from '@/client/ui/Sheet'

/** Asks why, before something that others will ask about. */
export function ReasonSheet({
  title,
  action,
  danger,
  busy,
  children,
  onGive,
  onClose,
}: {
  title: string
  action: string
  danger?: boolean
  busy: boolean
  children?: ReactNode
  onGive: (reason: string) => void
  onClose: () => void
}) {
  const { t } = useTranslation(['orders', 'client'])
  const [reason, setReason] = useState('')
  const id = useId()
  return (
    <Sheet open onClose={onClose} title={title} alert>
      <form
        className="order-form"
        onSubmit={(event) => {
          event.preventDefault()
          if (reason.trim()) onGive(reason.trim())
        }}
      >
        {children}
        <label htmlFor={id}>{t('inputs.reason')}</label>
        <textarea
          id={id}
          className="ui-input"
          rows={3}
          maxLength={1000}
          value={reason}
          required
          onChange={(event) => setReason(event.target.value)}
        />
        <div className="ui-actions">
          <Button onClick={onClose}>{t('client:ui.cancel')}</Button>
          <Button type="submit" look={danger ? 'danger' : 'primary'} disabled={!reason.trim() || busy}>
            {action}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}
