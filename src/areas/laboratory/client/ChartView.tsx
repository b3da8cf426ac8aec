import { useMemo } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatPeriod } from '@/client/format/time'
import { usePlantZone } from '@/client/session/plant-zone'
import { useLanguage } from '@/client/format/use-language'
import { ApiError } from '@/client/api/api-error'
import { useEndpoint, useList } from '@/client/api/use-list'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { HistogramChart, LineChart, ParetoChart } from '@/client/ui/Charts'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { SkeletonChart } from '@/client/ui/Skeleton'
import { Select } from '@/client/ui/Select'
import { useCanCall } from '@/client/session/use-session'
import { useQueryParams } from '@/client/use-query-params'
import type { EndpointOutput } from '@/contract/endpoint'
import { errno } from '@/contract/errno'
import { getFieldInLanguage } from '@/contract/language'
import { line } from '@/plant/contract/line'
import { isOutsideLimits } from '@/plant/rules/limits'
import { isWebLineKind } from '@/plant/rules/line'
import { freezeLimits } from '../contract/control-limit'
import { storedChart, storedHistogram, storedPareto } from '../contract/stored-charts'
import { testedIndexes, testedProducts } from '../contract/test-data-endpoints'
import { subgroupKinds } from '../rules/subgroups'
import { Checkbox } from '@/client/ui/Toggles'
import { CapabilityPanel } from './CapabilityPanel'
import { ChartPeriodFields } from './ChartPeriodFields'
import { LimitsChangedNotice, ChartPeriodNotice, ExcludedPointList } from './LimitsChangedNotice'
import { SignalList } from './SignalList'
import { countDistinctDecimals } from '@/areas/laboratory/rules/spc/histogram'
import { SpreadCharts } from './SpreadCharts'

type ChartAnswer = EndpointOutput<typeof storedChart>
const RULE_SETS = ['nelson', 'westernElectric', 'limits'] as const
const MAX_LISTED_SIGNALS = 50
const LINE_QUERY = { size: 100 }
const RELOAD_OPTIONS = { resources: ['testResult', 'testBatch', 'controlLimit'] }

/** Control chart of an index of a product with frozen limits, run rules, capability, histogram and Pareto chart. */
export function ChartView() {
  const { t } = useTranslation(['laboratory', 'client'])
  const [params, changeParams] = useQueryParams()
  const productId = params.get('product') ?? ''
  const indexId = params.get('index') ?? ''
  const rules = RULE_SETS.find((set) => set === params.get('rules')) ?? 'nelson'
  const subgroup = subgroupKinds.find((name) => name === params.get('subgroup')) ?? 'roll'
  const lineId = params.get('line') ?? ''
  const usesOwnLimits = params.get('own') === '1'
  const since = params.get('since') ?? ''
  const until = params.get('until') ?? ''
  const canFreeze = useCanCall(freezeLimits)
  const chartScope = useMemo(
    () => ({
      ...(productId ? { productId } : {}),
      ...(indexId ? { indexId } : {}),
      ...(lineId ? { lineId } : {}),
      ...(since ? { from: since } : {}),
      ...(until ? { to: until } : {}),
    }),
    [productId, indexId, lineId, since, until],
  )
  const chartQuery = useMemo(
    () => ({ ...chartScope, rules: [rules], subgroup, own: usesOwnLimits }),
    [chartScope, rules, subgroup, usesOwnLimits],
  )
  const chart = useEndpoint(storedChart, chartQuery, RELOAD_OPTIONS)
  const productOptions = useEndpoint(testedProducts, {}, RELOAD_OPTIONS)
  const testedIndexOptions = useEndpoint(
    testedIndexes,
    useMemo(() => ({ productId: productId || chart.data?.productId || null }), [productId, chart.data?.productId]),
    RELOAD_OPTIONS,
  )
  const language = useLanguage()
  const { rows } = useList(line, LINE_QUERY)
  const lines = rows.filter(({ kind }) => isWebLineKind(kind))
  // The other choices keep the displayed product, index and line, even if the server had chosen them.
  const chosenParams: Readonly<Record<string, string>> = chart.data
    ? { product: chart.data.productId, index: chart.data.indexId, line: chart.data.lineId }
    : {}
  return (
    <div className="lab-charts">
      <div className="lab-choice">
        <ChoiceField
          label={t('inputs.productId')}
          value={productId || (chart.data?.productId ?? '')}
          options={(productOptions.data ?? []).map((option) => [option.productId, `${option.code} ${option.name}`])}
          onChoose={(product) =>
            changeParams({ product, index: null, line: null, since: null, until: null }, { replace: true })
          }
        />
        <ChoiceField
          label={t('inputs.indexId')}
          value={indexId || (chart.data?.indexId ?? '')}
          options={(testedIndexOptions.data ?? [])
            .filter(({ results }) => results > 0)
            .map((option) => [option.indexId, option.name])}
          onChoose={(index) => changeParams({ ...chosenParams, index, since: null, until: null }, { replace: true })}
        />
        <ChoiceField
          label={t('inputs.lineId')}
          value={lineId || (chart.data?.lineId ?? '')}
          options={lines.map((lineRow) => [lineRow.id, String(getFieldInLanguage(line, lineRow, 'name', language))])}
          onChoose={(chosenLine) =>
            changeParams({ ...chosenParams, line: chosenLine, since: null, until: null }, { replace: true })
          }
        />
        <ChoiceField
          label={t('inputs.subgroup')}
          value={subgroup}
          options={subgroupKinds.map((name) => [name, t(`inputOptions.subgroup.${name}`)])}
          onChoose={(chosenSubgroup) => changeParams({ subgroup: chosenSubgroup }, { replace: true })}
        />
        <ChoiceField
          label={t('inputs.rules')}
          value={rules}
          options={RULE_SETS.map((set) => [set, t(`pages.qualityData.rules.${set}`)])}
          onChoose={(chosenRules) => changeParams({ rules: chosenRules }, { replace: true })}
        />
        <ChartPeriodFields period={chart.data ?? null} chosenParams={chosenParams} />
        <label className="lab-own">
          <Checkbox
            checked={usesOwnLimits}
            onChange={(event) => changeParams({ own: event.target.checked ? '1' : null }, { replace: true })}
          />
          {t('inputs.own')}
        </label>
        {canFreeze && chart.data && (
          <Button onClick={() => changeParams({ act: 'freeze' })}>{t('actions.controlLimit_freeze')}</Button>
        )}
      </div>
      <ChartPeriodNotice />
      {hasNoResults(chart.error) ? (
        <EmptyState title={t('refusals.noResults')} />
      ) : (
        <QueryBoundary query={chart} skeleton={<SkeletonChart />}>
          {(data) => (
            <ChartSection
              data={data}
              onExcludePoint={
                canFreeze
                  ? (pointKey) => changeParams({ ...chosenParams, act: 'freeze', without: pointKey })
                  : undefined
              }
            />
          )}
        </QueryBoundary>
      )}
    </div>
  )
}

