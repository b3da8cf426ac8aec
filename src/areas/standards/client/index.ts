import { APPROVED_STATE } from '../rules/approval'
import type { AreaClient, PageLoader, TodayCardDefinition } from '@/client/area'
import { createElement } from 'react'
import type { PageName } from '@/contract/menu'
import type { VersionedDocument } from '../contract/document'

/**
 * Creates the Today cards of a document: rejected drafts for its authors, pending approvals for its approvers.
 * @param addressParams URL parameters that select the documents on a page with several parts
 */
function createDocumentCards(
  name: string,
  page: PageName,
  order: number,
  load: () => Promise<VersionedDocument>,
  addressParams: Readonly<Record<string, string>> = {},
): TodayCardDefinition[] {
  const createLoader =
    (loadCard: () => Promise<typeof import('./today/DocumentApprovalCards').DocumentApprovalCards>): PageLoader =>
    async () => {
      const [definition, Card] = await Promise.all([load(), loadCard()])
      return { default: () => createElement(Card, { definition, addressParams }) }
    }
  return [
    {
      name: `${name}SentBack`,
      order,
      permissions: [`${page}Edit`],
      load: createLoader(async () => (await import('./today/SentBackDocumentCards')).SentBackDocumentCards),
    },
    {
      name: `${name}Approvals`,
      order,
      permissions: [`${page}Approve`],
      load: createLoader(async () => (await import('./today/DocumentApprovalCards')).DocumentApprovalCards),
    },
  ]
}

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
      permissions: ['processDataEdit', 'slittingProcessEdit'],
      load: () => import('./today/SentBackCard'),
    },
    {
      name: 'approvals',
      order: 25,
      permissions: ['processDataApprove', 'slittingProcessApprove'],
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
    productStandard: { page: 'productStandards', params: { part: 'standards' } },
    testIndex: { page: 'productStandards', params: { part: 'indexes' } },
    materialStandard: 'materialStandards',
    masterbatch: 'masterbatchCalibration',
  },
  creationPlaces: {
    product: { page: 'productStandards', permissions: ['productStandardsAdd'] },
    processStandard: { page: 'processData', permissions: ['processDataAdd'] },
    testIndex: { page: 'productStandards', params: { part: 'indexes' }, permissions: ['productStandardsAdd'] },
  },
  setupSteps: [
    { name: 'products', order: 50, resource: 'product', opensList: true },
    // This step comes after the people, because one person writes the standard and others approve it.
    { name: 'processStandards', order: 75, resource: 'processStandard', query: { state: APPROVED_STATE } },
  ],
  contract: async () => (await import('../contract')).standardsContract,
}
