import { createElement } from 'react'
import type { PageLoader, TodayCardDefinition } from '@/client/area'
import type { PageName } from '@/contract/menu'
import type { VersionedDocument } from '../contract/document'

/**
 * Creates the Today cards of a document: rejected drafts for its authors, pending approvals for its approvers.
 * @param addressParams URL parameters that select the documents on a page with several parts
 */
export function createDocumentCards(
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
      keys: [`${page}Edit`],
      load: createLoader(async () => (await import('./today/SentBackDocumentCards')).SentBackDocumentCards),
    },
    {
      name: `${name}Approvals`,
      order,
      keys: [`${page}Approve`],
      load: createLoader(async () => (await import('./today/DocumentApprovalCards')).DocumentApprovalCards),
    },
  ]
}
