import type { AreaClient } from '@/client/area'

/** Stops of the lines and what they cost, as the app shows it. */
export const reportsClient: AreaClient = {
  name: 'reports',
  pages: { shutdownAnalysis: () => import('./stops/StopPage') },
  todayCards: [{ name: 'stops', order: 15, keys: ['shutdownAnalysisEdit'], load: () => import('./today/StopsCard') }],
  opens: { lineStop: 'shutdownAnalysis' },
  contract: async () => (await import('../contract')).reportsContract,
}
