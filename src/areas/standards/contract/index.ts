import { defineArea } from '@/contract/area'
import { approval } from '@/areas/standards/rules/approval'
import { processStandard } from './process-standard'
import { product } from './product'

/** What is made and how it has to be made. */
export const standardsContract = defineArea({ name: 'standards', resources: [product, processStandard], endpoints: [], machines: [approval] })
