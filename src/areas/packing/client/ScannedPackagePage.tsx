import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { isServerUnreachable } from '@/client/api/api-error'
import { useRow } from '@/client/api/use-list'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { ResourceDetailView } from '@/client/resource/ResourceDetailView'
import { RowActionBar } from '@/client/resource/RowActionBar'
import { usePageLink } from '@/client/shell/use-page-link'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { ScanIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { HoldNotice } from '@/areas/rolls/client/shared/HoldNotice'
import { rollPackage } from '../contract/package'

/**
 * Page of a scanned package, with a button to pack rolls into it. Shows an empty state if the package does
 * not exist, or if the server cannot be reached and the device does not know the package.
 */
export function ScannedPackagePage({
  id,
  onBack,
  onPack,
}: {
  id: string
  onBack: () => void
  onPack: (id: string) => void
}) {
  const { t } = useTranslation(['packing', 'slitting'])
  const buildPageLink = usePageLink()
  const query = useRow(rollPackage, id)
  const { row, refs, isLoading, error } = query
  if (!row)
    return (
      <PageFrame title={t('slitting:pages.divideInteractive.title')} onBack={onBack}>
        {isLoading ? (
          <SkeletonDetail />
        ) : error && !isServerUnreachable(error) ? (
          <NotLoadedView query={{ error, refetch: query.refetch }} />
        ) : (
          <EmptyState
            icon={ScanIcon}
            title={t('slitting:pages.divideInteractive.unknownRow')}
            advice={t('slitting:pages.divideInteractive.unknownRowNext')}
          />
        )}
      </PageFrame>
    )
  const traceLink = buildPageLink('qualityTracking', { kind: rollPackage.name, of: row.id })
  return (
    <PageFrame
      primaryStaysAtBottom
      title={row.number}
      subtitle={t('package.name')}
      onBack={onBack}
      primary={
        <>
          {traceLink && (
            <Link className="ui-button" to={traceLink}>
              {t('slitting:pages.divideInteractive.trace')}
            </Link>
          )}
          <RowActionBar resource={rollPackage.name} id={row.id} />
          <Button look="primary" onClick={() => onPack(row.id)}>
            {t('pages.divideInteractive.openPackage')}
          </Button>
        </>
      }
    >
      <HoldNotice holds={row.holds} />
      <ResourceDetailView resource={rollPackage} row={row} refs={refs} />
    </PageFrame>
  )
}
