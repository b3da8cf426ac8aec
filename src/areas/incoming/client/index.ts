import type { AreaClient } from '@/client/area'

/** What arrives, as the app shows it. */
export const incomingClient: AreaClient = {
  name: 'incoming',
  pages: {},
  contract: async () => (await import('../contract')).incomingContract,
}
