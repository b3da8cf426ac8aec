import type { AreaClient } from '@/client/area'

/** Reports of shifts, days and months. */
export const sheetsClient: AreaClient = {
  name: 'sheets',
  pages: {
    inputOutputSheet: () => import('./InputOutputPage'),
    workHours: () => import('./WorkHoursPage'),
    materialReport: () => import('./MaterialPage'),
    finishedProducts: () => import('./FinishedPage'),
    energyReport: () => import('./EnergyReportPage'),
    teamAssessment: () => import('./TeamAssessmentPage'),
    anyDateSheet: () => import('./AnyDatePage'),
  },
  // The quality department may have no access to finished products, so it sees the monthly report next to its checks.
  pageViews: [
    {
      page: 'qualitySheet',
      name: 'monthly',
      labelKey: 'sheets:names.quality',
      load: () => import('./QualityMonthView'),
    },
  ],
  contract: async () => (await import('../contract')).sheetsContract,
}
