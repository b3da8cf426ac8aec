import type { PageViewProps } from '@/client/area'
import { ReportPage, type PageReportAnswer, type ReportPageView } from './ReportPage'
import { qualityReport } from '../contract/metric-reports'
import { useTranslation } from 'react-i18next'
import { ParetoChart } from '@/client/ui/Charts'

/** 质量报表: shown both with finished products and on the quality page. */
export const qualityView: ReportPageView = {
  key: 'quality',
  report: qualityReport,
  groupings: [['month', 'line'], ['line'], ['team'], ['product'], ['day', 'line']],
  countedRolls: 'slitAndWound',
  renderMore: (answer) => <DefectChart report={answer} />,
}

const VIEWS = [qualityView]
/** 质量报表 as a view of the quality page, for people without permission for finished products. */
export default function QualityMonthView({ tabs }: PageViewProps) {
  return <ReportPage page="qualitySheet" views={VIEWS} tabs={tabs} />
}

interface DefectAmount {
  defect: string | null
  kg: number | null
}
/** Pareto chart of downgraded slit rolls by defect. */
function DefectChart({ report }: { report: PageReportAnswer }) {
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
