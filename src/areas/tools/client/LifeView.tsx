import { useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseByLanguage } from '@/contract/language'
import type { EndpointOutput } from '@/contract/endpoint'
import { useEndpoint } from '@/client/api/use-list'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { usePageTitle } from '@/client/shell/use-menu'
import { LineChart } from '@/client/ui/Charts'
import { EmptyState } from '@/client/ui/EmptyState'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonChart } from '@/client/ui/Skeleton'
import { useParams } from '@/client/use-params'
import { lifeChart } from '../contract/tool-reports'
import { lifeUnits, toolKinds, usualUnit, type LifeUnit, type ToolKind } from '../rules/tool'
import { LifeTable } from './LifeTable'
import { written } from './life-units'

export type LifeChart = EndpointOutput<typeof lifeChart>
type Curve = LifeChart['curves'][number]

/** Lives of tools of a kind: survival curve with its interval, and a table by maker with median, mean and cost. */
export default function LifeView({ above }: { above: ReactNode }) {
  const { t } = useTranslation('tools')
  const [params, change] = useParams()
  const kind = toolKinds.find((one) => one === params.get('kind')) ?? 'spinneret'
  const unit = lifeUnits.find((one) => one === params.get('unit')) ?? usualUnit[kind]
  const found = useEndpoint(lifeChart, { kind, unit }, { resources: ['tool'] })
  const { data, error } = found
  return (
    <PageFrame title={usePageTitle() ?? t('tool.name')}>
      {above}
      <div className="tool-choices">
        <Choice
          label={t('pages.tools.kinds')}
          chosen={kind}
          of={toolKinds}
          word={(one: ToolKind) => t(`tool.options.kind.${one}`)}
          onChoose={(one) => change({ kind: one, unit: null })}
        />
        <Choice
          label={t('tool.fields.lifeUnit')}
          chosen={unit}
          of={lifeUnits}
          word={(one: LifeUnit) => t(`tool.options.lifeUnit.${one}`)}
          onChoose={(one) => change({ unit: one })}
        />
      </div>
      {!data && !error && <SkeletonChart />}
      {!data && error && <NotLoadedView of={found} />}
      {data && data.curves.every(({ ended }) => ended === 0) && (
        <EmptyState title={t('pages.lifeChart.none')} next={t('pages.lifeChart.noneNext')} />
      )}
      {data && <Lives of={data} />}
    </PageFrame>
  )
}
function Choice<T extends string>(props: {
  label: string
  chosen: T
  of: readonly T[]
  word: (one: T) => string
  onChoose: (one: T) => void
}) {
  return (
    <fieldset className="choices" aria-label={props.label}>
      {props.of.map((one) => (
        <button key={one} type="button" aria-pressed={one === props.chosen} onClick={() => props.onChoose(one)}>
          {props.word(one)}
        </button>
      ))}
    </fieldset>
  )
}

function Lives({ of }: { of: LifeChart }) {
  const { t } = useTranslation('tools')
  const language = useLanguage()
  const [maker, setMaker] = useState<string | null>(null)
  const curve = of.curves.find((one) => one.maker === maker) ?? of.curves[0]
  const drawn = useMemo(() => curve && drawnCurve(curve), [curve])
  if (!curve || !drawn) return null
  const { unit, by } = written[of.unit]
  const makers = of.curves.map((one) => one.maker ?? '')
  return (
    <>
      {makers.length > 1 && (
        <div className="tool-choices">
          <Choice
            label={t('tool.fields.maker')}
            chosen={curve.maker ?? ''}
            of={makers}
            word={(one) =>
              one
                ? chooseByLanguage(language, one, of.curves.find(({ maker: own }) => own === one)?.makerEn ?? one)
                : t('pages.lifeChart.allMakers')
            }
            onChoose={(one) => setMaker(one || null)}
          />
        </div>
      )}
      {curve.ended > 0 && (
        <LineChart
          question={t('pages.lifeChart.question', { kind: t(`tool.options.kind.${of.kind}`) })}
          unit="%"
          period={t('pages.lifeChart.period', { tools: curve.tools, ended: curve.ended })}
          stepped
          decimals={0}
          xs={drawn.xs}
          formatX={(x) => formatNumber(x / by, { language, unit, decimals: 0 })}
          series={[
            { name: t('pages.lifeChart.share'), values: drawn.survival },
            { name: t('pages.lifeChart.low'), values: drawn.low },
            { name: t('pages.lifeChart.high'), values: drawn.high },
          ]}
        />
      )}
      <p className="quiet">{t('pages.lifeChart.censored')}</p>
      <LifeTable of={of} />
    </>
  )
}
/** Builds the chart points from life 0, with all tools in use, to the longest life; shares in %. */
function drawnCurve({ steps, until }: Curve) {
  const last = steps.at(-1)
  const points = [
    { at: 0, survival: 1, low: 1, high: 1 },
    ...steps,
    ...(last && until && until > (last.at ?? 0) ? [{ ...last, at: until }] : []),
  ]
  const percent = (value: number | null) => (value === null ? null : value * 100)
  return {
    xs: points.map(({ at }) => at ?? 0),
    survival: points.map(({ survival }) => percent(survival)),
    low: points.map(({ low }) => percent(low)),
    high: points.map(({ high }) => percent(high)),
  }
}
