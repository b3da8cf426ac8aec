import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { usePageLink } from '@/client/shell/use-page-link'
import { TodayCard, TodayCountList } from '@/client/today/TodayCard'
import { erpOrderOptions } from '@/areas/orders/contract/erp-order'

/** ERP orders that wait for a decision: changed while running, or not yet released. */
export default function ConflictsCard() {
  const { t } = useTranslation('orders')
  const buildPageLink = usePageLink()
  const { data } = useEndpoint(erpOrderOptions, {})
  const getCount = (state: string) => data?.counts.find((stateCount) => stateCount.state === state)?.count ?? 0
  const [conflictCount, newCount] = [getCount('conflict'), getCount('new')]
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
