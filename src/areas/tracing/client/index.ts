import type { AreaClient } from '@/client/area'

const lotAction = {
  resource: 'materialLot',
  page: 'qualityTracking',
} as const

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
  // Quality decides on a lot on the page of its inspections, and traces or holds it from there.
  rowActions: [
    {
      ...lotAction,
      name: 'trace',
      labelKey: 'tracing:pages.qualityTracking.view.trace',
      permissions: ['qualityTrackingView'],
      params: { kind: 'materialLot' },
    },
    {
      ...lotAction,
      name: 'hold',
      labelKey: 'tracing:pages.qualityTracking.hold',
      permissions: ['qualityTrackingAdd'],
      params: { kind: 'materialLot', act: 'hold' },
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
