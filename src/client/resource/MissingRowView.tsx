import { useTranslation } from 'react-i18next'
import { NotLoadedView } from './NotLoadedView'
import { Button } from '../ui/Button'
import { EmptyState } from '../ui/EmptyState'
import { SkeletonDetail } from '../ui/Skeleton'

/** Displayed in place of an open row that is loading, failed to load or no longer exists. */
export function MissingRowView({
  opened,
  onBack,
}: {
  opened: { busy: boolean; error: Error | null; again: () => void }
  onBack: () => void
}) {
  const { t } = useTranslation('client')
  if (opened.busy)
    return (
      <div className="pad">
        <SkeletonDetail />
      </div>
    )
  const back = <Button onClick={onBack}>{t('ui.back')}</Button>
  if (!opened.error)
    return (
      <EmptyState title={t('resource.gone')} next={t('resource.goneNext')}>
        {back}
      </EmptyState>
    )
  return <NotLoadedView of={opened}>{back}</NotLoadedView>
}
