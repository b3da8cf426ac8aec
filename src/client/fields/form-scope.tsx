import { createContext, useContext, useMemo, type ReactNode } from 'react'
import type { Field } from '@/contract/field'
import type { OutboxPhoto } from '../api/phone'

/** Suggestions while typing, e.g. earlier entries, by `field` or `list.field`. Set by a page around its form. */
export const SuggestionsContext = createContext<Readonly<Record<string, readonly string[]>>>({})

/**
 * A function that returns the unit of amounts in a list entry if another row determines the unit. For example, the unit
 * of a limit is that of its test. Set by a page around its content.
 */
export const EntryUnitContext = createContext<
  (list: string, entry: Readonly<Record<string, unknown>>) => string | null | undefined
>(() => undefined)
/** Returns a function that adds the unit to a field of a list's entry. */
export function useEntryField(): (list: string, field: Field, entry: Readonly<Record<string, unknown>>) => Field {
  const getUnit = useContext(EntryUnitContext)
  return (list, field, entry) => {
    const unit = field.kind === 'amount' && field.unit === '' ? getUnit(list, entry) : null
    return field.kind === 'amount' && unit ? { ...field, unit } : field
  }
}

/** An option of a text field that is chosen rather than typed. */
export interface TextChoice {
  key: string
  label: string
}
/** Options of text fields, by field name. Set by a page around its form. */
export const TextChoicesContext = createContext<Readonly<Record<string, readonly TextChoice[]>>>({})

/** State that a form provides to its inputs. */
export interface FormScope {
  /**
   * True if the command goes through the outbox and takes its photos along. Otherwise photos are uploaded immediately.
   */
  usesOutbox: boolean
  photos: ReadonlyMap<string, OutboxPhoto>
  addPhoto: (photo: OutboxPhoto) => void
  removePhoto: (id: string) => void
  /** Known names of the rows that the form refers to. */
  refs: Readonly<Record<string, string>>
}
/** Default outside of forms. */
export const NO_FORM: FormScope = {
  usesOutbox: false,
  photos: new Map(),
  addPhoto: () => undefined,
  removePhoto: () => undefined,
  refs: {},
}
/** Set by every form around its inputs. */
export const FormScopeContext = createContext<FormScope>(NO_FORM)
/** Returns the scope of the surrounding form, or `NO_FORM`. */
export const useFormScope = (): FormScope => useContext(FormScopeContext)

/** A row that a pick-list offers before all others. */
export interface FirstChoice {
  id: string
  label: string
  /** Distinguishes the row from others, e.g. remaining amount or location. */
  note?: string
  /** Reason why it cannot be chosen now; omitted if it can. */
  disabledReason?: string
}
/** Rows that a pick-list offers first, in this order, by resource. */
export const FirstChoicesContext = createContext<Readonly<Record<string, readonly FirstChoice[]>>>({})
const NO_CHOICES: readonly FirstChoice[] = []
/** Returns the rows that a pick-list of the resource offers first. */
export const useFirstChoices = (resource: string): readonly FirstChoice[] =>
  useContext(FirstChoicesContext)[resource] ?? NO_CHOICES

/** Provides suggestions, such as earlier entries, for one field of the form in `children`. */
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
