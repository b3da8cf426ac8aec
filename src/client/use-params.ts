import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'

/** Changes parts of the address query; null removes a part. */
export type ParamsChanger = (put: Readonly<Record<string, string | null>>, replace?: boolean) => void

/**
 * Builds the change that removes every query parameter except the listed ones, for views that share nothing with the
 * previous one.
 */
export const buildClearedParams = (params: URLSearchParams, except: readonly string[] = []): Record<string, null> =>
  Object.fromEntries([...params.keys()].filter((name) => !except.includes(name)).map((name) => [name, null]))

/**
 * Returns the address query and a function that changes parts of it. Changes create history entries unless `replace`.
 */
export function useParams(): [URLSearchParams, ParamsChanger] {
  const [params, setParams] = useSearchParams()
  const change = useCallback<ParamsChanger>(
    (changes, replace = false) =>
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
