import { useTranslation } from 'react-i18next'
import { getMenuTextKey } from '@/contract/menu-text-key'
import type { ListResult } from '@/client/api/use-list'
import { getDocumentKind, type DocumentKind, type VersionedDocument } from '../../contract/document'
import type { VersionRow } from '../document-view'
import type { DocumentCardProps } from './DocumentApprovalCards'

/** Card of the documents of one page, because its link can open only one page. */
export interface KindCardProps extends DocumentCardProps {
  kind: DocumentKind
  rows: readonly VersionRow[]
  /** Lists that the rows come from. */
  lists: readonly Pick<ListResult<unknown>, 'hasMore' | 'refs'>[]
}
/** Groups documents by the kind, and so the page, that they belong to; empty groups are omitted. */
export const groupByKind = (
  definition: VersionedDocument,
  rows: readonly VersionRow[],
): { kind: DocumentKind; rows: VersionRow[] }[] =>
  definition.kinds
    .map((kind) => ({ kind, rows: rows.filter((row) => getDocumentKind(definition, row) === kind) }))
    .filter(({ rows: found }) => found.length > 0)

/** Returns a function that adds the page to the title of a card if the resource has several pages. */
export function useKindTitle({ kinds }: VersionedDocument, { page }: DocumentKind): (title: string) => string {
  const { t } = useTranslation(['standards', 'contract'])
  return (title) => (kinds.length > 1 ? `${t(`contract:${getMenuTextKey(page)}`)} · ${title}` : title)
}
