import { useTranslation } from 'react-i18next'
import type { Resource } from '@/contract/resource'
import { costPriceResources } from '../contract/dated-prices'
import { costKinds } from '../rules/dated-price'
import { PriceHistoryPanel, PriceTabs, usePriceTab } from './PriceHistoryPanel'

/** 单价录入: the five kinds of cost prices with their history. */
export default function UnitPricePage() {
  const { t } = useTranslation('prices')
  const kind = usePriceTab(['fixed', 'direct', 'other', 'material', 'financial'])
  return (
    <PriceHistoryPanel
      key={kind}
      resource={costPriceResources[kind] as Resource}
      above={
        <PriceTabs
          label={t('pages.unitPriceEntry.kinds')}
          chosen={kind}
          tabs={costKinds.map((key) => ({ key, label: t(`pages.unitPriceEntry.kind.${key}`) }))}
        />
      }
    />
  )
}
