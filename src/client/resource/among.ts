import { useMemo } from 'react'
import { isUuid } from '@/contract/id'
import { useParams } from '../use-params'

/** Query parameter of a list: ids of the rows it is narrowed to, set by the card that counted them. */
export const AMONG = 'among'
/** Builds the query that narrows a list to these rows. */
export const amongQuery = (ids: readonly string[]): Record<string, string> => ({ [AMONG]: ids.join(',') })
/** Parses the ids that an address narrows its list to; empty if it does not. */
export const amongIn = (params: URLSearchParams): readonly string[] => [
  ...new Set((params.get(AMONG) ?? '').split(',').filter(isUuid)),
]

/** Returns the narrowing of a custom list: the ids, a filter for its rows, and a function to clear it. */
export function useAmong(): {
  ids: readonly string[]
  of: <R extends { id: string }>(rows: readonly R[]) => R[]
  clear: () => void
} {
  const [params, change] = useParams()
  const said = params.get(AMONG)
  return useMemo(() => {
    const ids = amongIn(new URLSearchParams(said ? { [AMONG]: said } : {}))
    return {
      ids,
      of: (rows) => rows.filter(({ id }) => ids.length === 0 || ids.includes(id)),
      clear: () => change({ [AMONG]: null }, true),
    }
  }, [said, change])
}
