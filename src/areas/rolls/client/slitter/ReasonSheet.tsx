import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/client/ui/Button'
import { Sheet } from '@/client/ui/Sheet'

/** Asks why before something is taken back or moved; `children` stand over the reason. */
export function ReasonSheet({
  title,
  busy,
  danger = true,
  children,
  onReason,
  onClose,
}: {
  title: string
  busy: boolean
  danger?: boolean
  children?: ReactNode
  onReason: (reason: string) => void
  onClose: () => void
}) {
  const { t } = useTranslation(['rolls', 'client'])
  const [reason, setReason] = useState('')
  return (
    <Sheet open onClose={onClose} title={title}>
      <form
        className="sheet-form"
        onSubmit={(event) => {
          event.preventDefault()
          if (reason.trim()) onReason(reason.trim())
        }}
      >
        {children}
        <label>
          {t('inputs.reason')}
          <input
            className="ui-input"
            maxLength={1000}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            autoComplete="off"
          />
        </label>
        <div className="ui-actions">
          <Button onClick={onClose}>{t('client:ui.cancel')}</Button>
          <Button type="submit" look={danger ? 'danger' : 'primary'} disabled={busy || !reason.trim()}>
            {title}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}
