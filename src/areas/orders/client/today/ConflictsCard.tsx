import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { usePageLink } from '@/client/shell/use-page-link'
import { TodayCard, TodayCountList } from '@/client/today/TodayCard'
import { erpOrderOptions } from '@/areas/orders/contract/erp-order'

/**
 * Today card: ERP orders that wait for a decision, because the ERP changed them after their start or because they are
 * not released yet.
 */
export default function ConflictsCard() {
  const { t } = useTranslation('orders')
  const buildPageLink = usePageLink()
  const { data } = useEndpoint(erpOrderOptions, {})
  const getCount = (state: string) => data?.counts.find((stateCount) => stateCount.state === state)?.count ?? 0
  const conflictCount = getCount('conflict')
  const newCount = getCount('new')
  if (conflictCount === 0 && newCount === 0) return null
  return (
    <TodayCard
      title={t('pages.today.erp')}
      page="orderSync"
      query={conflictCount > 0 ? { state: 'conflict' } : { state: 'new' }}
    >
      <TodayCountList
        counts={[
          {
            label: t('pages.today.conflicts'),
            count: conflictCount,
            isBad: true,
            to: buildPageLink('orderSync', { state: 'conflict' }),
          },
          { label: t('erpOrder.options.state.new'), count: newCount, to: buildPageLink('orderSync', { state: 'new' }) },
        ]}
      />
    </TodayCard>
  )
}
