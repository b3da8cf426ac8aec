import type { AreaClient } from '@/client/area'

/** Orders from the ERP to the line, as the app shows it. */
export const ordersClient: AreaClient = {
  name: 'orders',
  pages: {
    orderSync: () => import('./sync/OrderSyncPage'),
    productionSchedule: () => import('./schedule/SchedulePage'),
    progressMonitoring: () => import('./progress/ProgressPage'),
  },
  todayCards: [
    { name: 'erpConflicts', order: 30, keys: ['orderSyncView'], load: () => import('./today/ConflictsCard') },
    {
      name: 'ordersLate',
      order: 35,
      keys: ['progressMonitoringView', 'productionScheduleView'],
      load: () => import('./today/LateCard'),
    },
  ],
  // Whoever has no page about orders is shown what the order is made of.
  finds: ['workOrder', 'erpOrder', 'customer'],
  scans: ['workOrder'],
  opens: {
    workOrder: [
      'progressMonitoring',
      { page: 'productionSchedule', at: { view: 'orders' } },
      'materialWorkOrder',
      { page: 'qualityTracking', at: { kind: 'workOrder' } },
      { page: 'costComparison', named: true },
    ],
    erpOrder: 'orderSync',
    customer: { page: 'orderSync', at: { view: 'customers' } },
    scheduleEntry: 'productionSchedule',
  },
  operations: ['workOrder'],
  formless: ['workOrder.start', 'workOrder.switch', 'workOrder.adjust'],
  adds: {
    customer: { page: 'orderSync', at: { view: 'customers' }, keys: ['orderSyncAdd'] },
    erpOrder: { page: 'orderSync', keys: ['orderSyncAdd'] },
  },
  setup: [
    { name: 'customers', order: 78, resource: 'customer' },
    { name: 'orders', order: 80, resource: 'erpOrder' },
    { name: 'released', order: 82, resource: 'workOrder', page: 'orderSync' },
  ],
  contract: async () => (await import('../contract')).ordersContract,
}
