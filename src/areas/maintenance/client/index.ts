import type { AreaClient } from '@/client/area'

/** Rounds, repairs, preventive maintenance, weekly tasks and the store of spare parts, as the app shows them. */
export const maintenanceClient: AreaClient = {
  name: 'maintenance',
  pages: {
    polling: () => import('./rounds/RoundsPage'),
    repair: () => import('./repair/RepairPage'),
    pollingPlan: () => import('./plan/InspectionPlanPage'),
    weeklyWork: () => import('./weekly/WeeklyWorkPage'),
    upkeepPlan: () => import('./pm/PmPlanPage'),
    spareManagement: () => import('./spare/SparePartPage'),
    sparePartsWarning: () => import('./spare/StockWarningPage'),
  },
  todayCards: [
    { name: 'myRounds', order: 10, keys: ['pollingWork'], load: () => import('./today/MyRoundsCard') },
    { name: 'myRepairs', order: 20, keys: ['repairView'], load: () => import('./today/MyRepairsCard') },
    { name: 'pmDue', order: 50, keys: ['upkeepPlanView'], load: () => import('./today/PmCard') },
    { name: 'weeklyTasks', order: 60, keys: ['weeklyWorkView'], load: () => import('./today/WeeklyCard') },
    { name: 'stockWarnings', order: 70, keys: ['sparePartsWarningView'], load: () => import('./today/StockCard') },
  ],
  machineCards: [
    { name: 'openRound', part: 'top', order: 10, keys: ['pollingView'], load: () => import('./walk/MachineRoundCard') },
    {
      name: 'openRepairs',
      part: 'top',
      order: 20,
      keys: ['repairView'],
      load: () => import('./repair/MachineRepairsCard'),
    },
    { name: 'openWork', part: 'top', order: 30, load: () => import('./machine/OpenWork') },
    { name: 'figures', part: 'figures', order: 10, load: () => import('./machine/Figures') },
    { name: 'failures', part: 'figures', order: 20, load: () => import('./machine/FailureChart') },
    { name: 'history', part: 'history', order: 10, load: () => import('./machine/History') },
    { name: 'recordCounts', part: 'records', order: 10, load: () => import('./machine/RecordCounts') },
  ],
  finds: ['repair', 'sparePart'],
  opens: {
    inspectionRound: 'polling',
    inspectionResult: 'polling',
    repair: 'repair',
    inspectionPlan: 'pollingPlan',
    weeklyWork: 'weeklyWork',
    pmPlan: 'upkeepPlan',
    sparePart: 'spareManagement',
  },
  operations: ['inspectionRound', 'inspectionResult', 'repair', 'pmPlan', 'weeklyWork', 'sparePart', 'stockMovement'],
  adds: { sparePart: { page: 'spareManagement', keys: ['spareManagementAdd'] } },
  contract: async () => (await import('../contract')).maintenanceContract,
  readable: async () => (await import('./readable')).readable,
  units: { sparePart: 'unit', pmPlan: 'meterUnit' },
  knowsCode: async (code) => (await import('./walk/find-check-point')).findCheckPoint(code, 'checkPoint'),
  findCode: async (code) => (await import('./walk/find-check-point')).findCheckPoint(code, 'unknown'),
}
