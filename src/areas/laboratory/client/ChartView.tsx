import { useMemo } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatDays } from '@/client/format/time'
import { usePlantZone } from '@/client/session/plant-zone'
import { useLanguage } from '@/client/format/use-language'
import { useEndpoint, useList } from '@/client/api/use-list'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { HistogramChart, LineChart, ParetoChart } from '@/client/ui/Charts'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { SkeletonChart } from '@/client/ui/Skeleton'
import { useCanCall } from '@/client/session/use-session'
import { useParams } from '@/client/use-params'
import type { EndpointOutput } from '@/contract/endpoint'
import { getFieldInLanguage } from '@/contract/language'
import { line } from '@/plant/contract/line'
import { isOutsideLimits } from '@/plant/rules/limits'
import { isWebLineKind } from '@/plant/rules/line'
import { freezeLimits } from '../contract/control-limit'
import { storedChart, storedHistogram, storedPareto } from '../contract/stored-charts'
import { testedIndexes, testedProducts } from '../contract/test-data-calls'
import { subgroups } from '../rules/subgroups'
import { CapabilityBox } from './CapabilityBox'
import { ChartDays } from './ChartDays'
import { LeftOut } from './LeftOut'
import { LimitsSince, ShownSince } from './LimitsSince'
import { Signals } from './Signals'
import { digitsApart } from '../rules/digits-apart'
import { SpreadCharts } from './SpreadChart'

type Answer = EndpointOutput<typeof storedChart>
const SETS = ['nelson', 'westernElectric', 'limits'] as const
const MOST_SIGNALS = 50
const LINES = { size: 100 }
const STORED = { resources: ['testResult', 'testBatch', 'controlLimit'] }

/** Control chart of an index of a product with frozen limits, run rules, capability, histogram and Pareto chart. */
export function ChartView() {
  const { t } = useTranslation(['laboratory', 'client'])
  const [params, change] = useParams()
  const productId = params.get('product') ?? ''
  const indexId = params.get('index') ?? ''
  const rules = SETS.find((set) => set === params.get('rules')) ?? 'nelson'
  const subgroup = subgroups.find((one) => one === params.get('subgroup')) ?? 'roll'
  const lineId = params.get('line') ?? ''
  const own = params.get('own') === '1'
  const since = params.get('since') ?? ''
  const until = params.get('until') ?? ''
  const mayFreeze = useCanCall(freezeLimits)
  const scope = useMemo(
    () => ({
      ...(productId ? { productId } : {}),
      ...(indexId ? { indexId } : {}),
      ...(lineId ? { lineId } : {}),
      ...(since ? { from: since } : {}),
      ...(until ? { to: until } : {}),
    }),
    [productId, indexId, lineId, since, until],
  )
  const asked = useMemo(() => ({ ...scope, rules: [rules], subgroup, own }), [scope, rules, subgroup, own])
  const chart = useEndpoint(storedChart, asked, STORED)
  const products = useEndpoint(testedProducts, {}, STORED)
  const indexes = useEndpoint(
    testedIndexes,
    useMemo(() => ({ productId: productId || chart.data?.productId || null }), [productId, chart.data?.productId]),
    STORED,
  )
  const language = useLanguage()
  const { rows } = useList(line, LINES)
  const lines = rows.filter(({ kind }) => isWebLineKind(kind))
  // Keeps the displayed product, index and line when another choice changes.
  const shown: Readonly<Record<string, string>> = chart.data
    ? { product: chart.data.productId, index: chart.data.indexId, line: chart.data.lineId }
    : {}
  return (
    <div className="lab-charts">
      <div className="lab-choice">
        <Choice
          label={t('inputs.productId')}
          value={productId || (chart.data?.productId ?? '')}
          options={(products.data ?? []).map((one) => [one.productId, `${one.code} ${one.name}`])}
          onChoose={(product) => change({ product, index: null, line: null, since: null, until: null }, true)}
        />
        <Choice
          label={t('inputs.indexId')}
          value={indexId || (chart.data?.indexId ?? '')}
          options={(indexes.data ?? []).map((one) => [one.indexId, one.name])}
          onChoose={(index) => change({ ...shown, index, since: null, until: null }, true)}
        />
        <Choice
          label={t('inputs.lineId')}
          value={lineId || (chart.data?.lineId ?? '')}
          options={lines.map((one) => [one.id, String(getFieldInLanguage(line, one, 'name', language))])}
          onChoose={(next) => change({ ...shown, line: next, since: null, until: null }, true)}
        />
        <Choice
          label={t('inputs.subgroup')}
          value={subgroup}
          options={subgroups.map((one) => [one, t(`inputOptions.subgroup.${one}`)])}
          onChoose={(next) => change({ subgroup: next }, true)}
        />
        <Choice
          label={t('inputs.rules')}
          value={rules}
          options={SETS.map((one) => [one, t(`pages.qualityData.rules.${one}`)])}
          onChoose={(next) => change({ rules: next }, true)}
        />
        <ChartDays shown={chart.data ?? null} keep={shown} />
        <label className="lab-own">
          <input
            type="checkbox"
            checked={own}
            onChange={(event) => change({ own: event.target.checked ? '1' : null }, true)}
          />
          {t('inputs.own')}
        </label>
        {mayFreeze && chart.data && (
          <Button onClick={() => change({ act: 'freeze' })}>{t('actions.controlLimit_freeze')}</Button>
        )}
      </div>
      <ShownSince />
      {chart.isPending && <SkeletonChart />}
      {chart.error && <NotLoadedView of={chart} />}
      {chart.data && !chart.error && (
        <Shown
          data={chart.data}
          onLeaveOut={mayFreeze ? (without) => change({ ...shown, act: 'freeze', without }) : undefined}
        />
      )}
    </div>
  )
}

