import { defineArea } from '@/contract/area'
import { feed, feedEndpoints } from './feed'
import { feedingEndpoints } from './feeding-endpoints'
import { material, materialLot, materialTime } from './material'
import { recycle } from './recycle'

/** Material input of the lines: materials, lots, feeds and the mass balance. */
export const feedingContract = defineArea({
  name: 'feeding',
  pages: ['rawMaterial', 'materialWorkOrder', 'materialTeam', 'materialTime'],
  resources: [material, materialLot, feed, recycle, materialTime],
  endpoints: [...feedEndpoints, ...feedingEndpoints],
})
