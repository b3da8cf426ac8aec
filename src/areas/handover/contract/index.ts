import { defineArea } from '@/contract/area'
import { handoverLifecycle } from '@/areas/handover/rules/handover'
import { handover, handoverEndpoints } from './handover'
import { productionRecordEndpoints, productionRecords } from './production-records'

/** Contract of shift handovers and the records that a shift fills in. */
export const handoverContract = defineArea({
  name: 'handover',
  pages: ['jobHandover', 'informationTransfer', 'productionSheet'],
  resources: [handover, ...productionRecords],
  endpoints: [...handoverEndpoints, ...productionRecordEndpoints],
  lifecycles: [handoverLifecycle],
})
