import type { AreaClient } from '@/client/area'

/** What is measured of the rolls, as the app shows it. */
export const laboratoryClient: AreaClient = {
  name: 'laboratory',
  pages: { qualityData: () => import('./QualityDataPage') },
  rowCards: [
    {
      name: 'tests',
      kinds: ['jumboRoll', 'slitRoll'],
      order: 30,
      keys: ['qualityDataView', 'qualityReportView'],
      load: () => import('./trace/TestsOfRoll'),
    },
  ],
  // A value that was not taken is settled where its batch is; a result opens its batch.
  rowPlaces: { testResult: { page: 'qualityData', at: { of: 'testResult' } } },
  outboxResources: ['testResult'],
  contract: async () => (await import('../contract')).laboratoryContract,
}
