import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button'

/** Over a form whose row another deleted: what was typed is still here, to be saved as a new one by who may, or given up. */
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
