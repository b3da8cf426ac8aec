import './roll-list.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { useBusinessDate } from '@/plant/client/use-today'
import { addDays } from '@/plant/rules/plant-time'
import type { ReportRow } from '@/contract/report'
import { ReportView } from '@/plant/client/report/ReportView'
import { teamOutputReport } from '../../contract/jumbo-endpoints'

/** Number of days before today that a period includes. */
const DAYS_BEFORE_TODAY = { day: 1, week: 6, month: 29 } as const
type Period = keyof typeof DAYS_BEFORE_TODAY

/** Output of each team at this line: rolls, metres, mass, and the share that is not good. */
export function TeamOutputPanel({ lineId }: { lineId: string }) {
  const { t } = useTranslation('rolls')
  const language = useLanguage()
  const [period, setPeriod] = useState<Period>('week')
  const today = useBusinessDate()
  const from = addDays(today, -DAYS_BEFORE_TODAY[period])
  const formatQuantity = (value: number, unit: string) => formatNumber(value, { language, unit, decimals: 1 })
  const renderDowngraded = (row: ReportRow) => {
    const [kg, downgradedKg] = [Number(row['kg']), Number(row['downgradedKg'])]
    const percent = kg > 0 ? (downgradedKg / kg) * 100 : 0
    return `${formatQuantity(downgradedKg, 'kg')} · ${formatQuantity(percent, '%')}`
  }
  return (
    <section className="stack gap-3">
      <fieldset className="choices cluster" aria-label={t('pages.winder.period')}>
        {(Object.keys(DAYS_BEFORE_TODAY) as Period[]).map((periodKey) => (
          <button
            key={periodKey}
            type="button"
            aria-pressed={period === periodKey}
            onClick={() => setPeriod(periodKey)}
          >
            {t(`pages.winder.periods.${periodKey}`)}
          </button>
        ))}
      </fieldset>
      <h2 className="wd-title">
        {from} – {today}
      </h2>
      <ReportView
        report={teamOutputReport}
        input={{ lineId, from, to: today }}
        cells={{ downgradedKg: renderDowngraded }}
        empty={{ title: t('pages.winder.noRolls'), advice: t('pages.winder.noOutputNext') }}
      />
    </section>
  )
}
