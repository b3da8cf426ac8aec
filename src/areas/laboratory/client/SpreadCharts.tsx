import { useTranslation } from 'react-i18next'
import type { EndpointOutput } from '@/contract/endpoint'
import { LineChart } from '@/client/ui/Charts'
import type { storedChart } from '../contract/stored-charts'

type ChartAnswer = EndpointOutput<typeof storedChart>
/** A chart of the spread in the server's answer. Centre and limits are one number if they are the same at all points. */
interface ChartTrack {
  readonly center: number | readonly number[]
  readonly ucl: number | readonly number[]
  readonly lcl: number | readonly number[]
  readonly values: readonly number[]
}
const SPREAD_KINDS = ['range', 'movingRange', 'deviation'] as const

/** Charts of the spread: range or deviation within points, and moving range between consecutive points. */
export function SpreadCharts({ data, period, decimals }: { data: ChartAnswer; period: string; decimals: number }) {
  const { t } = useTranslation('laboratory')
  return SPREAD_KINDS.flatMap((kind) => {
    // The cast is needed because values of custom fields have no type.
    const track = data[kind] as unknown as ChartTrack | undefined
    if (!track || track.values.length < 2) return []
    const { center, ucl, lcl, values } = track
    // Moving ranges begin at the second point.
    const xs = data.sources.slice(data.sources.length - values.length).map(({ label }) => label)
    const getLimitAt = (limit: number | readonly number[], i: number) =>
      typeof limit === 'number' ? limit : (limit[i] ?? 0)
    return [
      <LineChart
        key={kind}
        question={t(`pages.qualityData.spread.${kind}`)}
        unit={data.unit ?? ''}
        period={period}
        decimals={decimals}
        height={180}
        marks={[
          ...(typeof ucl === 'number' ? [{ label: 'UCL', value: ucl, tone: 'limit' as const }] : []),
          ...(typeof center === 'number' ? [{ label: 'CL', value: center, tone: 'mean' as const }] : []),
          ...(typeof lcl === 'number' && lcl > 0 ? [{ label: 'LCL', value: lcl, tone: 'limit' as const }] : []),
        ]}
        xs={xs}
        series={[
          {
            name: t(`pages.qualityData.spreadOf.${kind}`),
            values,
            flags: values.map((value, i) => value > getLimitAt(ucl, i) || value < getLimitAt(lcl, i)),
          },
        ]}
      />,
    ]
  })
}
