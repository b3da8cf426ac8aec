import type { AreaClient } from '@/client/area'

/** Client part of the area: traces, holds, recall lists and pellet sources. */
export const tracingClient: AreaClient = {
  name: 'tracing',
  pages: { qualityTracking: () => import('./TrackingPage') },
  // People who make pellets record their sources.
  pageViews: [
    {
      page: 'rawMaterial',
      name: 'pelletSources',
      labelKey: 'tracing:pages.qualityTracking.view.pellets',
      load: () => import('./PelletSourcesView'),
    },
  ],
  rowPlaces: {
    hold: { page: 'qualityTracking', params: { view: 'holds' } },
    pelletSource: [
      { page: 'rawMaterial', params: { view: 'pelletSources' } },
      { page: 'qualityTracking', params: { view: 'pellets' } },
    ],
  },
  contract: async () => (await import('../contract')).tracingContract,
}
