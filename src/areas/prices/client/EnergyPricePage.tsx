import { useTranslation } from 'react-i18next'
import type { Resource } from '@/contract/resource'
import { ResourcePage } from '@/client/resource/ResourcePage'
import { usePageTitle } from '@/client/shell/use-menu'
import { PageFrame } from '@/client/ui/PageFrame'
import { electricCharge, gasWaterPrice } from '../contract/dated-prices'
import { electricPrice } from '../contract/electric-price'
import { PriceHistoryPanel, PriceTabs, usePriceTab } from './PriceHistoryPanel'
import { TariffView } from './TariffView'

// The column `layer` shows the precedence of a tariff entry: e.g. a single day takes precedence over a month.
const ENTRY_COLUMNS = [
  'name',
  'layer',
  'effectiveFrom',
  'effectiveTo',
  'critical',
  'peak',
  'normal',
  'low',
  'deep',
] as const

/** 能源单价: the electricity tariff as chart and entries, other electricity charges, gas and water. */
export default function EnergyPricePage() {
  const { t } = useTranslation('prices')
  const tab = usePriceTab(['tariff', 'entries', 'charges', 'gasWater'])
  const title = usePageTitle()
  const tabs = (
    <PriceTabs
      label={t('pages.energyUnitPrice.parts')}
      chosen={tab}
      tabs={[
        { key: 'tariff', label: t('pages.energyUnitPrice.part.tariff') },
        { key: 'entries', label: t('pages.energyUnitPrice.part.entries') },
        { key: 'charges', label: t('pages.energyUnitPrice.part.charges') },
        { key: 'gasWater', label: t('pages.energyUnitPrice.part.gasWater') },
      ]}
    />
  )
  if (tab === 'entries')
    return <ResourcePage resource={electricPrice} columns={ENTRY_COLUMNS} primary={null} parts={{ above: tabs }} />
  if (tab === 'charges') return <PriceHistoryPanel key={tab} resource={electricCharge as Resource} above={tabs} />
  if (tab === 'gasWater') return <PriceHistoryPanel key={tab} resource={gasWaterPrice as Resource} above={tabs} />
  return (
    <PageFrame title={title ?? ''} contentScrollsItself>
      <div className="tabbed">
        {tabs}
        <TariffView />
      </div>
    </PageFrame>
  )
}
