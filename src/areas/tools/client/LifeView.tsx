import { useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseByLanguage } from '@/contract/language'
import type { EndpointOutput } from '@/contract/endpoint'
import { useEndpoint } from '@/client/api/use-list'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { usePageTitle } from '@/client/shell/use-menu'
import { LineChart } from '@/client/ui/Charts'
import { EmptyState } from '@/client/ui/EmptyState'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonChart } from '@/client/ui/Skeleton'
import { useQueryParams } from '@/client/use-query-params'
import { lifeChart } from '../contract/tool-reports'
import { lifeUnits, toolKinds, defaultLifeUnits, type LifeUnit, type ToolKind } from '../rules/tool'
import { LifeTable } from './LifeTable'
import { displayUnits } from './tool-display'

export type LifeChartData = EndpointOutput<typeof lifeChart>
type Curve = LifeChartData['curves'][number]

/** Lives of tools of a kind: survival curve with its interval, and a table by maker with median, mean and cost. */
export default function LifeView({ viewTabs }: { viewTabs: ReactNode }) {
  const { t } = useTranslation('tools')
  const [params, changeParams] = useQueryParams()
  const kind = toolKinds.find((option) => option === params.get('kind')) ?? 'spinneret'
  const unit = lifeUnits.find((option) => option === params.get('unit')) ?? defaultLifeUnits[kind]
  const lifeChartQuery = useEndpoint(lifeChart, { kind, unit }, { resources: ['tool'] })
  return (
    <PageFrame title={usePageTitle() ?? t('tool.name')}>
      {viewTabs}
      <div className="tool-choices stack">
        <ChoiceField
          label={t('pages.tools.kinds')}
          chosen={kind}
          options={toolKinds}
          getLabel={(option: ToolKind) => t(`tool.options.kind.${option}`)}
          onChoose={(option) => changeParams({ kind: option, unit: null })}
        />
        <ChoiceField
          label={t('tool.fields.lifeUnit')}
          chosen={unit}
          options={lifeUnits}
          getLabel={(option: LifeUnit) => t(`tool.options.lifeUnit.${option}`)}
          onChoose={(option) => changeParams({ unit: option })}
        />
      </div>
      <QueryBoundary query={lifeChartQuery} skeleton={<SkeletonChart />}>
        {(chart) => (
          <>
            {chart.curves.every(({ ended }) => ended === 0) && (
              <EmptyState title={t('pages.lifeChart.none')} advice={t('pages.lifeChart.noneNext')} />
            )}
            <LifeCurveSection chart={chart} />
          </>
        )}
      </QueryBoundary>
    </PageFrame>
  )
}
function ChoiceField<T extends string>(props: {
  label: string
  chosen: T
  options: readonly T[]
  getLabel: (option: T) => string
  onChoose: (option: T) => void
}) {
  return (
    <fieldset className="choices cluster" aria-label={props.label}>
      {props.options.map((option) => (
        <button
          key={option}
          type="button"
          aria-pressed={option === props.chosen}
          onClick={() => props.onChoose(option)}
        >
          {props.getLabel(option)}
        </button>
      ))}
    </fieldset>
  )
}

function LifeCurveSection({ chart }: { chart: LifeChartData }) {
  const { t } = useTranslation('tools')
  const language = useLanguage()
  const [maker, setMaker] = useState<string | null>(null)
  const shownCurve = chart.curves.find((curve) => curve.maker === maker) ?? chart.curves[0]
  const chartCurve = useMemo(() => shownCurve && buildChartCurve(shownCurve), [shownCurve])
  if (!shownCurve || !chartCurve) return null
  const { unit, divisor } = displayUnits[chart.unit]
  // '' stands for the curve of all makers.
  const makerOptions = chart.curves.map((curve) => curve.maker ?? '')
  const getMakerLabel = (option: string) => {
    if (!option) return t('pages.lifeChart.allMakers')
    const makerCurve = chart.curves.find((curve) => curve.maker === option)
    return chooseByLanguage(language, option, makerCurve?.makerEn ?? option)
  }
  return (
    <>
      {makerOptions.length > 1 && (
        <div className="tool-choices stack">
          <ChoiceField
            label={t('tool.fields.maker')}
            chosen={shownCurve.maker ?? ''}
            options={makerOptions}
            getLabel={getMakerLabel}
            onChoose={(option) => setMaker(option || null)}
          />
        </div>
      )}
      {shownCurve.ended > 0 && (
        <LineChart
          question={t('pages.lifeChart.question', { kind: t(`tool.options.kind.${chart.kind}`) })}
          unit="%"
          period={t('pages.lifeChart.period', { tools: shownCurve.tools, ended: shownCurve.ended })}
          stepped
          decimals={0}
          xs={chartCurve.xs}
          formatX={(x) => formatNumber(x / divisor, { language, unit, decimals: 0 })}
          series={[
            { name: t('pages.lifeChart.share'), values: chartCurve.survival },
            { name: t('pages.lifeChart.low'), values: chartCurve.low },
            { name: t('pages.lifeChart.high'), values: chartCurve.high },
          ]}
        />
      )}
      <p className="quiet">{t('pages.lifeChart.censored')}</p>
      <LifeTable chart={chart} />
    </>
  )
}
/** Builds the chart points from life 0, where all tools are still in use, to the longest life. Shares are in %. */
function buildChartCurve({ steps, until }: Curve) {
  const lastStep = steps.at(-1)
  const points = [
    { at: 0, survival: 1, low: 1, high: 1 },
    ...steps,
    ...(lastStep && until && until > (lastStep.at ?? 0) ? [{ ...lastStep, at: until }] : []),
  ]
  const toPercent = (value: number | null) => (value === null ? null : value * 100)
  return {
    xs: points.map(({ at }) => at ?? 0),
    survival: points.map(({ survival }) => toPercent(survival)),
    low: points.map(({ low }) => toPercent(low)),
    high: points.map(({ high }) => toPercent(high)),
  }
}
