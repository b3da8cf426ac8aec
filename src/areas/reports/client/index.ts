import type { AreaClient } from '@/client/area'

/** Stops of the lines and what they cost, as the app shows it. */
export const reportsClient: AreaClient = {
  name: 'reports',
  pages: {},
}
