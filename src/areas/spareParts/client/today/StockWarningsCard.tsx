import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { TodayCard, TodayCountList } from '@/client/today/TodayCard'
import { stockWarnings } from '@/areas/spareParts/contract/spare-part'

/** Today card: number of spare parts that are empty or low. */
export default function StockWarningsCard() {
  const { t } = useTranslation('spareParts')
  const { data } = useEndpoint(stockWarnings, {}, { resources: ['sparePart', 'stockMovement'] })
  if (!data || data.length === 0) return null
  const emptyCount = data.filter((row) => row.quantity <= 0).length
  return (
    <TodayCard title={t('pages.sparePartsWarning.now')} page="sparePartsWarning">
      <TodayCountList
        counts={[
          { label: t('pages.sparePartsWarning.empty'), count: emptyCount, isBad: true },
          { label: t('pages.sparePartsWarning.low'), count: data.length - emptyCount },
        ]}
      />
    </TodayCard>
  )
}
