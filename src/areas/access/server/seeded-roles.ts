import type { PageName, PermissionKey } from '@/contract/menu'

type Suffixes = '*' | readonly string[]
export interface RoleSpec {
  code: string
  name: string
  nameEn: string
  /** What the role holds of each page: all buttons, or the named ones. Pages not named are not seen. */
  pages: Partial<Record<PageName, Suffixes>> | '*' | 'view'
}
const see = ['View'] as const
const write = ['View', 'Add', 'Edit'] as const
const out = ['View', 'Export'] as const
/** Who writes standards does not approve them. */
const writesStandards = ['View', 'Add', 'Edit', 'Delete', 'Download', 'SetApprover'] as const
const approvesStandards = ['View', 'Download', 'Approve'] as const
const ledger = {
  equipmentLedger: see,
  equipmentUse: see,
  equipmentRecord: see,
  partsRecord: see,
  lubricationRecord: see,
  teamCheck: see,
  spareManagement: see,
  meterInquiry: see,
} as const
const floor = {
  dashboard: see,
  deviceSituation: see,
  repair: ['View', 'Add', 'Edit', 'ProductionConfirm'],
  polling: ['View', 'Add', 'Work'],
  weeklyWork: see,
} as const
const maintenance = {
  dashboard: see,
  deviceSituation: see,
  equipmentLedger: see,
  equipmentUse: write,
  equipmentRecord: write,
  partsRecord: write,
  lubricationRecord: write,
  teamCheck: write,
  spareManagement: see,
  meterInquiry: write,
  sparePartsWarning: see,
  polling: ['View', 'Add', 'Work'],
  pollingPlan: see,
  repair: ['View', 'Add', 'Edit', 'Accept', 'Work'],
  upkeepPlan: see,
  weeklyWork: write,
  toolManagement: ['View', 'Work'],
} as const

