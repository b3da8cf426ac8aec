import { createContext } from 'react'
import { useTranslation } from 'react-i18next'
import { NotLoadedView } from './NotLoadedView'
import { Button } from '../ui/Button'
import { EmptyState } from '../ui/EmptyState'
import { SkeletonDetail } from '../ui/Skeleton'

/** Displayed in place of an open row that is loading, failed to load or no longer exists. */
export function MissingRowView({
  query,
  onBack,
}: {
  query: { isLoading: boolean; error: Error | null; refetch: () => void }
  onBack: () => void
}) {
  const { t } = useTranslation('client')
  if (query.isLoading)
    return (
      <div className="pad">
        <SkeletonDetail />
      </div>
    )
  const back = <Button onClick={onBack}>{t('ui.back')}</Button>
  if (!query.error)
    return (
      <EmptyState title={t('resource.gone')} advice={t('resource.goneNext')}>
        {back}
      </EmptyState>
    )
  return <NotLoadedView query={query}>{back}</NotLoadedView>
}

/**
 * Banner above a form whose row another person deleted. The input stays, to be saved as a new row if permitted, or to
 * be discarded.
 */
export function RowGoneBanner({ canSaveAsNew, onLeave }: { canSaveAsNew: boolean; onLeave: () => void }) {
  const { t } = useTranslation('client')
  return (
    <p className="banner" role="alert">
      <span>
        {t('resource.rowGone')} {t(canSaveAsNew ? 'resource.rowGoneAdd' : 'resource.rowGoneRead')}
      </span>
      <Button onClick={onLeave}>{t('resource.rowGoneLeave')}</Button>
    </p>
  )
}

/** True if another person deleted the row of the open form. */
export const RowGoneContext = createContext(false)
