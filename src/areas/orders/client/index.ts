import type { AreaClient } from '@/client/area'

/** Client registration of the orders area. */
export const ordersClient: AreaClient = {
  name: 'orders',
  pages: {
    orderSync: () => import('./sync/OrderSyncPage'),
    progressMonitoring: () => import('./progress/ProgressPage'),
  },
  todayCards: [
    { name: 'erpConflicts', order: 30, permissions: ['orderSyncView'], load: () => import('./today/ConflictsCard') },
    {
      name: 'ordersLate',
      order: 35,
      permissions: ['progressMonitoringView', 'productionScheduleView'],
      load: () => import('./today/LateOrdersCard'),
    },
  ],
  // Readers without an order page open the order's materials, quality or costs instead; see `rowPlaces`.
  searchableResources: ['workOrder', 'erpOrder', 'customer'],
  scannableResources: ['workOrder'],
  rowPlaces: {
    workOrder: [
      'progressMonitoring',
      { page: 'productionSchedule', params: { view: 'orders' } },
      'materialWorkOrder',
      { page: 'qualityTracking', params: { kind: 'workOrder' } },
      { page: 'costComparison', searchableByName: true },
    ],
    erpOrder: 'orderSync',
    customer: { page: 'orderSync', params: { view: 'customers' } },
    scheduleEntry: 'productionSchedule',
  },
  outboxResources: ['workOrder'],
  commandsWithoutForm: ['workOrder.start', 'workOrder.switch', 'workOrder.adjust'],
  creationPlaces: {
    customer: { page: 'orderSync', params: { view: 'customers' }, permissions: ['orderSyncAdd'] },
    erpOrder: { page: 'orderSync', permissions: ['orderSyncAdd'] },
  },
  setupSteps: [
    { name: 'customers', order: 78, resource: 'customer' },
    { name: 'orders', order: 80, resource: 'erpOrder' },
    { name: 'released', order: 82, resource: 'workOrder', page: 'orderSync' },
  ],
  contract: async () => (await import('../contract')).ordersContract,
}
