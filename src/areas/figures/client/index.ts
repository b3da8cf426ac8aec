import type { AreaClient } from '@/client/area'

/** Client of the metrics area. It has no pages; other areas display the metrics. */
export const figuresClient: AreaClient = {
  name: 'figures',
  pages: {},
  contract: async () => (await import('../contract')).figuresContract,
}
