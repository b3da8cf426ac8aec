import type { AreaClient } from '@/client/area'

/** Rolls from the winder to the pallet, as the app shows it. */
export const rollsClient: AreaClient = {
  name: 'rolls',
  pages: {},
}
