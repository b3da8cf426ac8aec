import { useMemo, type ReactNode } from 'react'
import { SuggestionsContext } from './form-scope'

/** A form at one field of which words are offered, such as those that were entered before. */
export function Suggested({
  field,
  words,
  children,
}: {
  field: string
  words: readonly string[] | null | undefined
  children: ReactNode
}) {
  const offered = useMemo(() => (words?.length ? { [field]: words } : {}), [field, words])
  return <SuggestionsContext.Provider value={offered}>{children}</SuggestionsContext.Provider>
}
