import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '@/client/api/use-list'
import { NotLoaded } from '@/client/resource/NotLoaded'
import { LazyCommandForm } from '@/client/resource/ResourceForm'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { useParams } from '@/client/use-params'
import { freezeLimits } from '../contract/control-limit'
import { storedChart } from '../contract/stored-charts'
import { subgroups } from '../rules/subgroups'

/**
 * Freezes the limits of the chart that was looked at; the window can be made narrower, and points left out with a reason.
 * `without` of the address names a point that is to be left out.
 */
export function FreezeForm({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation('laboratory')
  const [params] = useParams()
  const [productId, indexId, lineId, from] = ['product', 'index', 'line', 'since'].map((name) => params.get(name))
  const subgroup = subgroups.find((one) => one === params.get('subgroup')) ?? 'roll'
  const without = Number(params.get('without'))
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
  if (chart.isPending) return <SkeletonDetail />
  if (chart.error || !chart.data) return <NotLoaded of={chart} />
  const { data } = chart
  return (
    <LazyCommandForm
      endpoint={freezeLimits}
      title={t('actions.controlLimit_freeze')}
      draftOf={[data.productId, data.lineId, data.indexId, subgroup, without || ''].join(' ')}
      start={{
        productId: data.productId,
        lineId: data.lineId,
        indexId: data.indexId,
        chart: data.chart,
        subgroup,
        fromAt: data.from,
        toAt: data.to,
        excluded: without ? [{ point: without, reason: '' }] : [],
      }}
      onBack={onBack}
      onDone={onBack}
    />
  )
}
