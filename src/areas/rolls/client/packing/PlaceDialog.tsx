import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, ExplainedButton } from '@/client/ui/Button'
import { Dialog } from '@/client/ui/Dialog'

/** Asks for the place of a package, which must differ from the current one. */
export function PlaceDialog({
  title,
  currentPlace,
  busy,
  onPlace,
  onClose,
}: {
  title: string
  /** The current place. */
  currentPlace: string | null
  busy: boolean
  onPlace: (place: string) => void
  onClose: () => void
}) {
  const { t } = useTranslation(['rolls', 'client'])
  const [enteredPlace, setEnteredPlace] = useState('')
  const place = enteredPlace.trim()
  const blockReason = !place
    ? t('pages.packing.placeMissing')
    : place === currentPlace
      ? t('pages.packing.placeSame')
      : null
  return (
    <Dialog open onClose={onClose} title={title}>
      <form
        className="ui-sheet-form"
        onSubmit={(event) => {
          event.preventDefault()
          if (blockReason === null && !busy) onPlace(place)
        }}
      >
        {currentPlace && (
          <p>
            {t('pages.packing.placeNow')} <b>{currentPlace}</b>
          </p>
        )}
        <label>
          {t('package.fields.place')}
          <input
            className="ui-input"
            maxLength={60}
            value={enteredPlace}
            onChange={(event) => setEnteredPlace(event.target.value)}
            autoComplete="off"
          />
        </label>
        <div className="ui-actions">
          <Button onClick={onClose}>{t('client:ui.cancel')}</Button>
          <ExplainedButton type="submit" look="primary" disabledReason={busy ? '' : blockReason}>
            {title}
          </ExplainedButton>
        </div>
      </form>
    </Dialog>
  )
}
