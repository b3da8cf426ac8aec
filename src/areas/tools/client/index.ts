import type { AreaClient } from '@/client/area'

/** What wears at the machines, as the app shows it: on the pages of the machines. */
export const toolsClient: AreaClient = {
  name: 'tools',
  pages: {},
  pageViews: [
    { page: 'divideInteractive', name: 'knives', word: 'tools:pages.knives.tab', load: () => import('./Knives') },
  ],
  contract: async () => (await import('../contract')).toolsContract,
}
