import { qualityReport } from '../contract/metric-reports'
import { metricRow } from '../contract/report-fields'
import { DefectChart } from './DefectChart'
import type { ReportView } from './ReportPage'

/** 质量报表: shown both with finished products and on the quality page. */
export const qualityView: ReportView = {
  key: 'quality',
  exportKind: 'quality',
  endpoint: qualityReport,
  fields: metricRow,
  groupings: [['month', 'line'], ['line'], ['team'], ['product'], ['day', 'line']],
  chartColumn: 'q1Percent',
  renderMore: (answer) => <DefectChart report={answer} />,
}
