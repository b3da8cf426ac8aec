import type { AreaClient } from '@/client/area'

/** Client part of the area: the plan of a slitter. */
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
