import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { isUuid } from '@/contract/id'

/**
 * Changes parts of the address query; null removes a part. Creates a history entry, unless `replace` replaces the
 * current one.
 */
export type ParamsChanger = (changes: Readonly<Record<string, string | null>>, options?: { replace?: boolean }) => void

/**
 * Builds the change that removes every query parameter except the listed ones. Use it when switching to a view that has
 * other parameters than the previous one.
 */
export const buildClearedParams = (params: URLSearchParams, except: readonly string[] = []): Record<string, null> =>
  Object.fromEntries([...params.keys()].filter((name) => !except.includes(name)).map((name) => [name, null]))

/** Returns the address query and a function that changes parts of it. */
export function useQueryParams(): [URLSearchParams, ParamsChanger] {
  const [params, setParams] = useSearchParams()
  const change = useCallback<ParamsChanger>(
    (changes, { replace = false } = {}) =>
      setParams(
        (current) => {
          const next = new URLSearchParams(current)
          for (const [name, value] of Object.entries(changes)) {
            if (value === null) next.delete(name)
            else next.set(name, value)
          }
          return next
        },
        { replace },
      ),
    [setParams],
  )
  return [params, change]
}

/** Query parameter with the ids of the only rows that a list displays; set by the card that counted these rows. */
export const ROW_IDS_PARAM = 'among'
/** Builds the query that narrows a list to these rows. */
export const buildRowIdsQuery = (ids: readonly string[]): Record<string, string> => ({ [ROW_IDS_PARAM]: ids.join(',') })
/** Parses the ids of the rows that an address narrows its list to; empty if the list is not narrowed. */
export const parseRowIds = (params: URLSearchParams): readonly string[] => [
  ...new Set((params.get(ROW_IDS_PARAM) ?? '').split(',').filter(isUuid)),
]

/** Returns the rows that a custom list is narrowed to: their ids, a filter, and a function that shows all rows again. */
export function useNarrowedRows(): {
  ids: readonly string[]
  filter: <R extends { id: string }>(rows: readonly R[]) => R[]
  clear: () => void
} {
  const [params, changeParams] = useQueryParams()
  const idsText = params.get(ROW_IDS_PARAM)
  return useMemo(() => {
    const ids = parseRowIds(new URLSearchParams(idsText ? { [ROW_IDS_PARAM]: idsText } : {}))
    return {
      ids,
      filter: (rows) => rows.filter(({ id }) => ids.length === 0 || ids.includes(id)),
      clear: () => changeParams({ [ROW_IDS_PARAM]: null }, { replace: true }),
    }
  }, [idsText, changeParams])
}
