import type { AreaClient } from '@/client/area'

/** Client of the overview area: home, statistics, performance, own dashboards, live state of lines and halls. */
export const overviewClient: AreaClient = {
  name: 'overview',
  pages: {
    dashboard: () => import('./pages/DashboardPage'),
    statistics: () => import('./pages/StatisticsPage'),
    processParameters: () => import('./pages/ParametersPage'),
    performance: () => import('./pages/PerformancePage'),
    deviceSituation: () => import('./pages/DevicesPage'),
    lineStatus: () => import('./pages/LineStatusPage'),
  },
  todayCards: [
    // Shown to people who may edit the plant's dashboards and targets.
    { name: 'plantStrip', order: -20, permissions: ['dashboardEdit'], load: () => import('./today/PlantStripCard') },
  ],
  contract: async () => (await import('../contract')).overviewContract,
}
