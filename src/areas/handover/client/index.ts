import type { AreaClient } from '@/client/area'

/** What one shift tells the next, as the app shows it. */
export const handoverClient: AreaClient = {
  name: 'handover',
  pages: {},
  ownPages: [{ path: 'rotation', load: () => import('./rotation/RotationPage') }],
}
