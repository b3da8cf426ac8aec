import { defineArea } from '@/contract/area'
import { rollStatisticsEndpoints } from './statistics-endpoints'
import { finishedGoodsEndpoints } from './stock-endpoints'

/** Finished goods: current stock, stock history, downgraded goods, and statistics over rolls. */
export const stockContract = defineArea({
  name: 'stock',
  pages: ['stockStatistics'],
  resources: [],
  endpoints: [...finishedGoodsEndpoints, ...rollStatisticsEndpoints],
})
