import type { AreaClient } from '@/client/area'

/** Client part of the area: jumbos on the winder. */
export const rollsClient: AreaClient = {
  name: 'rolls',
  pages: { rollInteractive: () => import('./winder/WinderPage') },
  machinePages: ['rollInteractive'],
  searchableResources: ['jumboRoll'],
  scannableResources: ['jumboRoll'],
  rowPlaces: {
    // The trace is the fallback for people without a page to work on the roll.
    jumboRoll: ['rollInteractive', 'divideInteractive', { page: 'qualityTracking', params: { kind: 'jumboRoll' } }],
  },
  setupSteps: [{ name: 'firstRoll', order: 90, resource: 'jumboRoll', page: 'rollInteractive' }],
  outboxResources: ['jumboRoll', 'machineRun', 'hold'],
  commandsWithoutForm: ['hold.hold', 'jumboRoll.printed'],
  findRowsByCode: async (code) => (await import('./shared/find-rows-by-number')).findJumboByCode(code),
  contentFormatters: async () => (await import('./content-formatters')).rollCommandFormatters,
  contract: async () => (await import('../contract')).rollsContract,
}
