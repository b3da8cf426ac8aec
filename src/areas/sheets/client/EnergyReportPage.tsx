import { useTranslation } from 'react-i18next'
import { storeEnergyReport } from '../contract/detail-reports'
import { batchEnergyReport, energyReport, meterRow, shiftEnergyReport } from '../contract/metric-reports'
import { reportRowFields } from '../contract/report-fields'
import { StoreButton } from './StoredSums'
import { ReportPage, type ReportAnswer, type ReportView } from './ReportPage'
import { ReportTable, type ReportRow } from './ReportTable'

const views: readonly ReportView[] = [
  {
    key: 'energy',
    exportKind: 'energy',
    endpoint: energyReport,
    fields: reportRowFields,
    groupings: [['line'], ['day'], ['month'], ['team'], ['product']],
    chartColumn: 'kwh',
    renderMore: (answer) => <MeterTable report={answer} />,
  },
  {
    key: 'energyShift',
    exportKind: 'energyShift',
    endpoint: shiftEnergyReport,
    fields: reportRowFields,
    groupings: [
      ['day', 'shift', 'line'],
      ['day', 'shift'],
    ],
    chartColumn: 'kwh',
    defaultPeriod: 'week',
  },
  {
    key: 'batchEnergy',
    exportKind: 'batchEnergy',
    endpoint: batchEnergyReport,
    fields: reportRowFields,
    groupings: [['order'], ['order', 'line'], ['product']],
    chartColumn: 'kwhPerKg',
  },
]
/** 能源报表: energy of a period, by shift and by order, and the consumption of each meter. */
export default function EnergyReportPage() {
  return <ReportPage page="energyReport" views={views} tools={<StoreButton endpoint={storeEnergyReport} />} />
}
function MeterTable({ report }: { report: ReportAnswer }) {
  const { t } = useTranslation('sheets')
  const meters = 'meters' in report ? (report.meters as readonly ReportRow[]) : []
  if (meters.length === 0) return null
  return (
    <section>
      <h2>{t('pages.meters')}</h2>
      <ReportTable
        title={t('pages.meters')}
        fields={meterRow}
        columns={['place', 'meter', 'unit', 'used', 'own', 'cost', 'estimatedPercent']}
        rows={meters}
      />
    </section>
  )
}
