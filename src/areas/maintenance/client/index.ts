import type { AreaClient } from '@/client/area'

/** Rounds, repairs, upkeep, weekly tasks and the store of spare parts, as the app shows them. */
export const maintenanceClient: AreaClient = {
  name: 'maintenance',
  pages: {
    polling: () => import('./polling/PollingPage'),
    repair: () => import('./repair/RepairPage'),
    pollingPlan: () => import('./plan/PollingPlanPage'),
    weeklyWork: () => import('./weekly/WeeklyWorkPage'),
    upkeepPlan: () => import('./upkeep/UpkeepPlanPage'),
    spareManagement: () => import('./spare/SparePartPage'),
    sparePartsWarning: () => import('./spare/StockWarningPage'),
  },
  todayCards: [
    { name: 'myRounds', order: 10, keys: ['pollingWork'], load: () => import('./today/MyRoundsCard') },
    { name: 'myRepairs', order: 20, keys: ['repairView'], load: () => import('./today/MyRepairsCard') },
    { name: 'upkeepDue', order: 50, keys: ['upkeepPlanView'], load: () => import('./today/UpkeepCard') },
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
  opens: {
    pollingRound: 'polling',
    pollingResult: 'polling',
    repair: 'repair',
    pollingPlan: 'pollingPlan',
    weeklyWork: 'weeklyWork',
    upkeepPlan: 'upkeepPlan',
    sparePart: 'spareManagement',
  },
  operations: ['pollingRound', 'pollingResult', 'repair', 'upkeepPlan', 'weeklyWork', 'sparePart', 'stockMovement'],
  contract: async () => (await import('../contract')).maintenanceContract,
  readable: async () => (await import('./readable')).readable,
  units: { sparePart: 'unit', upkeepPlan: 'meterUnit' },
  knowsCode: async (code) => (await import('./walk/find-check-point')).findCheckPoint(code, 'checkPoint'),
  findCode: async (code) => (await import('./walk/find-check-point')).findCheckPoint(code, 'unknown'),
}
