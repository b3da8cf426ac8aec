import '../month-closing.css'
import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { formatNumber } from '@/client/format/number'
import { formatMoment } from '@/client/format/time'
import { useLanguage } from '@/client/format/use-language'
import { usePlantZone } from '@/client/session/plant-zone'
import { useFormatTeam } from '@/plant/client/shift-record/use-shift'
import { metricCorrection } from '@/areas/figures/contract/metrics'
import { sumSpecs, type SumName } from '@/areas/figures/rules/shift-sums'

const MAX_CORRECTIONS = 20
/** Maximum number of decimals, as in the reports. */
const MAX_DECIMALS = 1
/** Lists the corrections of a period with their reasons, and the values before and after each. */
export function CorrectionList({ from, to }: { from: string; to: string }) {
  const { t } = useTranslation(['monthClosing', 'contract'])
  const formatTeam = useFormatTeam()
  const zone = usePlantZone()
  const language = useLanguage()
  const formatSum = (value: number, sumName: SumName, unit = '') =>
    formatNumber(value, { language, unit, decimals: Math.min(MAX_DECIMALS, sumSpecs[sumName].digits) })
  const { rows, refs, total } = useList(metricCorrection, {
    businessDateFrom: from,
    businessDateTo: to,
    size: MAX_CORRECTIONS,
  })
  if (rows.length === 0) return null
  return (
    <section aria-label={t('pages.corrections')}>
      <h2>{t('pages.corrections')}</h2>
      <ul className="month-closing-list stack">
        {rows.map((row) => (
          <li key={row.id}>
            <span>
              {row.businessDate} {t(`contract:shifts.${row.shift}`, { defaultValue: row.shift })}{' '}
              {[formatTeam(row.team), row.lineId && refs[row.lineId]].filter(Boolean).join(' ')} ·{' '}
              {t(`answerOptions.sum.${row.sum}`)}: {formatSum(row.before, row.sum)} →{' '}
              {formatSum(row.before + row.delta, row.sum, sumSpecs[row.sum].unit)}
            </span>
            <span className="quiet">
              {row.reason} · {row.userId && refs[row.userId]} {formatMoment(row.at, zone)}
            </span>
          </li>
        ))}
      </ul>
      {total > rows.length && <p className="quiet">{t('pages.more', { count: total - rows.length })}</p>}
    </section>
  )
}
