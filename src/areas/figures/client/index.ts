import type { AreaClient } from '@/client/area'

/** Figures of the plant: roll-ups by shift, line and order, and what is worked out of them. */
export const figuresClient: AreaClient = {
  name: 'figures',
  pages: {},
  contract: async () => (await import('../contract')).figuresContract,
}
