import type { AreaClient } from '@/client/area'

/** Client of the area: inspection plans and rounds. */
export const roundsClient: AreaClient = {
  name: 'rounds',
  pages: {
    polling: () => import('./RoundsPage'),
    pollingPlan: () => import('./plan/InspectionPlanPage'),
  },
  todayCards: [
    { name: 'myRounds', order: 10, permissions: ['pollingWork'], load: () => import('./today/MyRoundsCard') },
  ],
  machineCards: [
    {
      name: 'openRound',
      part: 'top',
      order: 10,
      permissions: ['pollingView'],
      load: () => import('./walk/MachineRoundCard'),
    },
  ],
  scannableResources: ['inspectionPlan'],
  rowPlaces: { inspectionRound: 'polling', inspectionResult: 'polling', inspectionPlan: 'pollingPlan' },
  outboxResources: ['inspectionRound', 'inspectionResult'],
  contract: async () => (await import('../contract')).roundsContract,
  contentFormatters: async () => (await import('./content-formatters')).roundsContentFormatters,
  findRowsByCodeOnPhone: async (code) =>
    (await import('./walk/find-rounds-by-code')).findRoundsByCode(code, 'checkPoint'),
  findRowsByCode: async (code) => (await import('./walk/find-rounds-by-code')).findRoundsByCode(code, 'unknown'),
}
