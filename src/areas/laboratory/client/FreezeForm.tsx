import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { TextChoicesContext } from '@/client/fields/form-scope'
import { joinWords } from '@/client/format/join-words'
import { useLanguage } from '@/client/format/use-language'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { LazyCommandForm } from '@/client/resource/ResourceForm'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { useParams } from '@/client/use-params'
import type { EndpointOutput } from '@/contract/endpoint'
import { freezeLimits } from '../contract/control-limit'
import { storedChart } from '../contract/stored-charts'
import { isWithin, subgroups, type Subgroup } from '../rules/subgroups'

/** Fields for the person; the other inputs come from the displayed chart. */
const ASKED = ['fromAt', 'toAt', 'excluded', 'note']
type Source = EndpointOutput<typeof storedChart>['sources'][number]

/**
 * Freezes the limits of the displayed chart. The window can be narrowed, and points can be excluded with a reason. The
 * subgroup is chosen on the chart, because it changes the points. The URL parameter `without` is the key of a point to
 * exclude.
 */
export function FreezeForm({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation('laboratory')
  const [params] = useParams()
  const [productId, indexId, lineId, from, to] = ['product', 'index', 'line', 'since', 'until'].map((name) =>
    params.get(name),
  )
  const subgroup = subgroups.find((one) => one === params.get('subgroup')) ?? 'roll'
  const without = params.get('without')
  const asked = useMemo(
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
  const chart = useEndpoint(storedChart, asked, { resources: ['testResult', 'controlLimit'] })
  const { data } = chart
  if (chart.isPending) return <SkeletonDetail />
  if (chart.error || !data) return <NotLoadedView of={chart} />
  return (
    <LazyCommandForm
      endpoint={freezeLimits}
      title={t('actions.controlLimit_freeze')}
      draftOf={[data.productId, data.lineId, data.indexId, subgroup, without ?? ''].join(' ')}
      only={ASKED}
      start={{
        productId: data.productId,
        lineId: data.lineId,
        indexId: data.indexId,
        chart: data.chart,
        subgroup,
        fromAt: data.from,
        toAt: data.to,
        excluded: without ? [{ key: without, reason: '' }] : [],
      }}
      around={(fields, values) => (
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
          <Points of={data.sources} subgroup={subgroup} values={values}>
            {fields}
          </Points>
        </>
      )}
      onBack={onBack}
      onDone={onBack}
    />
  )
}

/**
 * Provides the points that can be excluded as choices. An excluded point outside the entered window stays listed with a
 * note, but has no effect.
 */
function Points({
  of,
  subgroup,
  values,
  children,
}: {
  of: readonly Source[]
  subgroup: Subgroup
  values: Readonly<Record<string, unknown>>
  children: ReactNode
}) {
  const { t } = useTranslation('laboratory')
  const language = useLanguage()
  const [from, to] = [String(values['fromAt'] ?? ''), String(values['toAt'] ?? '')]
  const outside = useMemo(
    () => of.filter(({ at }, i) => !isWithin({ from, to }, { at, nextAt: of[i + 1]?.at ?? null }, subgroup)),
    [of, from, to, subgroup],
  )
  const choices = useMemo(() => {
    const out = new Set(outside)
    const place = (one: Source, i: number) =>
      out.has(one) ? t('pages.qualityData.outsideShort') : t('pages.qualityData.point', { point: i + 1 })
    return { key: of.map((one, i) => ({ key: one.key, word: `${place(one, i)} · ${one.label}` })) }
  }, [of, outside, t])
  const keys = new Set(((values['excluded'] ?? []) as { key?: string }[]).map(({ key }) => key))
  const named = outside.filter(({ key }) => keys.has(key)).map(({ label }) => label)
  return (
    <TextChoicesContext.Provider value={choices}>
      {children}
      {named.length > 0 && (
        <p className="ui-card is-warned" role="status">
          {t('pages.qualityData.outside', { count: named.length, points: joinWords(named, language) })}
        </p>
      )}
    </TextChoicesContext.Provider>
  )
}
