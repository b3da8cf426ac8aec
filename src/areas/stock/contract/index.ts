import { defineArea } from '@/contract/area'
import { statisticsCalls } from './statistics-calls'
import { stockCalls } from './stock-calls'

/** Finished goods: current stock, stock history, downgraded goods, and statistics over rolls. */
export const stockContract = defineArea({
  name: 'stock',
  pages: ['stockStatistics'],
  resources: [],
  endpoints: [...stockCalls, ...statisticsCalls],
})
