import type { AreaClient } from '@/client/area'

/** Pages of the incoming area. */
export const incomingClient: AreaClient = {
  name: 'incoming',
  pages: { rawMaterialInspection: () => import('./IncomingPage') },
  searchableResources: ['materialInspection'],
  rowPlaces: {
    materialInspection: 'rawMaterialInspection',
    incomingField: { page: 'rawMaterialInspection', params: { view: 'fields' } },
  },
  outboxResources: ['materialInspection'],
  contract: async () => (await import('../contract')).incomingContract,
}
