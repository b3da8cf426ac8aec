import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { workOrder } from '@/areas/orders/contract/work-order'
import { orderTones } from '@/areas/orders/contract/tones'
import { usePageLink } from '@/client/shell/use-page-link'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { Link } from 'react-router-dom'
import { feedInfos } from '../../contract/feed'
import { massBalanceOf } from '../../contract/feeding-calls'
import { judged } from './balance-parts'
import { BalanceBar } from './BalanceBar'
import type { OrderLine } from './MaterialOrderPage'
import { MaterialTable } from './MaterialTable'

/** Detail of one order: its mass balance and the mass used by material and lot. */
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
  const found = useEndpoint(
    massBalanceOf,
    { workOrderId: id },
    { resources: ['feed', 'workOrder', 'jumboRoll', 'recycle'] },
  )
  const lines = link('rawMaterial', { view: 'lines', workOrderId: id })
  return (
    <PageFrame
      title={names[id] ?? '…'}
      sub={row && [refs[row.productId], row.lineId && refs[row.lineId]].filter(Boolean).join(' · ')}
      tools={row && <ResourceStateBadge of={workOrder} state={row.state} tones={orderTones} />}
      {...(onBack ? { onBack } : {})}
    >
      {found.data && <BalanceBar balance={judged(found.data)} tolerance={found.data.tolerancePercent} />}
      {!found.data && found.isPending && <SkeletonDetail />}
      {!found.data && found.error && <NotLoadedView of={found} />}
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