function Choice({
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
      <select className="ui-input" value={value} onChange={(event) => onChoose(event.target.value)}>
        {/* Shows a dash until the options are loaded. */}
        {!options.some(([key]) => key === value) && <option value="">—</option>}
        {options.map(([key, word]) => (
          <option key={key} value={key}>
            {word}
          </option>
        ))}
      </select>
    </label>
  )
}

type Limits = Pick<
  EndpointOutput<typeof storedHistogram>,
  'lsl' | 'usl' | 'target' | 'limitsSince' | 'n' | 'mean' | 'deviation' | 'digits'
>
/** True if a value is outside the limits. If limits changed, none is, because older values have other limits. */
const outside = ({ lsl, usl, limitsSince }: Limits, value: number): boolean =>
  limitsSince === null && isOutsideLimits(value, { low: lsl, high: usl })
/** Abbreviations for the chart, where full names would overlap. */
const symbols = { lsl: 'LSL', usl: 'USL' } as const
const limitMarks = (of: Limits, t: TFunction<'laboratory'>) =>
  (['lsl', 'target', 'usl'] as const).flatMap((name) => {
    const value = of[name]
    const tone = name === 'target' ? ('target' as const) : ('limit' as const)
    return value === null ? [] : [{ label: name === 'target' ? t('inputs.target') : symbols[name], value, tone }]
  })
const limitName = (name: 'lsl' | 'target' | 'usl', t: TFunction<'laboratory'>): string =>
  name === 'target' ? t('inputs.target') : `${t(`inputs.${name}`)} (${symbols[name]})`
/** `Lower specification limit (LSL) 14.2 g/m² · Target 15 g/m² · … · n 120 · x̄ 15.02 · s 0.21`. */
const limitWords = (of: Limits, unit: string, t: TFunction<'laboratory'>): string =>
  [
    ...(['lsl', 'target', 'usl'] as const).flatMap((name) =>
      of[name] === null ? [] : [`${limitName(name, t)} ${of[name]} ${unit}`.trim()],
    ),
    `n ${of.n}`,
    ...(of.mean === null ? [] : [`x̄ ${of.mean.toFixed(of.digits + 1)}`]),
    ...(of.deviation === null ? [] : [`s ${of.deviation.toFixed(of.digits + 2)}`]),
  ].join(' · ')
