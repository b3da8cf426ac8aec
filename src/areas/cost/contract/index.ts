import { defineArea } from '@/contract/area'
import { analysisCalls } from './analysis-calls'
import { contrastCalls } from './contrast-calls'
import { orderCalls } from './cost-calls'
import { costCause, costChange, orderCost } from './order-cost'
import { standardRate } from './standard-rate'

/** Contract of order costs and their analysis. */
export const costContract = defineArea({
  name: 'cost',
  pages: ['costComparison', 'standardCost', 'processOptimisation'],
  resources: [orderCost, costCause, costChange, standardRate],
  endpoints: [...orderCalls, ...contrastCalls, ...analysisCalls],
})
