import { useTranslation } from 'react-i18next'
import type { Row } from '@/contract/resource'
import { formatDay, formatMoment } from '@/client/format/time'
import { useRowText } from '@/client/i18n/labels'
import { usePlantZone } from '@/client/session/plant-zone'
import { BarChart, LineChart, type Mark } from '@/client/ui/Charts'
import { meter } from '../../contract/meter'
import { calculateDailyUse, type MeterReadingRow } from './use-readings'

/** Number of days in the chart of a counter. */
const MAX_BARS = 31

/** Chart of readings: daily use of a counter (from two readings on), or values of an instrument with its range. */
export function ReadingChart({
  meterRow,
  readings,
}: {
  meterRow: Row<typeof meter>
  readings: readonly MeterReadingRow[]
}) {
  const { t } = useTranslation('equipment')
  const zone = usePlantZone()
  const meterName = useRowText(meter, 'name')(meterRow)
  const oldestReading = readings.at(-1)
  const newestReading = readings[0]
  if (!oldestReading || !newestReading) return null
  const period = `${formatDay(oldestReading.readAt, zone)} – ${formatDay(newestReading.readAt, zone)}`
  if (meterRow.counter) {
    const dailyUse = calculateDailyUse(readings, zone).slice(-MAX_BARS)
    if (dailyUse.length === 0) return null
    const barPeriod = `${dailyUse[0]?.day} – ${dailyUse.at(-1)?.day}`
    return (
      <BarChart
        question={t('pages.meters.usedQuestion')}
        unit={`${meterRow.unit}/d`}
        period={barPeriod}
        height={220}
        xs={dailyUse.map(({ day }) => day.slice(5))}
        series={[{ name: t('pages.meters.used'), values: dailyUse.map(({ perDay }) => perDay) }]}
      />
    )
  }
  const oldestFirst = [...readings].reverse()
  const limitMarks: Mark[] = [
    ...(meterRow.rangeLow === null
      ? []
      : [{ label: t('pages.meters.low'), value: meterRow.rangeLow, tone: 'limit' as const }]),
    ...(meterRow.rangeHigh === null
      ? []
      : [{ label: t('pages.meters.high'), value: meterRow.rangeHigh, tone: 'limit' as const }]),
  ]
  const isOutsideRange = (value: number) =>
    (meterRow.rangeLow !== null && value < meterRow.rangeLow) ||
    (meterRow.rangeHigh !== null && value > meterRow.rangeHigh)
  return (
    <LineChart
      question={t('pages.meters.rangeQuestion')}
      unit={meterRow.unit}
      period={period}
      height={220}
      marks={limitMarks}
      xs={oldestFirst.map(({ readAt }) => Date.parse(readAt))}
      formatX={(x) => formatMoment(x, zone).slice(5)}
      series={[
        {
          name: meterName,
          values: oldestFirst.map(({ value }) => value),
          flags: oldestFirst.map(({ value }) => isOutsideRange(value)),
        },
      ]}
    />
  )
}
