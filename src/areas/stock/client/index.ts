import type { AreaClient } from '@/client/area'

/** Finished goods: what lies where, what lay there on any day, and statistics over rolls. */
export const stockClient: AreaClient = {
  name: 'stock',
  pages: { stockStatistics: () => import('./StockPage') },
  contract: async () => (await import('../contract')).stockContract,
}
