import { qualitySheet } from '../contract/figure-sheets'
import { figureRow } from '../contract/sheet-fields'
import { Defects } from './Defects'
import type { SheetView } from './SheetPage'

/** 质量报表: shown both with finished products and on the quality page. */
export const qualityView: SheetView = {
  key: 'quality',
  file: 'quality',
  endpoint: qualitySheet,
  fields: figureRow,
  ways: [['month', 'line'], ['line'], ['team'], ['product'], ['day', 'line']],
  drawn: 'q1Percent',
  more: (answer) => <Defects of={answer} />,
}