const one = (limit: Answer['ucl']): number | null => (typeof limit === 'number' ? limit : null)

function Shown({ data, onLeaveOut }: { data: Answer; onLeaveOut: ((key: string) => void) | undefined }) {
  const { t } = useTranslation('laboratory')
  const zone = usePlantZone()
  const period = formatDays(data.from, data.to, zone)
  const decimals = data.digits + 1
  const of = useMemo(
    () => ({ productId: data.productId, indexId: data.indexId, lineId: data.lineId, from: data.from, to: data.to }),
    [data.productId, data.indexId, data.lineId, data.from, data.to],
  )
  const histogram = useEndpoint(storedHistogram, of, STORED)
  const pareto = useEndpoint(
    storedPareto,
    useMemo(
      () => ({ productId: data.productId, from: data.from, to: data.to, of: 'indexes' as const }),
      [data.productId, data.from, data.to],
    ),
    STORED,
  )
  const flags = data.points.map(({ violations }) => (violations ?? []).length > 0)
  const flagged = data.points.filter(({ violations }) => (violations ?? []).length > 0)
  const [ucl, lcl] = [one(data.ucl), one(data.lcl)]
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
      <LeftOut of={data.frozenWithout} />
      <LineChart
        question={t('pages.qualityData.question.chart', { index: data.index, product: data.product, line: data.line })}
        unit={unit}
        period={period}
        decimals={decimals}
        marks={marks}
        xs={data.sources.map(({ label }) => label)}
        series={[
          { name: t(`inputOptions.chart.${data.chart}`), values: data.points.map(({ value }) => value), flags },
          ...(ucl === null
            ? [
                { name: 'UCL', values: data.points.map((p) => p.ucl) },
                { name: 'LCL', values: data.points.map((p) => p.lcl) },
              ]
            : []),
        ]}
      />
      {flagged.length > 0 && (
        <Signals
          data={data}
          flagged={flagged.slice(-MOST_SIGNALS)}
          count={flagged.length}
          decimals={decimals}
          onLeaveOut={onLeaveOut}
        />
      )}
      <SpreadCharts data={data} period={period} decimals={decimals} />
      <LimitsSince data={data} />
      {data.limitsSince === null && <CapabilityBox data={data} />}
      {histogram.data && histogram.data.bins.length > 0 && (
        <>
          <HistogramChart
            question={t('pages.qualityData.question.histogram', {
              index: [data.index, unit && `(${unit})`].filter(Boolean).join(' '),
            })}
            unit={t('pages.qualityData.values')}
            period={period}
            valueDecimals={digitsApart(
              histogram.data.bins.flatMap(({ from, to }) => [from, (from + to) / 2]),
              data.digits,
            )}
            names={{ counted: t('pages.qualityData.counted'), expected: t('pages.qualityData.expected') }}
            marks={limitMarks(histogram.data, t)}
            bins={histogram.data.bins.map((bin) => ({ ...bin, out: outside(histogram.data, (bin.from + bin.to) / 2) }))}
          />
          <p className="quiet">{limitWords(histogram.data, unit, t)}</p>
        </>
      )}
      {pareto.data && pareto.data.bars.length > 0 ? (
        <ParetoChart
          question={t('pages.qualityData.question.pareto')}
          unit={t('pages.qualityData.values')}
          period={formatDays(pareto.data.from, pareto.data.to, zone)}
          decimals={0}
          items={pareto.data.bars.map(({ label, value }) => ({ name: label, value }))}
        />
      ) : (
        pareto.data && <EmptyState title={t('pages.qualityData.noneOut')} />
      )}
    </>
  )
}
