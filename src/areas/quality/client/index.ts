import type { AreaClient } from '@/client/area'

const INSPECTION_VIEWS = [
  'dailyInspection',
  'postInspection',
  'processInspection1',
  'processInspection2',
  'firstInspection',
  'inspectionTime',
] as const
/** Each record is a view of the quality sheet page. */
const RECORD_VIEWS = ['qualityCheck', 'widthCheck', 'oiling', 'codeWidth', 'productStorage'] as const
const ROLL_KINDS = ['jumboRoll', 'slitRoll'] as const
const newCheckAction = {
  name: 'check',
  labelKey: 'quality:pages.sheet.newCheck',
  permissions: ['qualitySheetAdd'],
  page: 'qualitySheet',
  params: { new: '1' },
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
      resources: ROLL_KINDS,
      order: 10,
      permissions: ['qualityTrackingView'],
      load: () => import('./trace/RollParametersSection'),
    },
    {
      name: 'firstFailed',
      resources: ['workOrder'],
      order: 5,
      permissions: ['productionInspectionView', 'jobHandoverView'],
      load: () => import('./inspection/FirstInspectionFailedNotice'),
    },
    {
      name: 'checks',
      resources: ROLL_KINDS,
      order: 20,
      permissions: ['qualitySheetView'],
      load: () => import('./trace/RollChecksSection'),
    },
  ],
  todayCards: [
    {
      name: 'inspectionsDue',
      order: 25,
      permissions: ['productionInspectionAdd'],
      load: () => import('./today/InspectionsDueCard'),
    },
    {
      name: 'firstFailed',
      order: 23,
      permissions: ['productionInspectionView'],
      load: () => import('./today/FirstInspectionFailedCard'),
    },
    { name: 'checks', order: 24, permissions: ['qualitySheetAdd'], load: () => import('./today/ChecksCard') },
  ],
  // Each resource opens on its own tab of the page; the view has the name of the resource.
  rowPlaces: {
    ...Object.fromEntries(
      INSPECTION_VIEWS.map((view) => [view, { page: 'productionInspection', params: { view } }] as const),
    ),
    ...Object.fromEntries(RECORD_VIEWS.map((view) => [view, { page: 'qualitySheet', params: { view } }] as const)),
    tableTemplate: 'tableTemplate',
  },
  outboxResources: [...INSPECTION_VIEWS, ...RECORD_VIEWS],
  contract: async () => (await import('../contract')).qualityContract,
}
