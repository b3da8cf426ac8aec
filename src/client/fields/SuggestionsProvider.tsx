import { useMemo, type ReactNode } from 'react'
import { SuggestionsContext } from './form-scope'

/** Provides suggestions for one field of the form inside, such as earlier entries. */
export function SuggestionsProvider({
  field,
  suggestions,
  children,
}: {
  field: string
  suggestions: readonly string[] | null | undefined
  children: ReactNode
}) {
  const suggestionsByField = useMemo(() => (suggestions?.length ? { [field]: suggestions } : {}), [field, suggestions])
  return <SuggestionsContext.Provider value={suggestionsByField}>{children}</SuggestionsContext.Provider>
}
