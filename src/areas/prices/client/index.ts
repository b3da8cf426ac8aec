import type { AreaClient } from '@/client/area'

/** Client of energy, material and labour prices. */
export const pricesClient: AreaClient = {
  name: 'prices',
  pages: {
    energyUnitPrice: () => import('./EnergyPricePage'),
    unitPriceEntry: () => import('./UnitPricePage'),
  },
  contract: async () => (await import('../contract')).pricesContract,
}
