import type { AreaClient } from '@/client/area'

/** For those who have no page of its own to work on it: the tree of a roll. */
const traceOf = (kind: string) => ({ page: 'qualityTracking', at: { kind } }) as const

/** Rolls from the winder to the pallet, as the app shows it. */
export const rollsClient: AreaClient = {
  name: 'rolls',
  pages: {
    productRepair: () => import('./rework/ReworkPage'),
    rollInteractive: () => import('./winder/WinderPage'),
    divideInteractive: () => import('./slitter/SlitterPage'),
    qualityTracking: () => import('./trace/TrackingPage'),
  },
  // Who makes pellets says what they were made of.
  pageViews: [
    {
      page: 'rawMaterial',
      name: 'pelletSources',
      labelKey: 'rolls:pages.qualityTracking.view.pellets',
      load: () => import('./trace/PelletSources'),
    },
  ],
  rowActions: [
    {
      name: 'rework',
      word: 'rolls:pages.rework.begin',
      keys: ['productRepairAdd'],
      page: 'productRepair',
      at: { new: '1' },
      resource: 'slitRoll',
    },
  ],
  machinePages: ['rollInteractive', 'divideInteractive'],
  searchableResources: ['jumboRoll'],
  scannableResources: ['jumboRoll', 'slitRoll', 'package'],
  todayCards: [
    {
      name: 'myMachine',
      order: 1,
      keys: ['rollInteractiveView', 'divideInteractiveView'],
      load: () => import('./today/MachineCard'),
    },
  ],
  rowPlaces: {
    jumboRoll: ['rollInteractive', 'divideInteractive', traceOf('jumboRoll')],
    slitRoll: ['divideInteractive', traceOf('slitRoll')],
    package: ['divideInteractive', traceOf('package')],
    cutting: 'divideInteractive',
    rework: 'productRepair',
    hold: { page: 'qualityTracking', at: { view: 'holds' } },
    pelletSource: [
      { page: 'rawMaterial', at: { view: 'pelletSources' } },
      { page: 'qualityTracking', at: { view: 'pellets' } },
    ],
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
  findCode: async (code) => (await import('./find-code')).findCode(code),
  contentFormatters: async () => (await import('./readable')).readable,
  contract: async () => (await import('../contract')).rollsContract,
}
