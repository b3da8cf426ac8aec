import { materialRow, materialSheet, keepMaterial } from '../contract/detail-sheets'
import { KeepButton, KeptBefore } from './Kept'
import { SheetPage, type SheetView } from './SheetPage'

const views: readonly SheetView[] = [
  {
    key: 'material',
    file: 'material',
    endpoint: materialSheet,
    fields: materialRow,
    ways: [
      ['kind', 'material'],
      ['kind'],
      ['material', 'lot'],
      ['order', 'material'],
      ['day', 'material'],
      ['day', 'shift', 'line', 'material'],
      ['month', 'material'],
    ],
    figures: ['kg', 'percent', 'feeds'],
    drawn: 'kg',
    more: (answer) => <KeptBefore of={answer} />,
  },
]
/** 物料报表: material fed, by selectable keys. */
export default function MaterialPage() {
  return <SheetPage page="materialReport" views={views} tools={<KeepButton of={keepMaterial} />} />
}
