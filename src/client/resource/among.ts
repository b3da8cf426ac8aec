import { useMemo } from 'react'
import { isUuid } from '@/contract/id'
import { useParams } from '../use-params'

/** In the address of a list: the ids of the rows that it is narrowed to, handed over by what counted them. */
export const AMONG = 'among'
/** The part of an address that narrows the list there to these rows. */
export const amongQuery = (ids: readonly string[]): Record<string, string> => ({ [AMONG]: ids.join(',') })
/** The rows that an address narrows its list to; none where it does not. */
export const amongIn = (params: URLSearchParams): readonly string[] => [
  ...new Set((params.get(AMONG) ?? '').split(',').filter(isUuid)),
]

/** The same for rows that are no list of the kit: which of them are shown, and how to show all again. */
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
