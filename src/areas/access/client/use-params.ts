import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'

/** The address's query, and how to change a part of it; null takes a name out. */
export function useParams(): [URLSearchParams, (change: Readonly<Record<string, string | null>>) => void] {
  const [params, setParams] = useSearchParams()
  const go = useCallback((change: Readonly<Record<string, string | null>>) => setParams((now) => {
    const next = new URLSearchParams(now)
    for (const [name, value] of Object.entries(change)) {
      if (value === null) next.delete(name)
      else next.set(name, value)
    }
    return next
  }), [setParams])
  return [params, go]
}
