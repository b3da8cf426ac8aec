import { useTranslation } from 'react-i18next'
import { Quantity } from '@/client/ui/Quantity'
import { finishedReport, storeFinishedReport } from '../contract/detail-reports'
import { monthlyOutputReport } from '../contract/metric-reports'
import { StoredSumsSection, useStoreActions } from './StoredSums'
import { qualityView } from './QualityMonthView'
import { ReportPage, type ReportPageView } from './ReportPage'

const views: readonly ReportPageView[] = [
  {
    key: 'finished',
    report: finishedReport,
    groupings: [
      ['product', 'width', 'grade'],
      ['product'],
      ['grade'],
      ['order', 'product', 'grade'],
      ['package', 'product'],
      ['day', 'product'],
      ['day', 'shift', 'line', 'product'],
      ['month', 'product'],
    ],
    hasNote: true,
    countedRolls: 'slit',
    renderMore: (answer) => (
      <>
        <SlitterOutputNotice report={answer} />
        <StoredSumsSection report={answer} />
      </>
    ),
  },
  {
    key: 'monthlyOutput',
    report: monthlyOutputReport,
    groupings: [['month'], ['month', 'line'], ['month', 'product'], ['day', 'shift', 'line']],
    defaultPeriod: 'year',
    countedRolls: 'slitAndWound',
  },
  qualityView,
]
/**
 * Slitter output of the same selection. Finished products can be less, because rolls are later reworked or scrapped.
 */
function SlitterOutputNotice({ report }: { report: object }) {
  const { t } = useTranslation('plant')
  if (!('slitOutputKg' in report) || report.slitOutputKg === null) return null
  return (
    <p className="quiet">
      {t('figures.slitOutputKg.name')}: <Quantity value={report.slitOutputKg as number} unit="kg" decimals={1} />
    </p>
  )
}
/** 成品: finished rolls, monthly output, quality. */
export default function FinishedPage() {
  return <ReportPage page="finishedProducts" views={views} toolActions={useStoreActions(storeFinishedReport)} />
}
