import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'

/** Changes parts of the address's query; null takes a part away. */
export type ChangeParams = (put: Readonly<Record<string, string | null>>, replace?: boolean) => void

/** Takes away all that the address says, but what is kept: for what shows nothing of what was shown before it. */
export const allBut = (params: URLSearchParams, kept: readonly string[] = []): Record<string, null> =>
  Object.fromEntries([...params.keys()].filter((name) => !kept.includes(name)).map((name) => [name, null]))

/** The address's query, and how to change parts of it. Changes go into the history unless `replace`. */
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
