import { useTranslation } from 'react-i18next'
import { ParetoChart } from '@/client/ui/Charts'
import type { ReportAnswer } from './ReportPage'

interface DefectAmount {
  defect: string | null
  kg: number | null
}
/** Pareto chart of downgraded slit rolls by defect. */
export function DefectChart({ report }: { report: ReportAnswer }) {
  const { t } = useTranslation(['sheets', 'rolls'])
  const defects = 'defects' in report ? (report.defects as readonly DefectAmount[]) : []
  if (defects.length === 0) return null
  return (
    <ParetoChart
      question={t('pages.question.defects')}
      unit="kg"
      period={`${report.from} – ${report.to}`}
      items={defects.map(({ defect, kg }) => ({
        name: t(`rolls:jumboRoll.subOptions.defects.kind.${defect}`, { defaultValue: defect ?? '' }),
        value: kg ?? 0,
      }))}
    />
  )
}
