import type { AreaClient } from '@/client/area'

/** What an order cost, and why. */
export const costClient: AreaClient = {
  name: 'cost',
  pages: {
    costComparison: () => import('./ComparisonPage'),
    standardCost: () => import('./StandardPage'),
    processOptimisation: () => import('./OptimisePage'),
  },
  contract: async () => (await import('../contract')).costContract,
}
