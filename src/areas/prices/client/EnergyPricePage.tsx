import { useTranslation } from 'react-i18next'
import type { Resource } from '@/contract/resource'
import { ResourcePage } from '@/client/resource/ResourcePage'
import { usePageTitle } from '@/client/shell/use-menu'
import { PageFrame } from '@/client/ui/PageFrame'
import { electricCharge, gasWaterPrice } from '../contract/dated-prices'
import { electricPrice } from '../contract/electric-price'
import { PriceHistoryPanel, PriceTabs, usePricePart } from './PriceHistoryPanel'
import { TariffView } from './TariffView'

const COLUMNS = ['name', 'layer', 'effectiveFrom', 'effectiveTo', 'critical', 'peak', 'normal', 'low', 'deep'] as const

/** 能源单价: the electricity tariff as chart and entries, other electricity charges, gas and water. */
export default function EnergyPricePage() {
  const { t } = useTranslation('prices')
  const part = usePricePart(['tariff', 'entries', 'charges', 'gasWater'])
  const title = usePageTitle()
  const tabs = (
    <PriceTabs
      label={t('pages.energyUnitPrice.parts')}
      chosen={part}
      parts={[
        { key: 'tariff', word: t('pages.energyUnitPrice.part.tariff') },
        { key: 'entries', word: t('pages.energyUnitPrice.part.entries') },
        { key: 'charges', word: t('pages.energyUnitPrice.part.charges') },
        { key: 'gasWater', word: t('pages.energyUnitPrice.part.gasWater') },
      ]}
    />
  )
  if (part === 'entries')
    return <ResourcePage of={electricPrice} columns={COLUMNS} primary={null} parts={{ above: tabs }} />
  if (part === 'charges') return <PriceHistoryPanel key={part} resource={electricCharge as Resource} above={tabs} />
  if (part === 'gasWater') return <PriceHistoryPanel key={part} resource={gasWaterPrice as Resource} above={tabs} />
  return (
    <PageFrame title={title ?? ''} contentScrollsItself>
      <div className="tabbed">
        {tabs}
        <TariffView />
      </div>
    </PageFrame>
  )
}
