import { defineArea } from '@/contract/area'
import { reworkLifecycle } from '../rules/rework'
import { slitRollLifecycle } from '../rules/slit-roll'
import { rework, reworkRoll } from './rework'
import { cutOrder, cutting, slitRoll, slitSet, slitter } from './slitting'
import { slittingEndpoints } from './slitting-endpoints'

/** Slit rolls 子卷, from the jumbo on the slitter to rework. */
export const slittingContract = defineArea({
  name: 'slitting',
  documentationArea: 'rolls',
  pages: ['divideInteractive', 'productRepair'],
  resources: [cutting, slitSet, slitRoll, cutOrder, slitter, rework],
  endpoints: [...slittingEndpoints, reworkRoll],
  lifecycles: [slitRollLifecycle, reworkLifecycle],
})
