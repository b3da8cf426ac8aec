import type { AreaClient } from '@/client/area'

/** How products have to be made, as the app shows it. */
export const standardsClient: AreaClient = {
  name: 'standards',
  pages: {
    processData: () => import('./ProcessDataPage'),
    slittingProcess: () => import('./SlittingProcessPage'),
    processHistory: () => import('./ProcessHistoryPage'),
  },
  todayCards: [
    {
      name: 'approvals',
      order: 25,
      keys: ['processDataApprove', 'slittingProcessApprove'],
      load: () => import('./today/ApprovalsCard'),
    },
  ],
  finds: ['product', 'processStandard'],
  opens: { processStandard: ['processData', 'slittingProcess', 'processHistory'] },
  contract: async () => (await import('../contract')).standardsContract,
}
