import type { AreaClient } from '@/client/area'

/** What is measured, and what it shows: the one way in for all readings. */
export const telemetryClient: AreaClient = {
  name: 'telemetry',
  pages: {},
  pageViews: [
    { page: 'meterInquiry', name: 'inlets', word: 'telemetry:pages.inlets.tab', load: () => import('./InletsView') },
  ],
  contract: async () => (await import('../contract')).telemetryContract,
}
