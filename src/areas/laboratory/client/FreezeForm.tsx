import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { TextChoicesContext } from '@/client/fields/form-scope'
import { useLanguage, joinWords } from '@/client/format/use-language'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { LazyCommandForm } from '@/client/resource/ResourceForm'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { useQueryParams } from '@/client/use-query-params'
import type { EndpointOutput } from '@/contract/endpoint'
import { freezeLimits } from '../contract/control-limit'
import { storedChart } from '../contract/stored-charts'
import { isPointInWindow, subgroupKinds, type SubgroupKind } from '../rules/subgroups'

/** Fields that the person fills in; the other inputs come from the displayed chart. */
const FREEZE_FIELDS = ['fromAt', 'toAt', 'excluded', 'note']
type Source = EndpointOutput<typeof storedChart>['sources'][number]

/**
 * Freezes the limits of the displayed chart. A person can narrow the period and exclude points with a reason. The
 * subgroup is chosen on the chart, because it changes the points. The URL parameter `without` is the key of a point to
 * exclude.
 */
export function FreezeForm({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation('laboratory')
  const [params] = useQueryParams()
  const productId = params.get('product')
  const indexId = params.get('index')
  const lineId = params.get('line')
  const from = params.get('since')
  const to = params.get('until')
  const subgroup = subgroupKinds.find((name) => name === params.get('subgroup')) ?? 'roll'
  const excludedKey = params.get('without')
  const chartQuery = useMemo(
    () => ({
      ...(productId ? { productId } : {}),
      ...(indexId ? { indexId } : {}),
      ...(lineId ? { lineId } : {}),
      ...(from ? { from } : {}),
      ...(to ? { to } : {}),
      subgroup,
      own: true,
    }),
    [productId, indexId, lineId, from, to, subgroup],
  )
  const chart = useEndpoint(storedChart, chartQuery, { resources: ['testResult', 'controlLimit'] })
  return (
    <QueryBoundary query={chart} skeleton={<SkeletonDetail />}>
      {(data) => (
        <LazyCommandForm
          endpoint={freezeLimits}
          title={t('actions.controlLimit_freeze')}
          draftScope={[data.productId, data.lineId, data.indexId, subgroup, excludedKey ?? ''].join(' ')}
          fieldNames={FREEZE_FIELDS}
          startValues={{
            productId: data.productId,
            lineId: data.lineId,
            indexId: data.indexId,
            chart: data.chart,
            subgroup,
            fromAt: data.from,
            toAt: data.to,
            excluded: excludedKey ? [{ key: excludedKey, reason: '' }] : [],
          }}
          renderAround={(fields, values) => (
            <>
              <p className="quiet">
                {t('pages.qualityData.freezes', {
                  product: data.product,
                  index: data.index,
                  line: data.line,
                  chart: t(`inputOptions.chart.${data.chart}`),
                  subgroup: t(`inputOptions.subgroup.${subgroup}`),
                })}
              </p>
              <PointChoicesProvider sources={data.sources} subgroup={subgroup} values={values}>
                {fields}
              </PointChoicesProvider>
            </>
          )}
          onBack={onBack}
          onDone={onBack}
        />
      )}
    </QueryBoundary>
  )
}

/**
 * Lists the points of the chart as choices for exclusion. An excluded point outside the entered period stays listed with
 * a note, but its exclusion has no effect.
 */
function PointChoicesProvider({
  sources,
  subgroup,
  values,
  children,
}: {
  sources: readonly Source[]
  subgroup: SubgroupKind
  values: Readonly<Record<string, unknown>>
  children: ReactNode
}) {
  const { t } = useTranslation('laboratory')
  const language = useLanguage()
  const from = String(values['fromAt'] ?? '')
  const to = String(values['toAt'] ?? '')
  const outsideSources = useMemo(
    () =>
      sources.filter(
        ({ at }, i) => !isPointInWindow({ from, to }, { at, nextAt: sources[i + 1]?.at ?? null }, subgroup),
      ),
    [sources, from, to, subgroup],
  )
  const choices = useMemo(() => {
    const outsideSet = new Set(outsideSources)
    const formatPointPosition = (source: Source, i: number) =>
      outsideSet.has(source) ? t('pages.qualityData.outsideShort') : t('pages.qualityData.point', { point: i + 1 })
    return {
      key: sources.map((source, i) => ({
        key: source.key,
        label: `${formatPointPosition(source, i)} · ${source.label}`,
      })),
    }
  }, [sources, outsideSources, t])
  const excludedKeys = new Set(((values['excluded'] ?? []) as { key?: string }[]).map(({ key }) => key))
  const outsideLabels = outsideSources.filter(({ key }) => excludedKeys.has(key)).map(({ label }) => label)
  return (
    <TextChoicesContext.Provider value={choices}>
      {children}
      {outsideLabels.length > 0 && (
        <p className="ui-card is-warned" role="status">
          {t('pages.qualityData.outside', { count: outsideLabels.length, points: joinWords(outsideLabels, language) })}
        </p>
      )}
    </TextChoicesContext.Provider>
  )
}
