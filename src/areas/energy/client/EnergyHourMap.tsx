import '@/client/ui/charts/charts.css'
import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { formatNumber } from '@/client/format/number'
import { useLanguage, useUnitFormatter } from '@/client/format/use-language'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { HeatMap } from '@/client/ui/drawings/HeatMap'
import { SkeletonChart } from '@/client/ui/Skeleton'
import { addDays } from '@/plant/rules/plant-time'
import { useToday } from '@/plant/client/use-today'
import { energyHours } from '../contract/curve-endpoints'
import type { EnergyQuery } from './EnergyPeriodBar'

/** Days of the map; more would not fit on a screen. */
const SHOWN_DAYS = 14
const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))

/** Consumption of the last days of a period by day and hour as a heat map, the newest day first. */
export function EnergyHourMap({
  energyQuery: { medium, lineId },
  period,
}: {
  energyQuery: EnergyQuery
  period: { from: string; to: string }
}) {
  const { t } = useTranslation('energy')
  const language = useLanguage()
  const formatUnit = useUnitFormatter()
  const today = useToday()
  const to = period.to < today ? period.to : today
  const earliestDay = addDays(to, 1 - SHOWN_DAYS)
  const from = period.from > earliestDay ? period.from : earliestDay
  const query = useEndpoint(
    energyHours,
    { from, to, medium, ...(lineId ? { lineId } : {}) },
    { resources: ['energyUse', 'energyMeter'] },
  )
  return (
    <QueryBoundary query={query} skeleton={<SkeletonChart />}>
      {({ days, unit, allocatedPercent }) => {
        const rows = days.toReversed().map(({ day, hours }) => ({
          key: day,
          label: day.slice(5),
          values: hours.map(({ used }) => used),
        }))
        if (!rows.some(({ values }) => values.some((value) => value))) return null
        const question = t('pages.energy.question.hours')
        return (
          <section className="ui-chart">
            <header>
              <div>
                <h2>{question}</h2>
                <p>
                  {from} – {to} · {formatUnit(unit)} · {t('pages.energy.hoursNote')}
                  {allocatedPercent > 0 && ` · ${t('pages.energy.gaps.allocatedPercent', { value: allocatedPercent })}`}
                </p>
              </div>
            </header>
            <HeatMap
              label={question}
              columns={HOURS}
              rows={rows}
              formatValue={(value) => formatNumber(value, { language, decimals: 0, abbreviate: true })}
              isRowUnfinished={({ key }) => key === today}
            />
          </section>
        )
      }}
    </QueryBoundary>
  )
}
