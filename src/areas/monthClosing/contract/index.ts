import { defineArea } from '@/contract/area'
import { closingEndpoints, lateItem } from './closing'
import { correctionEndpoints } from './correction-endpoints'

/** Closing of months, corrections of sums of closed or past months, and writes that arrived too late for a closed one. */
export const monthClosingContract = defineArea({
  name: 'monthClosing',
  documentationArea: 'sheets',
  pages: ['monthClosing'],
  resources: [lateItem],
  endpoints: [...correctionEndpoints, ...closingEndpoints],
})
