import { createElement } from 'react'
import type { PageLoader, TodayCardDefinition } from '@/client/area'
import type { PageName } from '@/contract/menu'
import type { VersionedDocument } from '../contract/document'

/**
 * Creates the Today cards of a document: rejected drafts for its authors, pending approvals for its approvers.
 * @param addressParams URL parameters that select the documents on a page with several parts
 */
export function documentCards(
  name: string,
  page: PageName,
  order: number,
  load: () => Promise<VersionedDocument>,
  at: Readonly<Record<string, string>> = {},
): TodayCardDefinition[] {
  const card =
    (draw: () => Promise<typeof import('./today/Approvals').Approvals>): PageLoader =>
    async () => {
      const [of, Card] = await Promise.all([load(), draw()])
      return { default: () => createElement(Card, { of, at }) }
    }
  return [
    {
      name: `${name}SentBack`,
      order,
      keys: [`${page}Edit`],
      load: card(async () => (await import('./today/SentBack')).SentBack),
    },
    {
      name: `${name}Approvals`,
      order,
      keys: [`${page}Approve`],
      load: card(async () => (await import('./today/Approvals')).Approvals),
    },
  ]
}
