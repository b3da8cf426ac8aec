import type { AreaClient } from '@/client/area'

/** What a customer is told, as the app shows it. */
export const certificatesClient: AreaClient = {
  name: 'certificates',
  pages: {},
  contract: async () => (await import('../contract')).certificatesContract,
}
