import type { AreaClient } from '@/client/area'

/** What went wrong, as the app shows it. */
export const deviationsClient: AreaClient = {
  name: 'deviations',
  pages: {},
  contract: async () => (await import('../contract')).deviationsContract,
}
