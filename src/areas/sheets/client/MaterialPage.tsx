import { materialReport, storeMaterialReport } from '../contract/detail-reports'
import { StoredSumsSection, useStoreActions } from './StoredSums'
import { ReportPage, type ReportPageView } from './ReportPage'

const views: readonly ReportPageView[] = [
  {
    key: 'material',
    report: materialReport,
    groupings: [
      ['kind', 'material'],
      ['kind'],
      ['material', 'lot'],
      ['order', 'material'],
      ['day', 'material'],
      ['day', 'shift', 'line', 'material'],
      ['month', 'material'],
    ],
    renderMore: (answer) => <StoredSumsSection report={answer} />,
  },
]
/** 物料报表: material fed, grouped by selectable keys. */
export default function MaterialPage() {
  return <ReportPage page="materialReport" views={views} toolActions={useStoreActions(storeMaterialReport)} />
}
