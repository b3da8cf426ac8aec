import { defineArea } from '@/contract/area'
import { handover as machine } from '@/areas/handover/rules/handover'
import { handover, handoverCalls } from './handover'
import { productionSheetCalls, productionSheets } from './production-sheets'

/** Contract of shift handovers and the records that a shift fills in. */
export const handoverContract = defineArea({
  name: 'handover',
  pages: ['jobHandover', 'informationTransfer', 'productionSheet'],
  resources: [handover, ...productionSheets],
  endpoints: [...handoverCalls, ...productionSheetCalls],
  lifecycles: [machine],
})
