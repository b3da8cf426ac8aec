import './cost.css'
import { useTranslation } from 'react-i18next'
import type { OutOf } from '@/contract/endpoint'
import { useCall } from '@/client/api/use-list'
import { useUnit } from '@/client/format/use-unit'
import { NotLoaded } from '@/client/resource/NotLoaded'
import { EmptyState } from '@/client/ui/EmptyState'
import { PageFrame } from '@/client/ui/PageFrame'
import { Quantity } from '@/client/ui/Quantity'
import { SkeletonChart } from '@/client/ui/Skeleton'
import { useParams } from '@/client/use-params'
import { optimiseProcess } from '../contract/analysis-calls'
import { costedProducts } from '../contract/contrast-calls'

type Found = OutOf<typeof optimiseProcess>
/** 工艺优化: differences between the cheapest quarter of a product's runs and its other runs. Read-only recommendation. */
export default function OptimisePage() {
  const { t } = useTranslation(['cost', 'contract'])
  const [params, change] = useParams()
  const products = useCall(costedProducts, {}, { resources: ['orderCost'] })
  const productId = params.get('product')
  const quality = Number(params.get('quality') ?? 0)
  const found = useCall(
    optimiseProcess,
    { ...(productId ? { productId } : {}), ...(quality ? { quality } : {}) },
    { resources: ['orderCost'] },
  )
  return (
    <PageFrame title={t('contract:menu.processOptimisation')} sub={t('pages.optimise.sub')}>
      <div className="cost-choice">
        <label>
          {t('inputs.productId')}
          <select
            className="ui-input"
            value={productId ?? found.data?.productId ?? ''}
            onChange={(event) => change({ product: event.target.value || null }, true)}
          >
            {(products.data ?? []).map((one) => (
              <option key={one.productId} value={one.productId}>
                {one.product} ({one.orders})
              </option>
            ))}
          </select>
        </label>
        <label>
          {t('inputs.quality')} (%)
          <input
            type="number"
            min={0}
            max={100}
            className="ui-input"
            value={quality || found.data?.quality || ''}
            onChange={(event) => change({ quality: event.target.value || null }, true)}
          />
        </label>
      </div>
      {found.isPending && <SkeletonChart />}
      {found.error && <NotLoaded of={found} />}
      {found.data && !found.error && <Findings found={found.data} />}
    </PageFrame>
  )
}
function Findings({ found }: { found: Found }) {
  const { t } = useTranslation('cost')
  const unitOf = useUnit()
  const head = (
    <p className="cost-note">
      {t('pages.optimise.groups', {
        from: found.from,
        to: found.to,
        runs: found.runs,
        good: found.goodRuns,
        best: found.bestRuns,
      })}
    </p>
  )
  if (found.tooFew)
    return (
      <>
        {head}
        <EmptyState title={t('pages.optimise.tooFew')} next={t('pages.optimise.tooFewNext', { n: found.leastRuns })} />
      </>
    )
  if (found.findings.length === 0)
    return (
      <>
        {head}
        <EmptyState title={t('pages.optimise.noParameters')} next={t('pages.optimise.noParametersNext')} />
      </>
    )
  return (
    <>
      {head}
      <p>
        {t('answers.bestPerKg')}: <Quantity value={found.bestPerKg} unit="CNY/kg" decimals={4} /> ·{' '}
        {t('answers.restPerKg')}: <Quantity value={found.restPerKg} unit="CNY/kg" decimals={4} />
      </p>
      <div className="cost-table">
        <table>
          <thead>
            <tr>
              {(['label', 'bestMean', 'restMean', 'difference', 'effect', 'p', 'worthTrying'] as const).map((name) => (
                <th key={name} scope="col">
                  {name === 'label' ? t('answers.findings') : t(`answers.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {found.findings.map((one) => (
              <tr key={one.key}>
                <th scope="row">
                  {one.label}
                  {one.unit && ` (${unitOf(one.unit)})`}
                </th>
                <td>
                  <Quantity value={one.bestMean} decimals={2} /> <small>n {one.bestN}</small>
                </td>
                <td>
                  <Quantity value={one.restMean} decimals={2} /> <small>n {one.restN}</small>
                </td>
                <td>
                  <Quantity value={one.difference} decimals={2} />{' '}
                  <small>
                    [{one.low.toFixed(2)}, {one.high.toFixed(2)}]
                  </small>
                </td>
                <td>
                  <Quantity value={one.effect} decimals={2} />
                </td>
                <td>
                  <Quantity value={one.p} decimals={4} />
                </td>
                <td>{t(one.worthTrying ? 'pages.optimise.try' : 'pages.optimise.noSign')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="cost-note">{t('pages.optimise.meaning')}</p>
    </>
  )
}
