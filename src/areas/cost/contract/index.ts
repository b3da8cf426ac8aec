import { defineArea } from '@/contract/area'
import { analysisEndpoints } from './analysis-endpoints'
import { comparisonEndpoints } from './comparison-endpoints'
import { orderCostEndpoints } from './order-cost-endpoints'
import { costCause, costChange, orderCost } from './order-cost'
import { standardRate } from './standard-rate'

/** Contract of order costs and their analysis. */
export const costContract = defineArea({
  name: 'cost',
  pages: ['costComparison', 'standardCost', 'processOptimisation'],
  resources: [orderCost, costCause, costChange, standardRate],
  endpoints: [...orderCostEndpoints, ...comparisonEndpoints, ...analysisEndpoints],
})