/** Returns true if the server has no results for the choice. In a new plant, this is not a failure. */
const hasNoResults = (error: Error | null): boolean => error instanceof ApiError && error.errno === errno.noData

function ChoiceField({
  label,
  value,
  options,
  onChoose,
}: {
  label: string
  value: string
  options: readonly (readonly [string, string])[]
  onChoose: (value: string) => void
}) {
  return (
    <label>
      {label}
      <Select
        value={value}
        options={[
          // Shows a dash until the options are loaded.
          ...(!options.some(([key]) => key === value) ? [{ value: '', label: '—' }] : []),
          ...options.map(([key, optionLabel]) => ({ value: key, label: optionLabel })),
        ]}
        onChange={onChoose}
      />
    </label>
  )
}

type HistogramLimits = Pick<
  EndpointOutput<typeof storedHistogram>,
  'lsl' | 'usl' | 'target' | 'limitsSince' | 'n' | 'mean' | 'deviation' | 'digits'
>
/** Returns true if a value is outside the limits; always false if the limits changed in the period of the chart. */
const isOutside = ({ lsl, usl, limitsSince }: HistogramLimits, value: number): boolean =>
  limitsSince === null && isOutsideLimits(value, { low: lsl, high: usl })
/** Abbreviations for the chart, where full names would overlap. */
const LIMIT_SYMBOLS = { lsl: 'LSL', usl: 'USL' } as const
const buildLimitMarks = (limits: HistogramLimits, t: TFunction<'laboratory'>) =>
  (['lsl', 'target', 'usl'] as const).flatMap((name) => {
    const value = limits[name]
    const tone = name === 'target' ? ('target' as const) : ('limit' as const)
    return value === null ? [] : [{ label: name === 'target' ? t('inputs.target') : LIMIT_SYMBOLS[name], value, tone }]
  })
const getLimitName = (name: 'lsl' | 'target' | 'usl', t: TFunction<'laboratory'>): string =>
  name === 'target' ? t('inputs.target') : `${t(`inputs.${name}`)} (${LIMIT_SYMBOLS[name]})`
/** `Lower specification limit (LSL) 14.2 g/m² · Target 15 g/m² · … · n 120 · x̄ 15.02 · s 0.21`. */
const formatLimits = (limits: HistogramLimits, unit: string, t: TFunction<'laboratory'>): string =>
  [
    ...(['lsl', 'target', 'usl'] as const).flatMap((name) =>
      limits[name] === null ? [] : [`${getLimitName(name, t)} ${limits[name]} ${unit}`.trim()],
    ),
    `n ${limits.n}`,
    ...(limits.mean === null ? [] : [`x̄ ${limits.mean.toFixed(limits.digits + 1)}`]),
    ...(limits.deviation === null ? [] : [`s ${limits.deviation.toFixed(limits.digits + 2)}`]),
  ].join(' · ')
