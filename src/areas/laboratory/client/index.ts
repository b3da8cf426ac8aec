import type { AreaClient } from '@/client/area'

/** Client part of the laboratory area. */
export const laboratoryClient: AreaClient = {
  name: 'laboratory',
  pages: { qualityData: () => import('./QualityDataPage') },
  rowCards: [
    {
      name: 'tests',
      resources: ['jumboRoll', 'slitRoll'],
      order: 30,
      permissions: ['qualityDataView', 'qualityReportView'],
      load: () => import('./trace/RollTestsCard'),
    },
  ],
  // A result opens its batch, where refused values are also resolved.
  rowPlaces: { testResult: { page: 'qualityData', params: { of: 'testResult' } } },
  outboxResources: ['testResult'],
  contract: async () => (await import('../contract')).laboratoryContract,
}
