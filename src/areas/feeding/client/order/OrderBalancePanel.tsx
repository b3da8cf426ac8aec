import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { workOrder } from '@/areas/orders/contract/work-order'
import { orderTones } from '@/areas/orders/contract/tones'
import { usePageLink } from '@/client/shell/use-page-link'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { Link } from 'react-router-dom'
import { feedInfoEndpoints } from '../../contract/feed'
import { massBalanceReport } from '../../contract/feeding-endpoints'
import { BalanceSection, fillMissingVerdict } from './BalanceSection'
import type { OrderBalanceRow } from './MaterialOrderPage'
import { UsedMaterialList } from './UsedMaterialList'

/** Detail of one order: its mass balance and the mass used per material and lot. */
export function OrderBalancePanel({
  id,
  row,
  refs,
  onBack,
}: {
  id: string
  row: OrderBalanceRow | undefined
  refs: Readonly<Record<string, string>>
  onBack?: () => void
}) {
  const { t } = useTranslation(['feeding', 'client'])
  const buildPageLink = usePageLink()
  const names = useNames('workOrder', [id], row ? { [id]: row.number } : {})
  const result = useEndpoint(
    massBalanceReport,
    { workOrderId: id },
    { resources: ['feed', 'workOrder', 'jumboRoll', 'recycle', 'figureCorrection'] },
  )
  // `lines` is the view of the raw material page that lists feeds.
  const feedListLink = buildPageLink('rawMaterial', { view: 'lines', workOrderId: id })
  return (
    <PageFrame
      title={names[id] ?? '…'}
      subtitle={row && [refs[row.productId], row.lineId && refs[row.lineId]].filter(Boolean).join(' · ')}
      tools={row && <ResourceStateBadge resource={workOrder} state={row.state} tones={orderTones} />}
      {...(onBack ? { onBack } : {})}
    >
      <QueryBoundary query={result} skeleton={<SkeletonDetail />}>
        {(report) => <BalanceSection balance={fillMissingVerdict(report)} tolerance={report.tolerancePercent} />}
      </QueryBoundary>
      {feedInfoEndpoints.map(({ kind, endpoint }) => (
        <UsedMaterialList key={kind} kind={kind} endpoint={endpoint} orderId={id} />
      ))}
      {feedListLink && (
        <p>
          <Link className="ui-button" to={feedListLink}>
            {t('pages.materialWorkOrder.allFeeds')}
          </Link>
        </p>
      )}
    </PageFrame>
  )
}
