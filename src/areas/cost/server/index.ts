import { energyCounted } from '@/plant/server/day-events'
import { ordersPricedBy, pricesChanged } from '@/plant/server/events'
import { defineServer } from '@/server/area'
import { answers, on } from '@/server/events'
import { costContract } from '../contract'

export const costServer = defineServer(costContract, {
  // Nothing is costed yet, so nothing is worked out anew.
  listeners: [on(pricesChanged, () => Promise.resolve()), on(energyCounted, () => Promise.resolve())],
  answers: [answers(ordersPricedBy, () => Promise.resolve(null))],
})
