import type { AreaClient } from '@/client/area'

/** Client of the maintenance area: repairs, preventive maintenance, weekly tasks and the machine pages. */
export const maintenanceClient: AreaClient = {
  name: 'maintenance',
  pages: {
    repair: () => import('./repair/RepairPage'),
    weeklyWork: () => import('./weekly/WeeklyWorkPage'),
    upkeepPlan: () => import('./pm/PmPlanPage'),
  },
  todayCards: [
    { name: 'myRepairs', order: 20, permissions: ['repairView'], load: () => import('./today/MyRepairsCard') },
    { name: 'pmDue', order: 50, permissions: ['upkeepPlanView'], load: () => import('./today/PmCard') },
    { name: 'weeklyTasks', order: 60, permissions: ['weeklyWorkView'], load: () => import('./today/WeeklyTasksCard') },
  ],
  machineCards: [
    {
      name: 'openRepairs',
      part: 'top',
      order: 20,
      permissions: ['repairView'],
      load: () => import('./repair/MachineRepairsCard'),
    },
    { name: 'openWork', part: 'top', order: 30, load: () => import('./machine/OpenWorkCard') },
    { name: 'figures', part: 'figures', order: 10, load: () => import('./machine/MachineMetricsPanel') },
    { name: 'failures', part: 'figures', order: 20, load: () => import('./machine/FailureChart') },
    { name: 'history', part: 'history', order: 10, load: () => import('./machine/MachineHistoryPanel') },
    { name: 'recordCounts', part: 'records', order: 10, load: () => import('./machine/RecordCountList') },
  ],
  searchableResources: ['repair'],
  rowPlaces: { repair: 'repair', weeklyWork: 'weeklyWork', pmPlan: 'upkeepPlan' },
  outboxResources: ['repair', 'pmPlan', 'weeklyWork'],
  commandsWithoutForm: ['repair.accept', 'repair.goOn', 'repair.confirmFinal'],
  faultReportForm: async () => ({ default: (await import('./repair/RepairReportForm')).RepairReportForm }),
  contract: async () => (await import('../contract')).maintenanceContract,
  unitFields: { pmPlan: 'meterUnit' },
}
