/**
 * A page of the product and its permissions. A permission is the page name plus a suffix (`repair` + `View` =
 * `repairView`). The seeded menu shows the pages that an area implements.
 */
interface PageSpec {
  name: string
  group: string
  /** Path inside the app. */
  url: string
  /** Suffixes of the permissions; `View` always exists. */
  keys: readonly string[]
}
const page = <const N extends string, const K extends readonly string[]>(
  name: N,
  group: string,
  url: string,
  keys: K,
) => ({ name, group, url, keys: ['View', ...keys] as const }) satisfies PageSpec
const edits = ['Add', 'Edit', 'Delete'] as const
const sheet = ['Add', 'Edit', 'Delete', 'Export', 'Upload'] as const

/** Top-level groups in menu order. The children of a type 1 group are moved to the top level. */
export const groups = [
  { name: 'overview', type: 2 },
  { name: 'interactive', type: 2 },
  { name: 'orders', type: 2 },
  { name: 'materials', type: 2 },
  { name: 'production', type: 2 },
  { name: 'process', type: 2 },
  { name: 'quality', type: 2 },
  { name: 'activities', type: 2 },
  { name: 'ledger', type: 2 },
  { name: 'standing', type: 1 },
  { name: 'energy', type: 2 },
  { name: 'cost', type: 2 },
  { name: 'reports', type: 2 },
  { name: 'access', type: 2 },
] as const

