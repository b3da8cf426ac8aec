import type { AreaClient } from '@/client/area'

/** Finished goods: current stock, stock history, downgraded goods, and statistics over rolls. */
export const stockClient: AreaClient = {
  name: 'stock',
  pages: { stockStatistics: () => import('./StockPage') },
  contract: async () => (await import('../contract')).stockContract,
}
