import { Banner } from '../ui/Notice'
import { createContext } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button'

/**
 * Banner above a form whose row another person deleted. The input stays, to be saved as a new row if permitted, or to
 * be discarded.
 */
export function RowGoneBanner({ canSaveAsNew, onLeave }: { canSaveAsNew: boolean; onLeave: () => void }) {
  const { t } = useTranslation('client')
  return (
    <Banner alert extra={<Button onClick={onLeave}>{t('resource.rowGoneLeave')}</Button>}>
      {t('resource.rowGone')} {t(canSaveAsNew ? 'resource.rowGoneAdd' : 'resource.rowGoneRead')}
    </Banner>
  )
}

/** True if another person deleted the row of the open form. */
export const RowGoneContext = createContext(false)
