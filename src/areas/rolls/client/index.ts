import type { AreaClient } from '@/client/area'

/** Rolls from the winder to the pallet, as the app shows it. */
export const rollsClient: AreaClient = {
  name: 'rolls',
  pages: {
    rollInteractive: () => import('./winder/WinderPage'),
  },
  opens: { jumboRoll: 'rollInteractive' },
  operations: ['jumboRoll', 'machineRun'],
  findCode: async (code) => (await import('./find-code')).findCode(code),
  previews: async () => (await import('./winder/previews')).winderPreviews,
}
