import { defineArea } from '@/contract/area'
import { costCalls } from './cost-calls'
import { costCause, costChange, orderCost } from './order-cost'
import { standardRate } from './standard-rate'

/** What an order cost, and why. */
export const costContract = defineArea({
  name: 'cost',
  pages: ['costComparison', 'standardCost', 'processOptimisation'],
  resources: [orderCost, costCause, costChange, standardRate],
  endpoints: costCalls,
})
