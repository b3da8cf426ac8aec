import type { AreaClient } from '@/client/area'

const raiseAction = {
  name: 'abnormity',
  labelKey: 'deviations:pages.abnormities.raise',
  permissions: ['qualityTrackingAdd'],
  page: 'qualityTracking',
  params: { view: 'abnormities', new: '1' },
} as const
const complainAction = {
  ...raiseAction,
  name: 'complaint',
  labelKey: 'deviations:pages.abnormities.complain',
  params: { ...raiseAction.params, kind: 'complaint' },
} as const

/** Client of the deviations area; its views are part of the quality tracking page. */
export const deviationsClient: AreaClient = {
  name: 'deviations',
  pages: {},
  pageViews: [
    {
      page: 'qualityTracking',
      name: 'abnormities',
      labelKey: 'deviations:pages.abnormities.tab',
      load: () => import('./abnormity/AbnormitiesView'),
    },
    {
      page: 'qualityTracking',
      name: 'feedback',
      labelKey: 'deviations:pages.feedback.tab',
      load: () => import('./feedback/FeedbackView'),
    },
  ],
  todayCards: [
    { name: 'owed', order: 22, permissions: ['qualityTrackingView'], load: () => import('./today/OwedCard') },
    {
      name: 'abnormitiesToDecide',
      order: 23,
      permissions: ['qualityTrackingDefectConfirm', 'qualityTrackingApprove'],
      load: () => import('./today/DecideCard'),
    },
    { name: 'feedback', order: 29, permissions: ['qualityTrackingView'], load: () => import('./today/FeedbackCard') },
  ],
  rowCards: [
    {
      name: 'abnormities',
      resources: ['jumboRoll', 'slitRoll', 'materialLot', 'workOrder'],
      order: 40,
      permissions: ['qualityTrackingView'],
      load: () => import('./trace/RelatedAbnormityList'),
    },
  ],
  rowActions: [
    { ...raiseAction, resource: 'jumboRoll' },
    { ...raiseAction, resource: 'slitRoll' },
    { ...complainAction, resource: 'slitRoll' },
  ],
  rowPlaces: {
    abnormity: { page: 'qualityTracking', params: { view: 'abnormities' } },
    materialFeedback: { page: 'qualityTracking', params: { view: 'feedback' } },
  },
  outboxResources: ['abnormity'],
  commandsWithoutForm: ['abnormity.close'],
  contract: async () => (await import('../contract')).deviationsContract,
}
