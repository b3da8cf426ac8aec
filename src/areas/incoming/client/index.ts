import type { AreaClient } from '@/client/area'

/** What arrives, as the app shows it. */
export const incomingClient: AreaClient = {
  name: 'incoming',
  pages: { rawMaterialInspection: () => import('./IncomingPage') },
  finds: ['materialInspection'],
  opens: {
    materialInspection: 'rawMaterialInspection',
    incomingField: { page: 'rawMaterialInspection', at: { view: 'fields' } },
  },
  operations: ['materialInspection'],
  contract: async () => (await import('../contract')).incomingContract,
}
