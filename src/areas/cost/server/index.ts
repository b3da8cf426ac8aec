import { ordersPricedBy } from '@/plant/server/events'
import { defineServer } from '@/server/area'
import { answers } from '@/server/events'
import { costContract } from '../contract'

export const costServer = defineServer(costContract, {
  // Nothing is costed yet.
  answers: [answers(ordersPricedBy, () => Promise.resolve(null))],
})
