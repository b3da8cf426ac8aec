import type { AreaClient } from '@/client/area'

const inspections = [
  'dailyInspection',
  'postInspection',
  'processInspection1',
  'processInspection2',
  'firstInspection',
  'inspectionTime',
] as const

/** Whether what is made is right, as the app shows it. */
export const qualityClient: AreaClient = {
  name: 'quality',
  pages: { productionInspection: () => import('./inspection/ProductionInspectionPage') },
  todayCards: [
    {
      name: 'inspectionsDue',
      order: 25,
      keys: ['productionInspectionAdd'],
      load: () => import('./today/InspectionsDueCard'),
    },
  ],
  // Each on its own tab of the page, which is called as the sheet is.
  opens: Object.fromEntries(inspections.map((view) => [view, { page: 'productionInspection', at: { view } }])),
  operations: inspections,
  contract: async () => (await import('../contract')).qualityContract,
}
