import type { AreaClient } from '@/client/area'
import { plainPage } from '@/client/plain-page'

/** How products have to be made, as the app shows it. */
export const standardsClient: AreaClient = {
  name: 'standards',
  pages: {
    processData: () => import('./ProcessDataPage'),
    slittingProcess: () => import('./SlittingProcessPage'),
    processHistory: () => import('./ProcessHistoryPage'),
    productStandards: plainPage(async () => (await import('../contract/product')).product),
  },
  todayCards: [
    {
      name: 'sentBack',
      order: 24,
      keys: ['processDataEdit', 'slittingProcessEdit'],
      load: () => import('./today/SentBackCard'),
    },
    {
      name: 'approvals',
      order: 25,
      keys: ['processDataApprove', 'slittingProcessApprove'],
      load: () => import('./today/ApprovalsCard'),
    },
  ],
  finds: ['product', 'processStandard'],
  opens: { product: 'productStandards', processStandard: ['processData', 'slittingProcess', 'processHistory'] },
  adds: { product: { page: 'productStandards', keys: ['productStandardsAdd'] } },
  setup: [{ name: 'products', order: 50, resource: 'product' }],
  contract: async () => (await import('../contract')).standardsContract,
}
