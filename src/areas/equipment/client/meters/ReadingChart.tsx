import { useTranslation } from 'react-i18next'
import type { Row } from '@/contract/resource'
import { formatDay, formatMoment } from '@/client/format/time'
import { useRowText } from '@/client/i18n/use-row-text'
import { usePlantZone } from '@/client/session/plant-zone'
import { BarChart, LineChart, type Mark } from '@/client/ui/Charts'
import { meter } from '../../contract/meter'
import { usedADay, type Reading } from './readings'

/** Number of days in the chart of a counter. */
const BARS = 31

/** Chart of readings: daily use of a counter (from two readings on), or values of an instrument with its range. */
export function ReadingChart({ of, readings }: { of: Row<typeof meter>; readings: readonly Reading[] }) {
  const { t } = useTranslation('equipment')
  const zone = usePlantZone()
  const name = useRowText(meter, 'name')(of)
  const oldest = readings.at(-1)
  const newest = readings[0]
  if (!oldest || !newest) return null
  const period = `${formatDay(oldest.readAt, zone)} – ${formatDay(newest.readAt, zone)}`
  if (of.counter) {
    const days = usedADay(readings, zone).slice(-BARS)
    if (days.length === 0) return null
    const shown = `${days[0]?.day} – ${days.at(-1)?.day}`
    return (
      <BarChart
        question={t('pages.meters.usedQuestion')}
        unit={`${of.unit}/d`}
        period={shown}
        height={220}
        xs={days.map(({ day }) => day.slice(5))}
        series={[{ name: t('pages.meters.used'), values: days.map(({ perDay }) => perDay) }]}
      />
    )
  }
  const placed = [...readings].reverse()
  const marks: Mark[] = [
    ...(of.rangeLow === null ? [] : [{ label: t('pages.meters.low'), value: of.rangeLow, tone: 'limit' as const }]),
    ...(of.rangeHigh === null ? [] : [{ label: t('pages.meters.high'), value: of.rangeHigh, tone: 'limit' as const }]),
  ]
  const outside = (value: number) =>
    (of.rangeLow !== null && value < of.rangeLow) || (of.rangeHigh !== null && value > of.rangeHigh)
  return (
    <LineChart
      question={t('pages.meters.rangeQuestion')}
      unit={of.unit}
      period={period}
      height={220}
      marks={marks}
      xs={placed.map(({ readAt }) => Date.parse(readAt))}
      formatX={(x) => formatMoment(x, zone).slice(5)}
      series={[{ name, values: placed.map(({ value }) => value), flags: placed.map(({ value }) => outside(value)) }]}
    />
  )
}
