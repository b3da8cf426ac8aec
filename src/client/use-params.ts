import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'

/** Changes parts of the address query; null removes a part. */
export type ChangeParams = (put: Readonly<Record<string, string | null>>, replace?: boolean) => void

/**
 * Builds the change that removes every query parameter except the listed ones, for views that share nothing with the
 * previous one.
 */
export const allBut = (params: URLSearchParams, kept: readonly string[] = []): Record<string, null> =>
  Object.fromEntries([...params.keys()].filter((name) => !kept.includes(name)).map((name) => [name, null]))

/**
 * Returns the address query and a function that changes parts of it. Changes create history entries unless `replace`.
 */
export function useParams(): [URLSearchParams, ChangeParams] {
  const [params, setParams] = useSearchParams()
  const change = useCallback<ChangeParams>(
    (put, replace = false) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before)
          for (const [name, value] of Object.entries(put)) {
            if (value === null) after.delete(name)
            else after.set(name, value)
          }
          return after
        },
        { replace },
      ),
    [setParams],
  )
  return [params, change]
}
