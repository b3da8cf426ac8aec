import { IN_FORCE_STATE } from '../rules/approval'
import type { AreaClient } from '@/client/area'
import { createDocumentCards } from './document-cards'

/** Client of the standards area. */
export const standardsClient: AreaClient = {
  name: 'standards',
  pages: {
    processData: () => import('./ProcessDataPage'),
    slittingProcess: () => import('./SlittingProcessPage'),
    processHistory: () => import('./ProcessHistoryPage'),
    productStandards: () => import('./product/ProductStandardsPage'),
    materialStandards: () => import('./MaterialStandardsPage'),
    masterbatchCalibration: () => import('./MasterbatchPage'),
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
    ...createDocumentCards(
      'productStandard',
      'productStandards',
      26,
      async () => (await import('../contract/product-standard')).productDocument,
      { part: 'standards' },
    ),
    ...createDocumentCards(
      'materialStandard',
      'materialStandards',
      27,
      async () => (await import('../contract/material-standard')).materialDocument,
    ),
    ...createDocumentCards(
      'masterbatch',
      'masterbatchCalibration',
      28,
      async () => (await import('../contract/masterbatch')).masterbatchDocument,
    ),
  ],
  searchableResources: ['product', 'processStandard', 'productStandard', 'materialStandard', 'masterbatch'],
  rowPlaces: {
    product: 'productStandards',
    processStandard: ['processData', 'slittingProcess', 'processHistory'],
    productStandard: { page: 'productStandards', at: { part: 'standards' } },
    testIndex: { page: 'productStandards', at: { part: 'indexes' } },
    materialStandard: 'materialStandards',
    masterbatch: 'masterbatchCalibration',
  },
  creationPlaces: {
    product: { page: 'productStandards', keys: ['productStandardsAdd'] },
    processStandard: { page: 'processData', keys: ['processDataAdd'] },
    testIndex: { page: 'productStandards', at: { part: 'indexes' }, keys: ['productStandardsAdd'] },
  },
  setupSteps: [
    { name: 'products', order: 50, resource: 'product', opensList: true },
    // After the people, because one of them writes the standard and others approve it.
    { name: 'processStandards', order: 75, resource: 'processStandard', query: { state: IN_FORCE_STATE } },
  ],
  contract: async () => (await import('../contract')).standardsContract,
}
