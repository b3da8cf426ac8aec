import { defineArea } from '@/contract/area'
import { approvalLifecycle } from '@/areas/standards/rules/approval'
import { masterbatchDocument } from './masterbatch'
import { materialDocument } from './material-standard'
import { processStandard } from './process-standard'
import { processStandardEndpoints } from './process-standard-endpoints'
import { product, productColours } from './product'
import { productDocument } from './product-standard'
import { season, setSeason } from './season'
import { testIndex } from './test-index'

/** Products and the standards that they are made by. */
export const standardsContract = defineArea({
  name: 'standards',
  pages: [
    'processData',
    'processHistory',
    'slittingProcess',
    'productStandards',
    'materialStandards',
    'masterbatchCalibration',
  ],
  resources: [
    product,
    testIndex,
    processStandard,
    productDocument.resource,
    materialDocument.resource,
    masterbatchDocument.resource,
    season,
  ],
  endpoints: [
    ...processStandardEndpoints,
    ...productDocument.customEndpoints,
    ...materialDocument.customEndpoints,
    ...masterbatchDocument.customEndpoints,
    setSeason,
    productColours,
  ],
  lifecycles: [approvalLifecycle],
})
