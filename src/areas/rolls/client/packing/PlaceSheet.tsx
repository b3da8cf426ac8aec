import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/client/ui/Button'
import { ExplainedButton } from '@/client/ui/ExplainedButton'
import { Dialog } from '@/client/ui/Dialog'

/** Asks for the place of a package, which must differ from the current one. */
export function PlaceSheet({
  title,
  now,
  busy,
  onPlace,
  onClose,
}: {
  title: string
  /** The current place. */
  now: string | null
  busy: boolean
  onPlace: (place: string) => void
  onClose: () => void
}) {
  const { t } = useTranslation(['rolls', 'client'])
  const [typed, setPlace] = useState('')
  const place = typed.trim()
  const why = !place ? t('pages.packing.placeMissing') : place === now ? t('pages.packing.placeSame') : null
  return (
    <Dialog open onClose={onClose} title={title}>
      <form
        className="ui-sheet-form"
        onSubmit={(event) => {
          event.preventDefault()
          if (why === null && !busy) onPlace(place)
        }}
      >
        {now && (
          <p>
            {t('pages.packing.placeNow')} <b>{now}</b>
          </p>
        )}
        <label>
          {t('package.fields.place')}
          <input
            className="ui-input"
            maxLength={60}
            value={typed}
            onChange={(event) => setPlace(event.target.value)}
            autoComplete="off"
          />
        </label>
        <div className="ui-actions">
          <Button onClick={onClose}>{t('client:ui.cancel')}</Button>
          <ExplainedButton type="submit" look="primary" disabledReason={busy ? '' : why}>
            {title}
          </ExplainedButton>
        </div>
      </form>
    </Dialog>
  )
}
