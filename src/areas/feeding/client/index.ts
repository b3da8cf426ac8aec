import type { AreaClient } from '@/client/area'

/** Client of material feeding: pages, cards and scan targets. */
export const feedingClient: AreaClient = {
  name: 'feeding',
  pages: {
    rawMaterial: () => import('./feed/RawMaterialPage'),
    materialWorkOrder: () => import('./order/MaterialOrderPage'),
    materialTeam: () => import('./team/MaterialTeamPage'),
    materialTime: () => import('./MaterialTimePage'),
  },
  machinePages: ['rawMaterial'],
  // Quality decides on lots on the page of their inspections.
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
      permissions: ['rawMaterialAdd', 'rollInteractiveEdit'],
      load: () => import('./today/FeedCard'),
    },
    {
      name: 'lotsToDecide',
      order: 45,
      permissions: ['rawMaterialInspectionApprove'],
      load: () => import('./today/LotsCard'),
    },
  ],
  // Operators open a lot to feed it, quality to decide on it, others to trace it.
  searchableResources: ['materialLot', 'material'],
  scannableResources: ['materialLot'],
  rowPlaces: {
    materialLot: [
      'rawMaterial',
      { page: 'rawMaterialInspection', params: { view: 'lots' } },
      { page: 'qualityTracking', params: { kind: 'materialLot' } },
    ],
    material: 'rawMaterial',
    hopper: 'rawMaterial',
    feed: 'rawMaterial',
    recycle: 'rawMaterial',
    materialTime: 'materialTime',
  },
  outboxResources: ['feed', 'recycle', 'materialTime'],
  commandsWithoutForm: ['feed.setHopper'],
  findRowsByCode: async (code) => (await import('./find-lot-by-code')).findLotByCode(code),
  creationPlaces: {
    material: { page: 'rawMaterial', params: { view: 'materials' }, permissions: ['rawMaterialAdd'] },
    materialLot: {
      page: 'rawMaterial',
      params: { view: 'lots' },
      permissions: ['rawMaterialAdd', 'rollInteractiveEdit'],
    },
  },
  setupSteps: [
    { name: 'materials', order: 40, resource: 'material' },
    { name: 'lots', order: 85, resource: 'materialLot' },
  ],
  contract: async () => (await import('../contract')).feedingContract,
}
