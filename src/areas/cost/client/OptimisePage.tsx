import './cost.css'
import '@/client/ui/charts/charts.css'
import { useTranslation } from 'react-i18next'
import type { EndpointOutput } from '@/contract/endpoint'
import { useEndpoint } from '@/client/api/use-list'
import { MetricTiles } from '@/client/figures/MetricTiles'
import { formatNumber } from '@/client/format/number'
import { useLanguage, useUnitFormatter } from '@/client/format/use-language'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { IntervalPlot } from '@/client/ui/drawings/IntervalPlot'
import { EmptyState } from '@/client/ui/EmptyState'
import { PageFrame } from '@/client/ui/PageFrame'
import { Quantity } from '@/client/ui/Quantity'
import { SkeletonChart } from '@/client/ui/Skeleton'
import { Select } from '@/client/ui/Select'
import { useQueryParams } from '@/client/use-query-params'
import type { ReportColumn } from '@/contract/report'
import { ReportTable, type ReportCells } from '@/plant/client/report/ReportTable'
import { processFindingFields, optimiseProcess } from '../contract/analysis-endpoints'
import { costedProducts } from '../contract/comparison-endpoints'
import { toStandardizedInterval } from '../rules/compare-best-runs'

type OptimisationResult = EndpointOutput<typeof optimiseProcess>
/** 工艺优化: differences between the cheapest quarter of a product's runs and its other runs. Read-only recommendation. */
export default function OptimisePage() {
  const { t } = useTranslation(['cost', 'contract'])
  const [params, setParams] = useQueryParams()
  const products = useEndpoint(costedProducts, {}, { resources: ['orderCost'] })
  const productId = params.get('product')
  const quality = Number(params.get('quality') ?? 0)
  const query = useEndpoint(
    optimiseProcess,
    { ...(productId ? { productId } : {}), ...(quality ? { quality } : {}) },
    { resources: ['orderCost'] },
  )
  return (
    <PageFrame title={t('contract:menu.processOptimisation')} subtitle={t('pages.optimise.sub')}>
      <div className="cost-choice">
        <label>
          {t('inputs.productId')}
          <Select
            value={productId ?? query.data?.productId ?? ''}
            options={(products.data ?? []).map((product) => ({
              value: product.productId,
              label: `${product.product} (${product.orders})`,
            }))}
            onChange={(chosen) => setParams({ product: chosen || null }, { replace: true })}
          />
        </label>
        <label>
          {t('inputs.quality')} (%)
          <input
            type="number"
            min={0}
            max={100}
            className="ui-input"
            value={quality || query.data?.quality || ''}
            onChange={(event) => setParams({ quality: event.target.value || null }, { replace: true })}
          />
        </label>
      </div>
      <QueryBoundary query={query} skeleton={<SkeletonChart />}>
        {(result) => (
          <div className="ui-sections">
            <FindingsTable result={result} />
          </div>
        )}
      </QueryBoundary>
    </PageFrame>
  )
}
function FindingsTable({ result }: { result: OptimisationResult }) {
  const { t } = useTranslation('cost')
  const formatUnit = useUnitFormatter()
  const cells: ReportCells = {
    label: ({ label, unit }) => (unit ? `${String(label)} (${formatUnit(String(unit))})` : String(label)),
    bestMean: ({ bestMean, bestN }) => <MeanOfRuns mean={bestMean} count={bestN} />,
    restMean: ({ restMean, restN }) => <MeanOfRuns mean={restMean} count={restN} />,
    difference: ({ difference, low, high }) => (
      <>
        <Quantity value={Number(difference)} decimals={2} />{' '}
        <small>
          [{Number(low).toFixed(2)}, {Number(high).toFixed(2)}]
        </small>
      </>
    ),
    worthTrying: ({ worthTrying }) => t(worthTrying ? 'pages.optimise.try' : 'pages.optimise.noSign'),
  }
  const summary = (
    <p className="cost-note">
      {t('pages.optimise.groups', {
        from: result.from,
        to: result.to,
        runs: result.runs,
        good: result.goodRuns,
        best: result.bestRuns,
      })}
    </p>
  )
  if (result.tooFew)
    return (
      <>
        {summary}
        <EmptyState
          title={t('pages.optimise.tooFew')}
          advice={t('pages.optimise.tooFewNext', { n: result.leastRuns })}
        />
      </>
    )
  if (result.findings.length === 0)
    return (
      <>
        {summary}
        <EmptyState title={t('pages.optimise.noParameters')} advice={t('pages.optimise.noParametersNext')} />
      </>
    )
  return (
    <>
      <EffectsPlot result={result} />
      {summary}
      <ReportTable
        report={{ endpoint: optimiseProcess, optionTexts: 'answerOptions' }}
        title={t('answers.findings')}
        table={{ fields: processFindingFields }}
        content={{ columns: FINDING_COLUMNS, rows: result.findings, totals: null }}
        cells={cells}
      />
      <p className="cost-note">{t('pages.optimise.meaning')}</p>
    </>
  )
}
/** Cost of the best and the other runs, and the effect of each parameter in standard deviations, the largest first. */
function EffectsPlot({ result }: { result: OptimisationResult }) {
  const { t } = useTranslation('cost')
  const language = useLanguage()
  const formatValue = (value: number, unit?: string | null) =>
    formatNumber(Math.abs(value), { language, decimals: 2, ...(unit ? { unit } : {}) })
  const rows = result.findings.flatMap((finding) => {
    const interval = toStandardizedInterval(finding)
    return interval
      ? [
          {
            ...interval,
            key: finding.key,
            label: finding.label,
            description: [
              t(finding.difference > 0 ? 'pages.optimise.higher' : 'pages.optimise.lower', {
                value: formatValue(finding.difference, finding.unit),
              }),
              t(finding.worthTrying ? 'pages.optimise.try' : 'pages.optimise.noSign'),
            ].join(' · '),
            isSignificant: Boolean(finding.worthTrying),
          },
        ]
      : []
  })
  const sortedRows = rows.toSorted(
    (a, b) => Number(b.isSignificant) - Number(a.isSignificant) || Math.abs(b.estimate) - Math.abs(a.estimate),
  )
  return (
    <>
      <MetricTiles
        tiles={[
          { label: t('answers.bestPerKg'), value: result.bestPerKg, unit: 'CNY/kg', decimals: 2 },
          { label: t('answers.restPerKg'), value: result.restPerKg, unit: 'CNY/kg', decimals: 2 },
          {
            label: t('answers.worthTrying'),
            value: rows.filter(({ isSignificant }) => isSignificant).length,
            unit: '',
            note: t('pages.optimise.ofParameters', { count: rows.length }),
          },
        ]}
      />
      <section className="ui-chart">
        <header>
          <div>
            <h2>{t('pages.optimise.question')}</h2>
            <p>{t('pages.optimise.scale')}</p>
          </div>
        </header>
        <IntervalPlot label={t('pages.optimise.question')} rows={sortedRows} />
      </section>
    </>
  )
}
function MeanOfRuns({ mean, count }: { mean: unknown; count: unknown }) {
  return (
    <>
      <Quantity value={Number(mean)} decimals={2} /> <small>n {String(count)}</small>
    </>
  )
}
const FINDING_COLUMNS: readonly ReportColumn[] = [
  { field: 'label', labelKey: 'cost:answers.findings' },
  { field: 'bestMean' },
  { field: 'restMean' },
  { field: 'difference' },
  { field: 'effect', decimals: 2 },
  { field: 'p', decimals: 4 },
  { field: 'worthTrying' },
]
