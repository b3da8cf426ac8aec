import { useTranslation } from 'react-i18next'
import { getMenuTextKey } from '@/contract/menu-text-key'
import type { ListResult } from '@/client/api/use-list'
import { kindOf, type DocumentKind, type VersionedDocument } from '../../contract/document'
import type { Shown } from '../document-view'
import type { CardProps } from './Approvals'

/** Card of the documents of one page, because its link can open only one page. */
export interface KindCardProps extends CardProps {
  kind: DocumentKind
  rows: readonly Shown[]
  /** Lists that the rows come from. */
  lists: readonly Pick<ListResult<unknown>, 'hasMore' | 'refs'>[]
}
/** Groups documents by the kind, and so the page, that they belong to; empty groups are omitted. */
export const byKind = (of: VersionedDocument, rows: readonly Shown[]): { kind: DocumentKind; rows: Shown[] }[] =>
  of.kinds
    .map((kind) => ({ kind, rows: rows.filter((row) => kindOf(of, row) === kind) }))
    .filter(({ rows: found }) => found.length > 0)

/** Returns a function that adds the page to the title of a card if the resource has several pages. */
export function useKindTitle({ kinds }: VersionedDocument, { page }: DocumentKind): (said: string) => string {
  const { t } = useTranslation(['standards', 'contract'])
  return (said) => (kinds.length > 1 ? `${t(`contract:${getMenuTextKey(page)}`)} · ${said}` : said)
}
