import type { AreaClient } from '@/client/area'

/** Rules over figures and tags that call somebody, and who came. */
export const noticesClient: AreaClient = {
  name: 'notices',
  pages: {},
  contract: async () => (await import('../contract')).noticesContract,
}
