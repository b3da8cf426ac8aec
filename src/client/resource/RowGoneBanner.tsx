import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button'

/**
 * Above a form whose row another person deleted: the input is kept, to be saved as a new row if permitted, or
 * discarded.
 */
export function RowGoneBanner({ mayAdd, onLeave }: { mayAdd: boolean; onLeave: () => void }) {
  const { t } = useTranslation('client')
  return (
    <p className="banner" role="alert">
      <span>
        {t('resource.rowGone')} {t(mayAdd ? 'resource.rowGoneAdd' : 'resource.rowGoneRead')}
      </span>
      <Button onClick={onLeave}>{t('resource.rowGoneLeave')}</Button>
    </p>
  )
}
