import { createElement } from 'react'
import type { PageLoader, TodayCardDefinition } from '@/client/area'
import type { PageName } from '@/contract/menu'
import type { VersionedDocument } from '../contract/document'

/** The cards of a kind of document on the day of those who write it, and of those who approve it. */
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
