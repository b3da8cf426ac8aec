import type { AreaClient } from '@/client/area'

/** What went wrong, as the app shows it: on the page of quality tracking. */
export const deviationsClient: AreaClient = {
  name: 'deviations',
  pages: {},
  pageViews: [
    {
      page: 'qualityTracking',
      name: 'abnormities',
      word: 'deviations:pages.abnormities.tab',
      load: () => import('./abnormity/AbnormitiesView'),
    },
  ],
  opens: { abnormity: { page: 'qualityTracking', at: { view: 'abnormities' } } },
  operations: ['abnormity'],
  contract: async () => (await import('../contract')).deviationsContract,
}
