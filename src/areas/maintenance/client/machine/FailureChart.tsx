import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { useCanCall } from '@/client/session/use-session'
import { BarChart } from '@/client/ui/Charts'
import { addMonths } from '@/plant/rules/plant-time'
import { useBusinessDate } from '@/plant/client/use-today'
import { repairStatistics } from '../../contract/repair-reports'

const MONTHS = 12

/** Card of a machine page: breakdowns per month over a year. */
export default function FailureChart({ equipmentId }: { equipmentId: string }) {
  const { t } = useTranslation('maintenance')
  const canRead = useCanCall(repairStatistics)
  const today = useBusinessDate()
  const firstDay = `${addMonths(today, 1 - MONTHS).slice(0, 7)}-01`
  const { data } = useEndpoint(
    repairStatistics,
    { by: 'month', from: firstDay, to: today, equipmentId },
    { enabled: canRead, resources: ['repair'] },
  )
  if (!data || data.rows.length === 0) return null
  const rows = [...data.rows].sort((a, b) => a.key.localeCompare(b.key))
  return (
    <BarChart
      question={t('pages.machine.failQuestion')}
      unit={t('pages.machine.times')}
      period={`${data.from} – ${data.to}`}
      height={220}
      decimals={0}
      xs={rows.map((row) => row.label)}
      series={[{ name: t('answers.breakdowns'), values: rows.map((row) => row.breakdowns) }]}
    />
  )
}
