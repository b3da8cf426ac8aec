import type { AreaClient } from '@/client/area'

/** Pages of order costs and their analysis. */
export const costClient: AreaClient = {
  name: 'cost',
  pages: {
    costComparison: () => import('./ComparisonPage'),
    standardCost: () => import('./StandardPage'),
    processOptimisation: () => import('./OptimisePage'),
  },
  contract: async () => (await import('../contract')).costContract,
}
