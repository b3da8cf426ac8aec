import type { AreaClient } from '@/client/area'

/** Client of the reports area: line stops and their analysis. */
export const reportsClient: AreaClient = {
  name: 'reports',
  pages: { shutdownAnalysis: () => import('./stops/StopPage') },
  todayCards: [
    { name: 'stops', order: 15, permissions: ['shutdownAnalysisEdit'], load: () => import('./today/StopsCard') },
  ],
  rowPlaces: { lineStop: 'shutdownAnalysis' },
  contract: async () => (await import('../contract')).reportsContract,
}
