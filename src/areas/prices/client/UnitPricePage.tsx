import { useTranslation } from 'react-i18next'
import type { Resource } from '@/contract/resource'
import { costPriceResources } from '../contract/dated-prices'
import { costKinds } from '../rules/dated-price'
import { PriceHistoryPanel, PriceTabs, usePricePart } from './PriceHistoryPanel'

/** 单价录入: the five kinds of cost prices with their history. */
export default function UnitPricePage() {
  const { t } = useTranslation('prices')
  const kind = usePricePart(['fixed', 'direct', 'other', 'material', 'financial'])
  return (
    <PriceHistoryPanel
      key={kind}
      resource={costPriceResources[kind] as Resource}
      above={
        <PriceTabs
          label={t('pages.unitPriceEntry.kinds')}
          chosen={kind}
          parts={costKinds.map((key) => ({ key, word: t(`pages.unitPriceEntry.kind.${key}`) }))}
        />
      }
    />
  )
}
