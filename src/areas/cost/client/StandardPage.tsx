import './cost.css'
import { useTranslation } from 'react-i18next'
import type { Cells } from '@/client/resource/build-columns'
import { ResourcePage } from '@/client/resource/ResourcePage'
import { PageFrame } from '@/client/ui/PageFrame'
import { Quantity } from '@/client/ui/Quantity'
import { Tabs } from '@/client/ui/Tabs'
import { useQueryParams } from '@/client/use-query-params'
import type { ReportCells } from '@/plant/client/report/ReportTable'
import { ReportView } from '@/plant/client/report/ReportView'
import { standardCosts } from '../contract/analysis-endpoints'
import { standardRate } from '../contract/standard-rate'
import { rateItems, rateUnits } from '../rules/standard-rates'

const VIEWS = ['products', 'rates'] as const
/** Displays a price with the unit of its item. */
const rateCells: Cells = {
  price: (row) => {
    const item = rateItems.find((name) => name === row['item'])
    return <Quantity value={row['price'] as number} unit={item ? `CNY/${rateUnits[item]}` : 'CNY'} decimals={6} />
  },
}
/** 标准成本: standard cost of products, and the rates used for it. */
export default function StandardPage() {
  const { t } = useTranslation(['cost', 'contract'])
  const [params, setParams] = useQueryParams()
  const view = params.get('view') === 'rates' ? 'rates' : 'products'
  const tabs = (
    <Tabs
      label={t('pages.views')}
      isNavigation
      tabs={VIEWS.map((key) => ({ key, label: t(`pages.standard.view.${key}`) }))}
      chosen={view}
      onChoose={(key) => setParams({ view: key, id: null })}
    />
  )
  if (view === 'rates')
    return (
      <ResourcePage
        resource={standardRate}
        cells={rateCells}
        parts={{ title: t('contract:menu.standardCost'), above: tabs }}
      />
    )
  return (
    <PageFrame title={t('contract:menu.standardCost')}>
      {tabs}
      <ProductsTable />
    </PageFrame>
  )
}
function ProductsTable() {
  const { t } = useTranslation('cost')
  return (
    <ReportView
      report={standardCosts}
      input={{}}
      cells={productCells}
      empty={{ title: t('pages.standard.none'), advice: t('pages.standard.noneNext') }}
    />
  )
}
const productCells: ReportCells = {
  product: ({ product, standard }) => (
    <>
      {String(product)} <small>{String(standard)}</small>
    </>
  ),
}