/** Every page of the product in menu order. */
export const pages = [
  page('dashboard', 'overview', '/overview/dashboard', ['Edit', 'SetTime']),
  page('statistics', 'overview', '/overview/statistics', ['Export']),
  page('processParameters', 'overview', '/overview/process-parameters', []),
  page('performance', 'overview', '/overview/performance', ['Edit']),
  page('dataDemonstration', 'overview', '/overview/data-demonstration', ['Edit']),
  page('deviceSituation', 'overview', '/overview/device-situation', []),
  page('dataCenter', 'overview', '/overview/data-center', ['SetTime', 'Screen']),
  page('trendForecast', 'overview', '/overview/trend-forecast', []),
  page('lineStatus', 'overview', '/overview/status', ['Edit']),
  page('stockStatistics', 'overview', '/overview/stock', ['Export']),
  page('notices', 'overview', '/overview/notices', [...edits, 'Work']),
  page('rollInteractive', 'interactive', '/interactive/roll', [...edits, 'Download']),
  page('divideInteractive', 'interactive', '/interactive/divide', [...edits, 'Download']),
  page('progressMonitoring', 'orders', '/orders/progress', ['Export']),
  page('orderSync', 'orders', '/orders/sync', [...sheet]),
  page('materialWorkOrder', 'materials', '/materials/work-orders', [...edits, 'Export']),
  page('materialTeam', 'materials', '/materials/team', ['Export']),
  page('materialTime', 'materials', '/materials/time', [...edits]),
  page('productionSheet', 'production', '/production/sheet', [...edits, 'Download']),
  page('rawMaterial', 'production', '/production/raw-material', [...edits, 'Download']),
  page('jobHandover', 'production', '/production/handover', [...edits, 'Download']),
  page('productionInspection', 'production', '/production/inspection', [
    ...edits,
    'Download',
    'EquipmentInspection',
    'ProductInspection',
  ]),
  page('informationTransfer', 'production', '/production/information', [...edits]),
  page('productionSchedule', 'production', '/production/schedule', [...edits, 'Download']),
  page('shutdownAnalysis', 'production', '/production/shutdown', ['Edit', 'Export', 'Telemetry']),
  page('inputOutputSheet', 'production', '/production/input-output', [
    ...edits,
    'Export',
    'StatisticalApprove',
    'FinancialApprove',
  ]),
  page('productRepair', 'production', '/production/product-repair', [...edits]),
  page('processData', 'process', '/process/data', [...edits, 'Download', 'Approve', 'SetApprover']),
  page('processHistory', 'process', '/process/history', []),
  page('slittingProcess', 'process', '/process/slitting', [...edits, 'Download', 'Approve', 'SetApprover']),
  page('productStandards', 'process', '/process/product-standards', [
    ...edits,
    'Download',
    'Approve',
    'SetApprover',
    'SetSeason',
  ]),
  page('materialStandards', 'process', '/process/material-standards', [
    ...edits,
    'Download',
    'Approve',
    'SetApprover',
    'SetSeason',
  ]),
  page('masterbatchCalibration', 'process', '/process/masterbatch', [...edits, 'Download', 'Approve', 'SetApprover']),
  page('qualityData', 'quality', '/quality/data', [...edits, 'Download', 'Upload', 'Export']),
  page('qualityReport', 'quality', '/quality/report', [...edits, 'Download', 'Approve']),
  page('qualityTracking', 'quality', '/quality/tracking', [
    ...edits,
    'Download',
    'DefectConfirm',
    'Approve',
    'SetApprover',
  ]),
  page('rawMaterialInspection', 'quality', '/quality/raw-material', [
    ...edits,
    'Download',
    'Upload',
    'Export',
    'Approve',
  ]),
  page('qualitySheet', 'quality', '/quality/sheet', [...edits, 'Export']),
  page('tableTemplate', 'quality', '/quality/templates', [...edits]),
  page('sparePartsWarning', 'activities', '/activities/parts-warning', ['Export']),
  page('polling', 'activities', '/activities/rounds', ['Add', 'Work', 'Export']),
  page('repair', 'activities', '/activities/repairs', [
    ...edits,
    'Export',
    'Accept',
    'Work',
    'ProductionConfirm',
    'FinalConfirm',
  ]),
  page('pollingPlan', 'activities', '/activities/plans', [...edits, 'Export']),
  page('weeklyWork', 'activities', '/activities/weekly', [...sheet]),
  page('upkeepPlan', 'activities', '/activities/upkeep', [...edits, 'Export']),
  page('equipmentLedger', 'ledger', '/ledger/equipment', [...sheet, 'SetField', 'Discard', 'Restore']),
  page('equipmentUse', 'ledger', '/ledger/use', [...edits, 'Export']),
  page('equipmentRecord', 'ledger', '/ledger/records', [...edits, 'Export']),
  page('partsRecord', 'ledger', '/ledger/parts', [...edits, 'Export']),
  page('lubricationRecord', 'ledger', '/ledger/lubrication', [...edits, 'Export']),
  page('teamCheck', 'ledger', '/ledger/team-checks', [...edits, 'Export']),
  page('spareManagement', 'standing', '/spare-parts', [...sheet, 'Move']),
  page('toolManagement', 'standing', '/tools', [...sheet, 'Work']),
  page('meterInquiry', 'standing', '/meters', [...sheet]),
  page('energyAnalysis', 'energy', '/energy/analysis', ['Edit', 'Export']),
  page('energyStatistics', 'energy', '/energy/statistics', ['Export']),
  page('energyUnitPrice', 'energy', '/energy/prices', [...edits]),
  page('electricityAnalysis', 'energy', '/energy/electricity', ['Export']),
  page('costComparison', 'cost', '/cost/comparison', ['Export', 'FinancialApprove']),
  page('standardCost', 'cost', '/cost/standard', [...edits]),
  page('unitPriceEntry', 'cost', '/cost/prices', [...edits]),
  page('processOptimisation', 'cost', '/cost/optimisation', []),
  page('workHours', 'reports', '/reports/work-hours', [...edits, 'Export']),
  page('materialReport', 'reports', '/reports/material', ['Edit', 'Export']),
  page('finishedProducts', 'reports', '/reports/finished', ['Edit', 'Export']),
  page('energyReport', 'reports', '/reports/energy', ['Edit', 'Export']),
  page('teamAssessment', 'reports', '/reports/team', ['Edit', 'Export']),
  page('monthClosing', 'reports', '/reports/month', ['Edit', 'Close', 'Reopen']),
  page('anyDateSheet', 'reports', '/reports/any-date', ['Export']),
  page('users', 'access', '/access/users', [...edits, 'Export']),
  page('roles', 'access', '/access/roles', [...edits]),
  page('departments', 'access', '/access/departments', [...edits]),
  page('operationLog', 'access', '/access/operation-log', ['Export']),
  page('loginLog', 'access', '/access/login-log', ['Export']),
  page('files', 'access', '/access/files', []),
] as const

type KeysOf<P> = P extends { name: infer N extends string; keys: readonly (infer S extends string)[] }
  ? `${N}${S}`
  : never
/** Every permission of the product. */
export type PermissionKey = KeysOf<(typeof pages)[number]>
export type PageName = (typeof pages)[number]['name']
export const permissionKeys: readonly PermissionKey[] = pages.flatMap((p) =>
  p.keys.map((k) => `${p.name}${k}` as PermissionKey),
)

/**
 * A node of the menu tree as sent by the server. Type 1: group whose children are moved to the top level, 2: group, 3:
 * page, 4: button.
 */
export interface MenuNode {
  id: string
  name: string
  menu_name: string
  url: string
  menu_type: 1 | 2 | 3 | 4
  icon: string | null
  children: MenuNode[]
}
