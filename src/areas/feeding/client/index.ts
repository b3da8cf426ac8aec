import type { AreaClient } from '@/client/area'

/** What goes into the lines, as the app shows it. */
export const feedingClient: AreaClient = {
  name: 'feeding',
  pages: {},
}
