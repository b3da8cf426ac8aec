import { defineArea } from '@/contract/area'
import { closingEndpoints, lateItem } from './closing'
import { correctionEndpoints } from './correction-endpoints'

/** Closing of months, corrections of their sums, and writes that arrived after a month was closed. */
export const monthClosingContract = defineArea({
  name: 'monthClosing',
  documentationArea: 'sheets',
  pages: ['monthClosing'],
  resources: [lateItem],
  endpoints: [...correctionEndpoints, ...closingEndpoints],
})
