import type { AreaClient } from '@/client/area'

/** Rolls from the winder to the pallet, as the app shows it. */
export const rollsClient: AreaClient = {
  name: 'rolls',
  pages: {
    rollInteractive: () => import('./winder/WinderPage'),
    divideInteractive: () => import('./slitter/SlitterPage'),
    qualityTracking: () => import('./trace/TracePage'),
  },
  opens: {
    jumboRoll: ['rollInteractive', 'divideInteractive', 'qualityTracking'], slitRoll: ['divideInteractive', 'qualityTracking'], package: ['divideInteractive', 'qualityTracking'], cutting: 'divideInteractive',
  },
  operations: ['jumboRoll', 'machineRun', 'cutting', 'slitSet', 'slitRoll'],
  findCode: async (code) => (await import('./find-code')).findCode(code),
  previews: async () => ({ ...(await import('./winder/previews')).winderPreviews, ...(await import('./slitter/previews')).slittingPreviews }),
}
