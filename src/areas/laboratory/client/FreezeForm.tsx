import { useMemo } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useCall } from '@/client/api/use-list'
import { TextChoicesContext } from '@/client/fields/form-scope'
import { joined } from '@/client/format/list'
import { useLanguage } from '@/client/format/use-language'
import { NotLoaded } from '@/client/resource/NotLoaded'
import { LazyCommandForm } from '@/client/resource/ResourceForm'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { useParams } from '@/client/use-params'
import type { OutOf } from '@/contract/endpoint'
import { freezeLimits } from '../contract/control-limit'
import { storedChart } from '../contract/stored-charts'
import { isWithin, subgroups, type Subgroup } from '../rules/subgroups'

type Source = OutOf<typeof storedChart>['sources'][number]

/**
 * Freezes the limits of the chart that was looked at; the window can be made narrower, and points left out with a reason.
 * `without` of the address names a point that is to be left out.
 */
export function FreezeForm({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation('laboratory')
  const [params] = useParams()
  const [productId, indexId, lineId, from] = ['product', 'index', 'line', 'since'].map((name) => params.get(name))
  const subgroup = subgroups.find((one) => one === params.get('subgroup')) ?? 'roll'
  const without = params.get('without')
  const asked = useMemo(
    () => ({
      ...(productId ? { productId } : {}),
      ...(indexId ? { indexId } : {}),
      ...(lineId ? { lineId } : {}),
      ...(from ? { from } : {}),
      subgroup,
      own: true,
    }),
    [productId, indexId, lineId, from, subgroup],
  )
  const chart = useCall(storedChart, asked, { resources: ['testResult', 'controlLimit'] })
  const { data } = chart
  const choices = useMemo(
    () => ({ key: (data?.sources ?? []).map((one, i) => ({ key: one.key, word: wordOf(one, i, t) })) }),
    [data, t],
  )
  if (chart.isPending) return <SkeletonDetail />
  if (chart.error || !data) return <NotLoaded of={chart} />
  return (
    <TextChoicesContext.Provider value={choices}>
      <LazyCommandForm
        endpoint={freezeLimits}
        title={t('actions.controlLimit_freeze')}
        draftOf={[data.productId, data.lineId, data.indexId, subgroup, without ?? ''].join(' ')}
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
        says={(values) => <Outside of={data.sources} subgroup={subgroup} values={values} />}
        onBack={onBack}
        onDone={onBack}
      />
    </TextChoicesContext.Provider>
  )
}
const wordOf = ({ label }: Source, at: number, t: TFunction<'laboratory'>): string =>
  `${label} (${t('pages.qualityData.point', { point: at + 1 })})`

/** Points to be left out that the window, as it is entered now, does not hold: they stay named and count for nothing. */
function Outside({
  of,
  subgroup,
  values,
}: {
  of: readonly Source[]
  subgroup: Subgroup
  values: Readonly<Record<string, unknown>>
}) {
  const { t } = useTranslation('laboratory')
  const language = useLanguage()
  const keys = new Set(((values['excluded'] ?? []) as { key?: string }[]).map(({ key }) => key))
  const window = { from: String(values['fromAt'] ?? ''), to: String(values['toAt'] ?? '') }
  const outside = of.filter(
    ({ key, at }, i) => keys.has(key) && !isWithin(window, { at, nextAt: of[i + 1]?.at ?? null }, subgroup),
  )
  if (outside.length === 0) return null
  return (
    <p className="lab-since is-warn" role="status">
      {t('pages.qualityData.outside', {
        count: outside.length,
        points: joined(
          outside.map(({ label }) => label),
          language,
        ),
      })}
    </p>
  )
}
