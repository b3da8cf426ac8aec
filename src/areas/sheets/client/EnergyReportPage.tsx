import { useTranslation } from 'react-i18next'
import { keepEnergy } from '../contract/detail-sheets'
import { batchEnergySheet, energySheet, meterRow, shiftEnergySheet } from '../contract/figure-sheets'
import { figureRow } from '../contract/sheet-fields'
import { KeepButton } from './Kept'
import { SheetPage, type SheetAnswer, type SheetView } from './SheetPage'
import { SheetTable, type SheetRow } from './SheetTable'

const views: readonly SheetView[] = [
  {
    key: 'energy',
    file: 'energy',
    endpoint: energySheet,
    fields: figureRow,
    ways: [['line'], ['day'], ['month'], ['team'], ['product']],
    drawn: 'kwh',
    more: (answer) => <Meters of={answer} />,
  },
  {
    key: 'energyShift',
    file: 'energyShift',
    endpoint: shiftEnergySheet,
    fields: figureRow,
    ways: [
      ['day', 'shift', 'line'],
      ['day', 'shift'],
    ],
    drawn: 'kwh',
    usual: 'week',
  },
  {
    key: 'batchEnergy',
    file: 'batchEnergy',
    endpoint: batchEnergySheet,
    fields: figureRow,
    ways: [['order'], ['order', 'line'], ['product']],
    drawn: 'kwhPerKg',
  },
]
/** 能源报表: energy of a period, by shift and by order, and the consumption of each meter. */
export default function EnergyReportPage() {
  return <SheetPage page="energyReport" views={views} tools={<KeepButton of={keepEnergy} />} />
}
function Meters({ of }: { of: SheetAnswer }) {
  const { t } = useTranslation('sheets')
  const meters = 'meters' in of ? (of.meters as readonly SheetRow[]) : []
  if (meters.length === 0) return null
  return (
    <section>
      <h2>{t('pages.meters')}</h2>
      <SheetTable
        title={t('pages.meters')}
        fields={meterRow}
        columns={['place', 'meter', 'unit', 'used', 'own', 'cost', 'estimatedPercent']}
        rows={meters}
      />
    </section>
  )
}
