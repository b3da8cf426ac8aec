import type { AreaClient } from '@/client/area'

/** Boards of lines and teams with their targets, and the large screens of the halls. */
export const boardsClient: AreaClient = {
  name: 'boards',
  pages: {
    dataCenter: () => import('./DataCenterPage'),
    dataDemonstration: () => import('./DemonstrationPage'),
    trendForecast: () => import('./ForecastPage'),
  },
  contract: async () => (await import('../contract')).boardsContract,
}
