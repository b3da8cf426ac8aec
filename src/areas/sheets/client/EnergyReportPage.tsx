import { storeEnergyReport } from '../contract/detail-reports'
import { batchEnergyReport, energyReport, shiftEnergyReport } from '../contract/metric-reports'
import { useStoreActions } from './StoredSums'
import { ReportPage, type ReportPageView } from './ReportPage'

const views: readonly ReportPageView[] = [
  { key: 'energy', report: energyReport, groupings: [['line'], ['day'], ['month'], ['team'], ['product']] },
  {
    key: 'energyShift',
    report: shiftEnergyReport,
    groupings: [
      ['day', 'shift', 'line'],
      ['day', 'shift'],
    ],
    defaultPeriod: 'week',
  },
  { key: 'batchEnergy', report: batchEnergyReport, groupings: [['order'], ['order', 'line'], ['product']] },
]
/** 能源报表: energy of a period, by shift and by order, and the consumption of each meter. */
export default function EnergyReportPage() {
  return <ReportPage page="energyReport" views={views} toolActions={useStoreActions(storeEnergyReport)} />
}
