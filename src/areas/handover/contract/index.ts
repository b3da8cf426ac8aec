import { defineArea } from '@/contract/area'
import { handover as machine } from '@/areas/handover/rules/handover'
import { handover, handoverCalls } from './handover'
import { inspectionCalls, inspectionResources } from './inspections'
import { productionSheetCalls, productionSheets } from './production-sheets'

/** What one shift tells the next, and the sheets it fills in. */
export const handoverContract = defineArea({
  name: 'handover',
  pages: ['jobHandover', 'productionInspection', 'informationTransfer', 'productionSheet'],
  resources: [handover, ...inspectionResources, ...productionSheets],
  endpoints: [...handoverCalls, ...inspectionCalls, ...productionSheetCalls],
  machines: [machine],
})
