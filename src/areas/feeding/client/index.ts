import type { AreaClient } from '@/client/area'

/** What goes into the lines, as the app shows it. */
export const feedingClient: AreaClient = {
  name: 'feeding',
  pages: {
    rawMaterial: () => import('./feed/RawMaterialPage'),
    materialWorkOrder: () => import('./order/MaterialOrderPage'),
    materialTeam: () => import('./team/MaterialTeamPage'),
    materialTime: () => import('./MaterialTimePage'),
  },
  machinePages: ['rawMaterial'],
  // Quality decides over lots beside their inspections.
  pageViews: [
    {
      page: 'rawMaterialInspection',
      name: 'lots',
      labelKey: 'feeding:pages.rawMaterial.inspectionTab',
      load: () => import('./lot/LotsView'),
    },
  ],
  todayCards: [
    {
      name: 'feedNow',
      order: 15,
      keys: ['rawMaterialAdd', 'rollInteractiveEdit'],
      load: () => import('./today/FeedCard'),
    },
    { name: 'lotsToDecide', order: 45, keys: ['rawMaterialInspectionApprove'], load: () => import('./today/LotsCard') },
  ],
  // Who feeds opens a lot to feed it, quality to decide over it, others to see what became of it.
  searchableResources: ['materialLot', 'material'],
  scannableResources: ['materialLot'],
  rowPlaces: {
    materialLot: [
      'rawMaterial',
      { page: 'rawMaterialInspection', at: { view: 'lots' } },
      { page: 'qualityTracking', at: { kind: 'materialLot' } },
    ],
    material: 'rawMaterial',
    hopper: 'rawMaterial',
    feed: 'rawMaterial',
    recycle: 'rawMaterial',
    materialTime: 'materialTime',
  },
  outboxResources: ['feed', 'recycle', 'materialTime'],
  commandsWithoutForm: ['feed.setHopper'],
  findCode: async (code) => (await import('./find-lot')).findLot(code),
  creationPlaces: {
    material: { page: 'rawMaterial', at: { view: 'materials' }, keys: ['rawMaterialAdd'] },
    materialLot: { page: 'rawMaterial', at: { view: 'lots' }, keys: ['rawMaterialAdd', 'rollInteractiveEdit'] },
  },
  setupSteps: [
    { name: 'materials', order: 40, resource: 'material' },
    { name: 'lots', order: 85, resource: 'materialLot' },
  ],
  contract: async () => (await import('../contract')).feedingContract,
}
