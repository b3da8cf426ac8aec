import { useTranslation } from 'react-i18next'
import type { InstantCommand } from '../api/use-instant-command'
import { Button } from '../ui/Button'
import { CloseIcon } from '../ui/icons'

/** Reason why a command was refused; stays until retried or closed, because it often tells what to do first. */
export function CommandRefusedNotice({ of }: { of: Pick<InstantCommand<never, never>, 'refused' | 'clearRefusal'> }) {
  const { t } = useTranslation('client')
  return (
    of.refused !== null && (
      <div className="ui-card is-warned step-refused" role="alert">
        <p>{of.refused}</p>
        <Button look="quiet" icon={<CloseIcon size={20} />} aria-label={t('ui.close')} onClick={of.clearRefusal} />
      </div>
    )
  )
}
