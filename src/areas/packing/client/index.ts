import type { AreaClient } from '@/client/area'

/** Client part of the area: packing of slit rolls, as a view of the slitter page. */
export const packingClient: AreaClient = {
  name: 'packing',
  pages: {},
  pageViews: [
    {
      page: 'divideInteractive',
      name: 'packing',
      labelKey: 'packing:pages.divideInteractive.view.packing',
      load: () => import('./PackingView'),
    },
  ],
  scannableResources: ['package'],
  rowPlaces: {
    // The trace is the fallback for people who may not pack.
    package: ['divideInteractive', { page: 'qualityTracking', params: { kind: 'package' } }],
  },
  findRowsByCode: async (code) => (await import('./find-package-by-code')).findPackageByCode(code),
  contract: async () => (await import('../contract')).packingContract,
}
