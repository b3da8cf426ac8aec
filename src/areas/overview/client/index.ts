import type { AreaClient } from '@/client/area'

/** The plant at a glance: home, statistics, performance, own dashboards, forecast. */
export const overviewClient: AreaClient = {
  name: 'overview',
  pages: {},
  contract: async () => (await import('../contract')).overviewContract,
}
