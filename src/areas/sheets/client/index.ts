import type { AreaClient } from '@/client/area'

/** Sheets and reports of shifts, days and months, and the closing of a month. */
export const sheetsClient: AreaClient = {
  name: 'sheets',
  pages: {
    inputOutputSheet: () => import('./InputOutputPage'),
    workHours: () => import('./WorkHoursPage'),
    materialReport: () => import('./MaterialPage'),
    finishedProducts: () => import('./FinishedPage'),
    energyReport: () => import('./EnergyReportPage'),
    teamAssessment: () => import('./TeamAssessmentPage'),
    monthClosing: () => import('./ClosingPage'),
    anyDateSheet: () => import('./AnyDatePage'),
  },
  // Quality reads its month beside its checks: finished goods are no page of theirs.
  pageViews: [
    {
      page: 'qualitySheet',
      name: 'monthly',
      labelKey: 'sheets:names.quality',
      load: () => import('./QualityMonthView'),
    },
  ],
  todayCards: [
    {
      name: 'books',
      order: 28,
      keys: ['monthClosingClose', 'monthClosingReopen'],
      load: () => import('./today/BooksCard'),
    },
  ],
  contract: async () => (await import('../contract')).sheetsContract,
}
