import type { AreaClient } from '@/client/area'

/** What is measured of the rolls, as the app shows it. */
export const laboratoryClient: AreaClient = {
  name: 'laboratory',
  pages: { qualityData: () => import('./QualityDataPage') },
  contract: async () => (await import('../contract')).laboratoryContract,
}