/** The roles a plant starts with. A plant changes them as it likes: they are only ever given keys of pages that are new. */
export const seededRoles: readonly RoleSpec[] = [
  { code: 'ADMIN', name: '系统管理员', nameEn: 'Administrator', pages: '*' },
  { code: 'MANAGER', name: '厂长', nameEn: 'Plant manager', pages: 'view' },
  {
    code: 'PROD-LEAD',
    name: '生产主管',
    nameEn: 'Production lead',
    pages: {
      ...ledger,
      ...floor,
      rollInteractive: '*',
      divideInteractive: '*',
      progressMonitoring: '*',
      orderSync: '*',
      materialWorkOrder: '*',
      materialTeam: '*',
      materialTime: '*',
      productionSheet: '*',
      rawMaterial: '*',
      jobHandover: '*',
      productionInspection: '*',
      informationTransfer: '*',
      productionSchedule: '*',
      // Speeds come from the machines' own account.
      shutdownAnalysis: ['View', 'Edit', 'Export'],
      // Finance closes the books, not those whose work is in them.
      inputOutputSheet: ['View', 'Add', 'Edit', 'Delete', 'Export', 'StatisticalApprove'],
      productRepair: '*',
      qualityTracking: see,
      statistics: out,
      processData: writesStandards,
      slittingProcess: writesStandards,
      processHistory: see,
      // Quality writes these.
      productStandards: approvesStandards,
      materialStandards: see,
      masterbatchCalibration: approvesStandards,
    },
  },
  {
    code: 'OPERATOR-LINE',
    name: '主机操作工',
    nameEn: 'Operator (line)',
    pages: {
      ...floor,
      teamCheck: write,
      equipmentLedger: see,
      rollInteractive: write,
      materialWorkOrder: write,
      materialTime: write,
      productionSheet: write,
      rawMaterial: write,
      jobHandover: write,
      productionInspection: write,
      shutdownAnalysis: ['View', 'Edit'],
      qualityTracking: see,
      processData: see,
    },
  },
  {
    code: 'OPERATOR-SLIT',
    name: '分切操作工',
    nameEn: 'Operator (slitter)',
    pages: {
      ...floor,
      teamCheck: write,
      equipmentLedger: see,
      divideInteractive: write,
      jobHandover: write,
      productionInspection: write,
      qualityTracking: see,
      slittingProcess: see,
    },
  },
  { code: 'MAINT', name: '维修工', nameEn: 'Maintenance worker', pages: maintenance },
  {
    code: 'MAINT-LEAD',
    name: '维修主管',
    nameEn: 'Maintenance lead',
    pages: {
      ...maintenance,
      equipmentLedger: '*',
      equipmentUse: '*',
      equipmentRecord: '*',
      partsRecord: '*',
      lubricationRecord: '*',
      teamCheck: '*',
      spareManagement: '*',
      meterInquiry: '*',
      sparePartsWarning: '*',
      polling: '*',
      pollingPlan: '*',
      repair: ['View', 'Add', 'Edit', 'Delete', 'Export', 'Accept', 'Work', 'FinalConfirm'],
      upkeepPlan: '*',
      weeklyWork: '*',
      toolManagement: '*',
    },
  },
  {
    code: 'QUALITY',
    name: '质检员',
    nameEn: 'Quality inspector',
    pages: {
      dashboard: see,
      repair: ['View', 'Add'],
      equipmentLedger: see,
      qualityData: write,
      // Drafts certificates; another issues them.
      qualityReport: ['View', 'Add', 'Edit', 'Download'],
      qualityTracking: write,
      rawMaterialInspection: write,
      qualitySheet: write,
      tableTemplate: see,
      processData: see,
      slittingProcess: see,
      processHistory: see,
      productStandards: see,
      materialStandards: see,
      masterbatchCalibration: see,
    },
  },
  {
    code: 'QUALITY-LEAD',
    name: '质量主管',
    nameEn: 'Quality lead',
    pages: {
      dashboard: see,
      repair: ['View', 'Add'],
      equipmentLedger: see,
      qualityData: '*',
      qualityReport: '*',
      qualityTracking: '*',
      rawMaterialInspection: '*',
      qualitySheet: '*',
      tableTemplate: '*',
      productStandards: '*',
      materialStandards: '*',
      masterbatchCalibration: '*',
      processData: approvesStandards,
      slittingProcess: approvesStandards,
      processHistory: see,
    },
  },
  {
    code: 'ACCOUNTANT',
    name: '能源成本会计',
    nameEn: 'Energy and cost accountant',
    pages: {
      dashboard: see,
      meterInquiry: out,
      sparePartsWarning: see,
      spareManagement: out,
      energyAnalysis: '*',
      energyStatistics: '*',
      energyUnitPrice: '*',
      electricityAnalysis: '*',
      costComparison: '*',
      standardCost: '*',
      unitPriceEntry: '*',
      processOptimisation: '*',
      inputOutputSheet: ['View', 'Export', 'FinancialApprove'],
      workHours: out,
      materialReport: out,
      finishedProducts: out,
      energyReport: out,
    },
  },
  // Machines that send figures: of a service account, which nobody signs in with.
  { code: 'GATEWAY', name: '数采网关', nameEn: 'Data gateway', pages: { shutdownAnalysis: ['Telemetry'] } },
  {
    code: 'VIEWER',
    name: '访客',
    nameEn: 'Viewer',
    pages: { dashboard: see, deviceSituation: see, equipmentLedger: see, polling: see, repair: see, meterInquiry: see },
  },
]

const administration: readonly string[] = ['users', 'roles', 'departments', 'operationLog', 'loginLog', 'files']
const approvedByManager: readonly string[] = [
  'processData',
  'slittingProcess',
  'productStandards',
  'materialStandards',
  'masterbatchCalibration',
  'qualityReport',
]
/** Whether a role starts with the button `suffix` of `page`. A manager sees and exports everything but the administration's logs of others' work, and approves standards and certificates. */
export function startsWith(role: RoleSpec, page: PageName, suffix: string): boolean {
  if (role.pages === '*') return true
  if (role.pages === 'view')
    return administration.includes(page)
      ? suffix === 'View' && page === 'operationLog'
      : ['View', 'Export', 'Download'].includes(suffix) || (suffix === 'Approve' && approvedByManager.includes(page))
  const held = role.pages[page]
  return held === '*' || Boolean(held?.includes(suffix))
}
export const keyOf = (page: PageName, suffix: string): PermissionKey => `${page}${suffix}` as PermissionKey
