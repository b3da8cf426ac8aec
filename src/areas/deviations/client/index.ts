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
    {
      page: 'qualityTracking',
      name: 'feedback',
      word: 'deviations:pages.feedback.tab',
      load: () => import('./feedback/FeedbackView'),
    },
  ],
  opens: {
    abnormity: { page: 'qualityTracking', at: { view: 'abnormities' } },
    materialFeedback: { page: 'qualityTracking', at: { view: 'feedback' } },
  },
  operations: ['abnormity'],
  contract: async () => (await import('../contract')).deviationsContract,
}
