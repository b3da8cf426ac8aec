import type { AreaClient } from '@/client/area'

const inspections = [
  'dailyInspection',
  'postInspection',
  'processInspection1',
  'processInspection2',
  'firstInspection',
  'inspectionTime',
] as const
/** Each record is a view of the quality sheet page. */
const records = ['qualityCheck', 'widthCheck', 'oiling', 'codeWidth', 'productStorage'] as const
const rolls = ['jumboRoll', 'slitRoll'] as const
const newCheckAction = {
  name: 'check',
  word: 'quality:pages.sheet.newCheck',
  keys: ['qualitySheetAdd'],
  page: 'qualitySheet',
  at: { new: '1' },
} as const

/** Client of the quality area: inspections, roll checks and their today cards. */
export const qualityClient: AreaClient = {
  name: 'quality',
  pages: {
    productionInspection: () => import('./inspection/ProductionInspectionPage'),
    qualitySheet: () => import('./sheet/QualitySheetPage'),
    tableTemplate: () => import('./template/TableTemplatePage'),
  },
  rowActions: [
    { ...newCheckAction, resource: 'jumboRoll' },
    { ...newCheckAction, resource: 'slitRoll' },
  ],
  rowCards: [
    {
      name: 'parameters',
      kinds: rolls,
      order: 10,
      keys: ['qualityTrackingView'],
      load: () => import('./trace/RollParametersSection'),
    },
    {
      name: 'firstFailed',
      kinds: ['workOrder'],
      order: 5,
      keys: ['productionInspectionView', 'jobHandoverView'],
      load: () => import('./inspection/FirstInspectionFailedNotice'),
    },
    {
      name: 'checks',
      kinds: rolls,
      order: 20,
      keys: ['qualitySheetView'],
      load: () => import('./trace/RollChecksSection'),
    },
  ],
  todayCards: [
    {
      name: 'inspectionsDue',
      order: 25,
      keys: ['productionInspectionAdd'],
      load: () => import('./today/InspectionsDueCard'),
    },
    {
      name: 'firstFailed',
      order: 23,
      keys: ['productionInspectionView'],
      load: () => import('./today/FirstInspectionFailedCard'),
    },
    { name: 'checks', order: 24, keys: ['qualitySheetAdd'], load: () => import('./today/ChecksCard') },
  ],
  // Each resource opens on its own tab of the page; the view has the name of the resource.
  rowPlaces: {
    ...Object.fromEntries(inspections.map((view) => [view, { page: 'productionInspection', at: { view } }] as const)),
    ...Object.fromEntries(records.map((view) => [view, { page: 'qualitySheet', at: { view } }] as const)),
    tableTemplate: 'tableTemplate',
  },
  outboxResources: [...inspections, ...records],
  contract: async () => (await import('../contract')).qualityContract,
}
