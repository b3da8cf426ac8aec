import type { AreaClient } from '@/client/area'

/** Client of the cut plans area: the plan of a slitter, as a view of the slitter page. */
export const cutPlansClient: AreaClient = {
  name: 'cutPlans',
  pages: {},
  pageViews: [
    {
      page: 'divideInteractive',
      name: 'plan',
      labelKey: 'cutPlans:pages.divideInteractive.view.plan',
      load: () => import('./PlanView'),
    },
  ],
  contract: async () => (await import('../contract')).cutPlansContract,
}
