import { useMemo } from 'react'
import { isUuid } from '@/contract/id'
import { useParams } from '../use-params'

/** Query parameter of a list: ids of the rows it is narrowed to, set by the card that counted them. */
export const ROW_IDS_PARAM = 'among'
/** Builds the query that narrows a list to these rows. */
export const buildRowIdsQuery = (ids: readonly string[]): Record<string, string> => ({ [ROW_IDS_PARAM]: ids.join(',') })
/** Parses the ids that an address narrows its list to; empty if it does not. */
export const parseRowIds = (params: URLSearchParams): readonly string[] => [
  ...new Set((params.get(ROW_IDS_PARAM) ?? '').split(',').filter(isUuid)),
]

/** Returns the narrowing of a custom list: the ids, a filter for its rows, and a function to clear it. */
export function useNarrowedRows(): {
  ids: readonly string[]
  filter: <R extends { id: string }>(rows: readonly R[]) => R[]
  clear: () => void
} {
  const [params, change] = useParams()
  const idsText = params.get(ROW_IDS_PARAM)
  return useMemo(() => {
    const ids = parseRowIds(new URLSearchParams(idsText ? { [ROW_IDS_PARAM]: idsText } : {}))
    return {
      ids,
      filter: (rows) => rows.filter(({ id }) => ids.length === 0 || ids.includes(id)),
      clear: () => change({ [ROW_IDS_PARAM]: null }, true),
    }
  }, [idsText, change])
}
