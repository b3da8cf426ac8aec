import type { AreaClient } from '@/client/area'

/** Fallback for people without a page to work on the item: its trace. */
const toTracePage = (kind: string) => ({ page: 'qualityTracking', params: { kind } }) as const

/** Client part of the area: rolls from the winder to the slit roll. */
export const rollsClient: AreaClient = {
  name: 'rolls',
  pages: {
    productRepair: () => import('./rework/ReworkPage'),
    rollInteractive: () => import('./winder/WinderPage'),
    divideInteractive: () => import('./slitter/SlitterPage'),
  },
  rowActions: [
    {
      name: 'rework',
      labelKey: 'rolls:pages.rework.begin',
      permissions: ['productRepairAdd'],
      page: 'productRepair',
      params: { new: '1' },
      resource: 'slitRoll',
    },
  ],
  machinePages: ['rollInteractive', 'divideInteractive'],
  searchableResources: ['jumboRoll'],
  scannableResources: ['jumboRoll', 'slitRoll'],
  todayCards: [
    {
      name: 'myMachine',
      order: 1,
      permissions: ['rollInteractiveView', 'divideInteractiveView'],
      load: () => import('./today/MachineCard'),
    },
  ],
  rowPlaces: {
    jumboRoll: ['rollInteractive', 'divideInteractive', toTracePage('jumboRoll')],
    slitRoll: ['divideInteractive', toTracePage('slitRoll')],
    cutting: 'divideInteractive',
    rework: 'productRepair',
  },
  setupSteps: [{ name: 'firstRoll', order: 90, resource: 'jumboRoll', page: 'rollInteractive' }],
  outboxResources: ['jumboRoll', 'machineRun', 'cutting', 'slitSet', 'slitRoll', 'hold'],
  commandsWithoutForm: [
    'cutting.start',
    'cutting.finish',
    'slitSet.doff',
    'slitSet.takeBackDowngrades',
    'hold.hold',
    'jumboRoll.printed',
  ],
  findCode: async (code) => (await import('./find-roll-by-code')).findRollByCode(code),
  contentFormatters: async () => (await import('./readable')).rollCommandFormatters,
  contract: async () => (await import('../contract')).rollsContract,
}
