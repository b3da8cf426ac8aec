import { useTranslation } from 'react-i18next'
import { Quantity } from '@/client/ui/Quantity'
import { finishedRow, finishedSheet, keepFinished } from '../contract/detail-sheets'
import { monthlyOutputSheet } from '../contract/figure-sheets'
import { figureRow } from '../contract/sheet-fields'
import { KeepButton, KeptBefore } from './Kept'
import { qualityView } from './quality-view'
import { SheetPage, type SheetView } from './SheetPage'

const views: readonly SheetView[] = [
  {
    key: 'finished',
    file: 'finished',
    endpoint: finishedSheet,
    fields: finishedRow,
    ways: [
      ['product', 'width', 'grade'],
      ['product'],
      ['grade'],
      ['order', 'product', 'grade'],
      ['package', 'product'],
      ['day', 'product'],
      ['day', 'shift', 'line', 'product'],
      ['month', 'product'],
    ],
    figures: ['rolls', 'kg', 'metres', 'squareMetres', 'unweighed'],
    drawn: 'kg',
    noted: true,
    more: (answer) => (
      <>
        <SlitterOutput of={answer} />
        <KeptBefore of={answer} />
      </>
    ),
  },
  {
    key: 'monthlyOutput',
    file: 'monthlyOutput',
    endpoint: monthlyOutputSheet,
    fields: figureRow,
    ways: [['month'], ['month', 'line'], ['month', 'product'], ['day', 'shift', 'line']],
    drawn: 'outputKg',
    usual: 'year',
  },
  qualityView,
]
/** Slitter output of the same selection, from which finished products remain as goods. */
function SlitterOutput({ of }: { of: object }) {
  const { t } = useTranslation('plant')
  if (!('slitOutputKg' in of)) return null
  return (
    <p className="sheets-note">
      {t('figures.slitOutputKg.name')}: <Quantity value={of.slitOutputKg as number} unit="kg" decimals={1} />
    </p>
  )
}
/** 成品: finished rolls, monthly output, quality. */
export default function FinishedPage() {
  return <SheetPage page="finishedProducts" views={views} tools={<KeepButton of={keepFinished} />} />
}
