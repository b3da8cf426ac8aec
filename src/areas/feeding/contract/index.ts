import { defineArea } from '@/contract/area'
import { feed, feedCalls } from './feed'
import { feedingCalls } from './feeding-calls'
import { material, materialLot } from './material'
import { materialTime } from './material-time'
import { recycle } from './recycle'

/** What goes into the lines: materials, their lots, every feed, and the balance of it. */
export const feedingContract = defineArea({
  name: 'feeding',
  pages: ['rawMaterial', 'materialWorkOrder', 'materialTeam', 'materialTime'],
  resources: [material, materialLot, feed, recycle, materialTime],
  endpoints: [...feedCalls, ...feedingCalls],
})
