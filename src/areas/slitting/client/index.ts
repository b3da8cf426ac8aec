import type { AreaClient } from '@/client/area'

/** Client part of the area: slitting of jumbos, and rework of slit rolls. */
export const slittingClient: AreaClient = {
  name: 'slitting',
  pages: {
    productRepair: () => import('./rework/ReworkPage'),
    divideInteractive: () => import('./slitter/SlitterPage'),
  },
  rowActions: [
    {
      name: 'rework',
      labelKey: 'slitting:pages.rework.begin',
      permissions: ['productRepairAdd'],
      page: 'productRepair',
      params: { new: '1' },
      resource: 'slitRoll',
    },
  ],
  rowCards: [{ name: 'cutBalance', resources: ['cutJumbo'], order: 10, load: () => import('./CutBalanceCard') }],
  machinePages: ['divideInteractive'],
  scannableResources: ['slitRoll'],
  todayCards: [
    {
      name: 'myMachine',
      order: 1,
      permissions: ['rollInteractiveView', 'divideInteractiveView'],
      load: () => import('./today/MachineCard'),
    },
  ],
  rowPlaces: {
    // The trace is the fallback for people without the page to work on the roll.
    slitRoll: ['divideInteractive', { page: 'qualityTracking', params: { kind: 'slitRoll' } }],
    cutting: 'divideInteractive',
    rework: 'productRepair',
  },
  outboxResources: ['cutting', 'slitSet', 'slitRoll'],
  commandsWithoutForm: ['cutting.start', 'cutting.finish', 'slitSet.doff', 'slitSet.takeBackDowngrades'],
  findRowsByCode: async (code) => (await import('./find-slit-roll-by-code')).findSlitRollByCode(code),
  contract: async () => (await import('../contract')).slittingContract,
}
