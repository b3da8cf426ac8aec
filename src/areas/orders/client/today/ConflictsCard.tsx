import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { usePageLink } from '@/client/shell/use-page-link'
import { TodayCard, TodayCountList } from '@/client/today/TodayCard'
import { erpOrderOptions } from '@/areas/orders/contract/erp-order'

/** ERP orders that wait for a decision: changed while running, or not yet released. */
export default function ConflictsCard() {
  const { t } = useTranslation('orders')
  const link = usePageLink()
  const { data } = useEndpoint(erpOrderOptions, {})
  const count = (state: string) => data?.counts.find((one) => one.state === state)?.count ?? 0
  const [conflicts, waiting] = [count('conflict'), count('new')]
  if (conflicts === 0 && waiting === 0) return null
  return (
    <TodayCard
      title={t('pages.today.erp')}
      page="orderSync"
      query={conflicts > 0 ? { state: 'conflict' } : { state: 'new' }}
    >
      <TodayCountList
        counts={[
          {
            word: t('pages.today.conflicts'),
            count: conflicts,
            bad: true,
            to: link('orderSync', { state: 'conflict' }),
          },
          { word: t('erpOrder.options.state.new'), count: waiting, to: link('orderSync', { state: 'new' }) },
        ]}
      />
    </TodayCard>
  )
}
