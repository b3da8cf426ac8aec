import type { AreaClient } from '@/client/area'

/** What was used of electricity, gas and water, where, when and for what. */
export const energyClient: AreaClient = {
  name: 'energy',
  pages: {},
  contract: async () => (await import('../contract')).energyContract,
}
