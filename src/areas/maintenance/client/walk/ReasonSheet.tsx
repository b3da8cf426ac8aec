import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/client/ui/Button'
import { Sheet } from '@/client/ui/Sheet'

/** A reason by one tap, or typed. */
export function ReasonSheet({
  open,
  title,
  reasons,
  onPick,
  onClose,
}: {
  open: boolean
  title: string
  reasons: readonly string[]
  onPick: (reason: string) => void
  onClose: () => void
}) {
  const { t } = useTranslation('maintenance')
  const [text, setText] = useState('')
  const id = useId()
  return (
    <Sheet open={open} onClose={onClose} title={title}>
      <form
        className="reasons"
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim()) onPick(text.trim())
        }}
      >
        {reasons.map((reason) => (
          <Button key={reason} block onClick={() => onPick(reason)}>
            {reason}
          </Button>
        ))}
        <label htmlFor={id}>{t('pages.polling.otherReason')}</label>
        <input
          id={id}
          className="ui-input"
          value={text}
          maxLength={400}
          onChange={(event) => setText(event.target.value)}
          autoComplete="off"
        />
        <div className="ui-actions">
          <Button onClick={onClose}>{t('pages.polling.notNow')}</Button>
          <Button type="submit" look="primary" disabled={!text.trim()}>
            {t('pages.polling.takeReason')}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}
