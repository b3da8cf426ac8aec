import type { AreaClient } from '@/client/area'

/** What energy, material and work cost, and since when. */
export const pricesClient: AreaClient = {
  name: 'prices',
  pages: {
    energyUnitPrice: () => import('./EnergyPricePage'),
    unitPriceEntry: () => import('./UnitPricePage'),
  },
  contract: async () => (await import('../contract')).pricesContract,
}