const toSingleLimit = (limit: ChartAnswer['ucl']): number | null => (typeof limit === 'number' ? limit : null)

function ChartSection({
  data,
  onExcludePoint,
}: {
  data: ChartAnswer
  onExcludePoint: ((pointKey: string) => void) | undefined
}) {
  const { t } = useTranslation('laboratory')
  const zone = usePlantZone()
  const period = formatPeriod(data.from, data.to, zone)
  const decimals = data.digits + 1
  const chartScope = useMemo(
    () => ({ productId: data.productId, indexId: data.indexId, lineId: data.lineId, from: data.from, to: data.to }),
    [data.productId, data.indexId, data.lineId, data.from, data.to],
  )
  const histogram = useEndpoint(storedHistogram, chartScope, RELOAD_OPTIONS)
  const pareto = useEndpoint(
    storedPareto,
    useMemo(
      () => ({ productId: data.productId, from: data.from, to: data.to, of: 'indexes' as const }),
      [data.productId, data.from, data.to],
    ),
    RELOAD_OPTIONS,
  )
  const signalFlags = data.points.map(({ violations }) => (violations ?? []).length > 0)
  const signalPoints = data.points.filter(({ violations }) => (violations ?? []).length > 0)
  const ucl = toSingleLimit(data.ucl)
  const lcl = toSingleLimit(data.lcl)
  const marks = [
    ...(ucl === null ? [] : [{ label: 'UCL', value: ucl, tone: 'limit' as const }]),
    { label: 'CL', value: data.center, tone: 'mean' as const },
    ...(lcl === null ? [] : [{ label: 'LCL', value: lcl, tone: 'limit' as const }]),
  ]
  const unit = data.unit ?? ''
  return (
    <>
      <p className="quiet">
        {data.frozen && 'revision' in data.frozen
          ? t('pages.qualityData.frozen', { revision: data.frozen['revision'], points: data.frozen['points'] })
          : t('pages.qualityData.ownLimits')}{' '}
        {data.averageRunLength !== null &&
          data.averageRunLength !== undefined &&
          t('pages.qualityData.runLength', { points: Math.round(data.averageRunLength) })}
      </p>
      <ExcludedPointList points={data.frozenWithout} />
      <LineChart
        question={t('pages.qualityData.question.chart', { index: data.index, product: data.product, line: data.line })}
        unit={unit}
        period={period}
        decimals={decimals}
        marks={marks}
        xs={data.sources.map(({ label }) => label)}
        series={[
          {
            name: t(`inputOptions.chart.${data.chart}`),
            values: data.points.map(({ value }) => value),
            flags: signalFlags,
          },
          ...(ucl === null
            ? [
                { name: 'UCL', values: data.points.map((point) => point.ucl) },
                { name: 'LCL', values: data.points.map((point) => point.lcl) },
              ]
            : []),
        ]}
      />
      {signalPoints.length > 0 && (
        <SignalList
          data={data}
          signalPoints={signalPoints.slice(-MAX_LISTED_SIGNALS)}
          count={signalPoints.length}
          decimals={decimals}
          onExcludePoint={onExcludePoint}
        />
      )}
      <SpreadCharts data={data} period={period} decimals={decimals} />
      <LimitsChangedNotice data={data} />
      {data.limitsSince === null && <CapabilityPanel data={data} />}
      {histogram.data && histogram.data.bins.length > 0 && (
        <>
          <HistogramChart
            question={t('pages.qualityData.question.histogram', {
              index: [data.index, unit && `(${unit})`].filter(Boolean).join(' '),
            })}
            unit={t('pages.qualityData.values')}
            period={period}
            valueDecimals={countDistinctDecimals(
              histogram.data.bins.flatMap(({ from, to }) => [from, (from + to) / 2]),
              data.digits,
            )}
            names={{ counted: t('pages.qualityData.counted'), expected: t('pages.qualityData.expected') }}
            marks={buildLimitMarks(histogram.data, t)}
            bins={histogram.data.bins.map((bin) => ({
              ...bin,
              out: isOutside(histogram.data, (bin.from + bin.to) / 2),
            }))}
          />
          <p className="quiet">{formatLimits(histogram.data, unit, t)}</p>
        </>
      )}
      {pareto.data && pareto.data.bars.length > 0 ? (
        <ParetoChart
          question={t('pages.qualityData.question.pareto')}
          unit={t('pages.qualityData.values')}
          period={formatPeriod(pareto.data.from, pareto.data.to, zone)}
          decimals={0}
          items={pareto.data.bars.map(({ label, value }) => ({ name: label, value }))}
        />
      ) : (
        pareto.data && <EmptyState title={t('pages.qualityData.noneOut')} />
      )}
    </>
  )
}
