import { materialRow, materialReport, storeMaterialReport } from '../contract/detail-reports'
import { StoreButton, StoredSumsSection } from './StoredSums'
import { ReportPage, type ReportView } from './ReportPage'

const views: readonly ReportView[] = [
  {
    key: 'material',
    exportKind: 'material',
    endpoint: materialReport,
    fields: materialRow,
    groupings: [
      ['kind', 'material'],
      ['kind'],
      ['material', 'lot'],
      ['order', 'material'],
      ['day', 'material'],
      ['day', 'shift', 'line', 'material'],
      ['month', 'material'],
    ],
    numberColumns: ['kg', 'percent', 'feeds'],
    chartColumn: 'kg',
    renderMore: (answer) => <StoredSumsSection report={answer} />,
  },
]
/** 物料报表: material fed, by selectable keys. */
export default function MaterialPage() {
  return <ReportPage page="materialReport" views={views} tools={<StoreButton endpoint={storeMaterialReport} />} />
}
