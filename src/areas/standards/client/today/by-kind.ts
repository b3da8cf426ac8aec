import { useTranslation } from 'react-i18next'
import { getMenuTextKey } from '@/contract/menu-text-key'
import type { ListResult } from '@/client/api/use-list'
import { kindOf, type DocumentKind, type VersionedDocument } from '../../contract/document'
import type { Shown } from '../document-view'
import type { CardProps } from './Approvals'

/** A card of the documents of one page: no list has those of two. */
export interface KindCardProps extends CardProps {
  kind: DocumentKind
  rows: readonly Shown[]
  /** Where they were read. */
  lists: readonly Pick<ListResult<unknown>, 'hasMore' | 'refs'>[]
}
/** Documents by the page that they are on; pages without any are left out. */
export const byKind = (of: VersionedDocument, rows: readonly Shown[]): { kind: DocumentKind; rows: Shown[] }[] =>
  of.kinds
    .map((kind) => ({ kind, rows: rows.filter((row) => kindOf(of, row) === kind) }))
    .filter(({ rows: found }) => found.length > 0)

/** The title of such a card: with its page, where documents of this resource have more than one. */
export function useKindTitle({ kinds }: VersionedDocument, { page }: DocumentKind): (said: string) => string {
  const { t } = useTranslation(['standards', 'contract'])
  return (said) => (kinds.length > 1 ? `${t(`contract:${getMenuTextKey(page)}`)} · ${said}` : said)
}
