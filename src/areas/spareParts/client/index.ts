import type { AreaClient } from '@/client/area'

/** Client of the area: the store of spare parts. */
export const sparePartsClient: AreaClient = {
  name: 'spareParts',
  pages: {
    spareManagement: () => import('./SparePartPage'),
    sparePartsWarning: () => import('./StockWarningPage'),
  },
  todayCards: [
    {
      name: 'stockWarnings',
      order: 70,
      permissions: ['sparePartsWarningView'],
      load: () => import('./today/StockWarningsCard'),
    },
  ],
  searchableResources: ['sparePart'],
  scannableResources: ['sparePart'],
  rowPlaces: { sparePart: 'spareManagement' },
  outboxResources: ['sparePart', 'stockMovement'],
  commandsWithoutForm: ['stockMovement.move'],
  creationPlaces: { sparePart: { page: 'spareManagement', permissions: ['spareManagementAdd'] } },
  contract: async () => (await import('../contract')).sparePartsContract,
  unitFields: { sparePart: 'unit' },
}
