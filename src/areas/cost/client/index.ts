import type { AreaClient } from '@/client/area'

/** What an order cost, and why. */
export const costClient: AreaClient = {
  name: 'cost',
  pages: {},
  contract: async () => (await import('../contract')).costContract,
}
