import './cost.css'
import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import type { Cells } from '@/client/resource/build-columns'
import { ResourcePage } from '@/client/resource/ResourcePage'
import { EmptyState } from '@/client/ui/EmptyState'
import { PageFrame } from '@/client/ui/PageFrame'
import { Quantity } from '@/client/ui/Quantity'
import { SkeletonChart } from '@/client/ui/Skeleton'
import { Tabs } from '@/client/ui/Tabs'
import { useParams } from '@/client/use-params'
import { standardCosts } from '../contract/analysis-endpoints'
import { standardRate } from '../contract/standard-rate'
import { rateItems, rateUnits } from '../rules/standard-rates'
import { standardParts } from '../rules/variances'
import { CostTable } from './CostLinesTable'

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
  const [params, setParams] = useParams()
  const view = params.get('view') === 'rates' ? 'rates' : 'products'
  const tabs = (
    <Tabs
      label={t('pages.views')}
      switchesViews
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
  const query = useEndpoint(standardCosts, {}, { resources: ['standardRate', 'productStandard', 'orderCost'] })
  if (query.isPending) return <SkeletonChart />
  if (query.error) return <NotLoadedView query={query} />
  if (query.data.length === 0)
    return <EmptyState title={t('pages.standard.none')} advice={t('pages.standard.noneNext')} />
  return (
    <CostTable label={t('pages.standard.caption')}>
      <table>
        <caption>{t('pages.standard.caption')}</caption>
        <thead>
          <tr>
            <th scope="col">
              {t('answers.product')}
              <small>{t('answers.standard')}</small>
            </th>
            <th scope="col">{t('answers.standardPerKg')}</th>
            <th scope="col">{t('answers.actualPerKg')}</th>
            {standardParts.map((part) => (
              <th key={part} scope="col">
                {t(`answers.${part}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {query.data.map((row) => (
            <tr key={row.standard}>
              <th scope="row">
                {row.product}
                <small>{row.standard}</small>
              </th>
              {['perKg' as const, 'actualPerKg' as const, ...standardParts].map((part) => (
                <td key={part}>
                  <Quantity value={row[part]} decimals={4} hasFixedDecimals />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </CostTable>
  )
}
