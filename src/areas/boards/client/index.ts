import type { AreaClient } from '@/client/area'

/** Boards of lines and teams with their targets, and the large screens of the halls. */
export const boardsClient: AreaClient = {
  name: 'boards',
  pages: {
    dataCenter: () => import('./DataCenterPage'),
    dataDemonstration: () => import('./DemonstrationPage'),
    trendForecast: () => import('./ForecastPage'),
  },
  wallPages: [{ path: '/lobby', load: () => import('./lobby/LobbyPage') }],
  pageViews: [
    {
      page: 'dashboard',
      name: 'lineBoard',
      labelKey: 'boards:pages.lineBoard.tab',
      load: () => import('./board/LineBoardView'),
    },
    {
      page: 'dashboard',
      name: 'teamBoard',
      labelKey: 'boards:pages.teamBoard.tab',
      load: () => import('./board/TeamBoardView'),
    },
  ],
  contract: async () => (await import('../contract')).boardsContract,
}
