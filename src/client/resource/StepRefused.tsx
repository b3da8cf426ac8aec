import { useTranslation } from 'react-i18next'
import type { Step } from '../api/use-step'
import { Button } from '../ui/Button'
import { CloseIcon } from '../ui/icons'

/** Why a step was refused: it stays until it is tried again or closed, for it often says what has to be done first. */
export function StepRefused({ of }: { of: Pick<Step<never, never>, 'refused' | 'close'> }) {
  const { t } = useTranslation('client')
  return (
    of.refused !== null && (
      <div className="ui-card is-warned step-refused" role="alert">
        <p>{of.refused}</p>
        <Button look="quiet" icon={<CloseIcon size={20} />} aria-label={t('ui.close')} onClick={of.close} />
      </div>
    )
  )
}
