import { useMemo, type ReactNode } from 'react'
import { SuggestionsContext } from './form-scope'

/** Provides suggestions for one field of the form inside, such as earlier entries. */
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
