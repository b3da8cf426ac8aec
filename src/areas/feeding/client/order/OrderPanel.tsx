import { useTranslation } from 'react-i18next'
import { isUnreachable } from '@/client/api/api-error'
import { useCall } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { usePageLink } from '@/client/shell/use-page-link'
import { ErrorState } from '@/client/ui/ErrorState'
import { OfflineState } from '@/client/ui/OfflineState'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { Link } from 'react-router-dom'
import { feedInfos } from '../../contract/feed'
import { massBalanceOf } from '../../contract/feeding-calls'
import { OrderStateOf } from '../tones'
import { BalanceBar } from './BalanceBar'
import type { OrderLine } from './MaterialOrderPage'
import { MaterialTable } from './MaterialTable'

/** One order: its balance with the gap explained, and what it used by material and lot. */
export function OrderPanel({
  id,
  row,
  refs,
  onBack,
}: {
  id: string
  row: OrderLine | undefined
  refs: Readonly<Record<string, string>>
  onBack?: () => void
}) {
  const { t } = useTranslation(['feeding', 'client'])
  const link = usePageLink()
  const names = useNames('workOrder', [id], row ? { [id]: row.number } : {})
  const found = useCall(
    massBalanceOf,
    { workOrderId: id },
    { resources: ['feed', 'workOrder', 'jumboRoll', 'recycle'] },
  )
  const lines = link('rawMaterial', { view: 'lines', workOrderId: id })
  return (
    <PageFrame
      title={names[id] ?? '…'}
      sub={row && [refs[row.productId], row.lineId && refs[row.lineId]].filter(Boolean).join(' · ')}
      tools={row && <OrderStateOf state={row.state} />}
      {...(onBack ? { onBack } : {})}
    >
      {found.data && <BalanceBar balance={found.data} tolerance={found.data.tolerancePercent} />}
      {!found.data && found.isPending && <SkeletonDetail />}
      {!found.data &&
        found.error &&
        (isUnreachable(found.error) ? (
          <OfflineState onRetry={() => void found.refetch()} />
        ) : (
          <ErrorState
            what={t('client:resource.notLoaded')}
            kept={found.error.message}
            onRetry={() => void found.refetch()}
          />
        ))}
      {feedInfos.map(({ kind, endpoint }) => (
        <MaterialTable key={kind} kind={kind} endpoint={endpoint} orderId={id} />
      ))}
      {lines && (
        <p>
          <Link className="ui-button" to={lines}>
            {t('pages.materialWorkOrder.allLines')}
          </Link>
        </p>
      )}
    </PageFrame>
  )
}
