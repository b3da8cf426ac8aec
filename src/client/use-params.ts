import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'

/** The address's query, and how to change parts of it; null takes a part away. Changes go into the history unless `replace`. */
export function useParams(): [
  URLSearchParams,
  (put: Readonly<Record<string, string | null>>, replace?: boolean) => void,
] {
  const [params, setParams] = useSearchParams()
  const change = useCallback(
    (put: Readonly<Record<string, string | null>>, replace = false) =>
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
