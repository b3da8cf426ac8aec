import { useTranslation } from 'react-i18next'
import type { CommandRunner } from '../api/use-command'
import { Button } from '../ui/Button'
import { CloseIcon } from '../ui/icons'

/** Reason why a command was refused; stays until retried or closed, because it often tells what to do first. */
export function CommandRefusedNotice({
  command,
}: {
  command: Pick<CommandRunner<never, never>, 'refusalMessage' | 'clearRefusal'>
}) {
  const { t } = useTranslation('client')
  return (
    command.refusalMessage !== null && (
      <div className="ui-card is-warned command-refused" role="alert">
        <p>{command.refusalMessage}</p>
        <Button look="quiet" icon={<CloseIcon size={20} />} aria-label={t('ui.close')} onClick={command.clearRefusal} />
      </div>
    )
  )
}
