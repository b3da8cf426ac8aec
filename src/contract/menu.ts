/**
 * A page of the product and its permissions. A permission is the page name plus a suffix (`repair` + `View` =
 * `repairView`). The seeded menu shows the pages that an area implements.
 */
interface MenuPage {
  name: string
  group: string
  /** Path inside the app. */
  url: string
  /** Suffixes of the permissions; `View` always exists. */
  suffixes: readonly string[]
}
const definePage = <const N extends string, const K extends readonly string[]>(
  name: N,
  group: string,
  url: string,
  suffixes: K,
) => ({ name, group, url, suffixes: ['View', ...suffixes] as const }) satisfies MenuPage
const EDIT_SUFFIXES = ['Add', 'Edit', 'Delete'] as const
const TABLE_SUFFIXES = ['Add', 'Edit', 'Delete', 'Export', 'Upload'] as const

/** Top-level groups in menu order. The children of a type 1 group are moved to the top level. */
export const menuGroups = [
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
export const menuPages = [
  definePage('dashboard', 'overview', '/overview/dashboard', ['Edit', 'SetTime']),
  definePage('statistics', 'overview', '/overview/statistics', ['Export']),
  definePage('processParameters', 'overview', '/overview/process-parameters', []),
  definePage('performance', 'overview', '/overview/performance', ['Edit']),
  definePage('dataDemonstration', 'overview', '/overview/data-demonstration', ['Edit']),
  definePage('deviceSituation', 'overview', '/overview/device-situation', []),
  definePage('dataCenter', 'overview', '/overview/data-center', ['SetTime', 'Screen']),
  definePage('trendForecast', 'overview', '/overview/trend-forecast', []),
  definePage('lineStatus', 'overview', '/overview/status', ['Edit']),
  definePage('stockStatistics', 'overview', '/overview/stock', ['Export']),
  definePage('notices', 'overview', '/overview/notices', [...EDIT_SUFFIXES, 'Work']),
  definePage('rollInteractive', 'interactive', '/interactive/roll', [...EDIT_SUFFIXES, 'Download']),
  definePage('divideInteractive', 'interactive', '/interactive/divide', [...EDIT_SUFFIXES, 'Download']),
  definePage('progressMonitoring', 'orders', '/orders/progress', ['Export']),
  definePage('orderSync', 'orders', '/orders/sync', [...TABLE_SUFFIXES]),
  definePage('materialWorkOrder', 'materials', '/materials/work-orders', [...EDIT_SUFFIXES, 'Export']),
  definePage('materialTeam', 'materials', '/materials/team', ['Export']),
  definePage('materialTime', 'materials', '/materials/time', [...EDIT_SUFFIXES]),
  definePage('productionSheet', 'production', '/production/sheet', [...EDIT_SUFFIXES, 'Download']),
  definePage('rawMaterial', 'production', '/production/raw-material', [...EDIT_SUFFIXES, 'Download']),
  definePage('jobHandover', 'production', '/production/handover', [...EDIT_SUFFIXES, 'Download']),
  definePage('productionInspection', 'production', '/production/inspection', [
    ...EDIT_SUFFIXES,
    'Download',
    'EquipmentInspection',
    'ProductInspection',
  ]),
  definePage('informationTransfer', 'production', '/production/information', [...EDIT_SUFFIXES]),
  definePage('productionSchedule', 'production', '/production/schedule', [...EDIT_SUFFIXES, 'Download']),
  definePage('shutdownAnalysis', 'production', '/production/shutdown', ['Edit', 'Export', 'Telemetry']),
  definePage('inputOutputSheet', 'production', '/production/input-output', [
    ...EDIT_SUFFIXES,
    'Export',
    'StatisticalApprove',
    'FinancialApprove',
  ]),
  definePage('productRepair', 'production', '/production/product-repair', [...EDIT_SUFFIXES]),
  definePage('processData', 'process', '/process/data', [...EDIT_SUFFIXES, 'Download', 'Approve', 'SetApprover']),
  definePage('processHistory', 'process', '/process/history', []),
  definePage('slittingProcess', 'process', '/process/slitting', [
    ...EDIT_SUFFIXES,
    'Download',
    'Approve',
    'SetApprover',
  ]),
  definePage('productStandards', 'process', '/process/product-standards', [
    ...EDIT_SUFFIXES,
    'Download',
    'Approve',
    'SetApprover',
    'SetSeason',
  ]),
  definePage('materialStandards', 'process', '/process/material-standards', [
    ...EDIT_SUFFIXES,
    'Download',
    'Approve',
    'SetApprover',
    'SetSeason',
  ]),
  definePage('masterbatchCalibration', 'process', '/process/masterbatch', [
    ...EDIT_SUFFIXES,
    'Download',
    'Approve',
    'SetApprover',
  ]),
  definePage('qualityData', 'quality', '/quality/data', [...EDIT_SUFFIXES, 'Download', 'Upload', 'Export']),
  definePage('qualityReport', 'quality', '/quality/report', [...EDIT_SUFFIXES, 'Download', 'Approve']),
  definePage('qualityTracking', 'quality', '/quality/tracking', [
    ...EDIT_SUFFIXES,
    'Download',
    'DefectConfirm',
    'Approve',
    'SetApprover',
  ]),
  definePage('rawMaterialInspection', 'quality', '/quality/raw-material', [
    ...EDIT_SUFFIXES,
    'Download',
    'Upload',
    'Export',
    'Approve',
  ]),
  definePage('qualitySheet', 'quality', '/quality/sheet', [...EDIT_SUFFIXES, 'Export']),
  definePage('tableTemplate', 'quality', '/quality/templates', [...EDIT_SUFFIXES]),
  definePage('sparePartsWarning', 'activities', '/activities/parts-warning', ['Export']),
  definePage('polling', 'activities', '/activities/rounds', ['Add', 'Work', 'Export']),
  definePage('repair', 'activities', '/activities/repairs', [
    ...EDIT_SUFFIXES,
    'Export',
    'Accept',
    'Work',
    'ProductionConfirm',
    'FinalConfirm',
  ]),
  definePage('pollingPlan', 'activities', '/activities/plans', [...EDIT_SUFFIXES, 'Export']),
  definePage('weeklyWork', 'activities', '/activities/weekly', [...TABLE_SUFFIXES]),
  definePage('upkeepPlan', 'activities', '/activities/upkeep', [...EDIT_SUFFIXES, 'Export']),
  definePage('equipmentLedger', 'ledger', '/ledger/equipment', [...TABLE_SUFFIXES, 'SetField', 'Discard', 'Restore']),
  definePage('equipmentUse', 'ledger', '/ledger/use', [...EDIT_SUFFIXES, 'Export']),
  definePage('equipmentRecord', 'ledger', '/ledger/records', [...EDIT_SUFFIXES, 'Export']),
  definePage('partsRecord', 'ledger', '/ledger/parts', [...EDIT_SUFFIXES, 'Export']),
  definePage('lubricationRecord', 'ledger', '/ledger/lubrication', [...EDIT_SUFFIXES, 'Export']),
  definePage('teamCheck', 'ledger', '/ledger/team-checks', [...EDIT_SUFFIXES, 'Export']),
  definePage('spareManagement', 'standing', '/spare-parts', [...TABLE_SUFFIXES, 'Move']),
  definePage('toolManagement', 'standing', '/tools', [...TABLE_SUFFIXES, 'Work']),
  definePage('meterInquiry', 'standing', '/meters', [...TABLE_SUFFIXES]),
  definePage('energyAnalysis', 'energy', '/energy/analysis', ['Edit', 'Export']),
  definePage('energyStatistics', 'energy', '/energy/statistics', ['Export']),
  definePage('energyUnitPrice', 'energy', '/energy/prices', [...EDIT_SUFFIXES]),
  definePage('electricityAnalysis', 'energy', '/energy/electricity', ['Export']),
  definePage('costComparison', 'cost', '/cost/comparison', ['Export', 'FinancialApprove']),
  definePage('standardCost', 'cost', '/cost/standard', [...EDIT_SUFFIXES]),
  definePage('unitPriceEntry', 'cost', '/cost/prices', [...EDIT_SUFFIXES]),
  definePage('processOptimisation', 'cost', '/cost/optimisation', []),
  definePage('workHours', 'reports', '/reports/work-hours', [...EDIT_SUFFIXES, 'Export']),
  definePage('materialReport', 'reports', '/reports/material', ['Edit', 'Export']),
  definePage('finishedProducts', 'reports', '/reports/finished', ['Edit', 'Export']),
  definePage('energyReport', 'reports', '/reports/energy', ['Edit', 'Export']),
  definePage('teamAssessment', 'reports', '/reports/team', ['Edit', 'Export']),
  definePage('monthClosing', 'reports', '/reports/month', ['Edit', 'Close', 'Reopen']),
  definePage('anyDateSheet', 'reports', '/reports/any-date', ['Export']),
  definePage('users', 'access', '/access/users', [...EDIT_SUFFIXES, 'Export']),
  definePage('roles', 'access', '/access/roles', [...EDIT_SUFFIXES]),
  definePage('departments', 'access', '/access/departments', [...EDIT_SUFFIXES]),
  definePage('operationLog', 'access', '/access/operation-log', ['Export']),
  definePage('loginLog', 'access', '/access/login-log', ['Export']),
  definePage('files', 'access', '/access/files', []),
  definePage('backups', 'access', '/access/backups', ['Add']),
] as const

type PagePermissionKey<P> = P extends { name: infer N extends string; suffixes: readonly (infer S extends string)[] }
  ? `${N}${S}`
  : never
/** Every permission of the product. */
export type PermissionKey = PagePermissionKey<(typeof menuPages)[number]>
export type PageName = (typeof menuPages)[number]['name']
export const permissionKeys: readonly PermissionKey[] = menuPages.flatMap(({ name, suffixes }) =>
  suffixes.map((suffix) => `${name}${suffix}` as PermissionKey),
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

/**
 * Returns the key of a menu node's title in the texts of `contract`. Group nodes carry the prefix `group.`, as a page
 * may have the same name.
 */
export const getMenuTextKey = (name: string): string => `menu.${name.replace(/^group\./, '')}`
