import { useTranslation } from 'react-i18next'
import type { Resource } from '@/contract/resource'
import { costResources } from '../contract/dated-prices'
import { costKinds } from '../rules/dated-price'
import { HistoryOf, PriceTabs, usePart } from './PricesTabs'

/** 单价录入: the five kinds of cost prices with their history. */
export default function UnitPricePage() {
  const { t } = useTranslation('prices')
  const kind = usePart(['fixed', 'direct', 'other', 'material', 'financial'])
  return (
    <HistoryOf
      key={kind}
      of={costResources[kind] as Resource}
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
