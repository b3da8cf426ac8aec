import { defineArea } from '@/contract/area'
import { statisticsCalls } from './statistics-calls'
import { stockCalls } from './stock-calls'

/** Finished goods: what lies where, what lay there on any day, and statistics over rolls. */
export const stockContract = defineArea({
  name: 'stock',
  pages: ['stockStatistics'],
  resources: [],
  endpoints: [...stockCalls, ...statisticsCalls],
})
