import { createContext, useContext } from 'react'
import type { Field } from '@/contract/field'
import type { OutboxPhoto } from '../api/phone'

/** Suggestions while typing, e.g. earlier entries, by `field` or `list.field`. Set by a page around its form. */
export const SuggestionsContext = createContext<Readonly<Record<string, readonly string[]>>>({})

/**
 * Returns the unit of amounts in a list's line if it depends on another row, e.g. the test that a limit belongs to. Set
 * by a page around its content.
 */
export const LineUnitContext = createContext<
  (list: string, line: Readonly<Record<string, unknown>>) => string | null | undefined
>(() => undefined)
/** Returns a function that completes a field of a list's line with its unit. */
export function useLineField(): (list: string, field: Field, line: Readonly<Record<string, unknown>>) => Field {
  const getUnit = useContext(LineUnitContext)
  return (list, field, line) => {
    const unit = field.kind === 'amount' && field.unit === '' ? getUnit(list, line) : null
    return field.kind === 'amount' && unit ? { ...field, unit } : field
  }
}

/** An option of a text field that is chosen rather than typed. */
export interface TextChoice {
  key: string
  word: string
}
/** Options of text fields, by field name. Set by a page around its form. */
export const TextChoicesContext = createContext<Readonly<Record<string, readonly TextChoice[]>>>({})

/** State that a form provides to its inputs. */
export interface FormScope {
  /** The command goes through the outbox and takes its photos along. Otherwise photos are uploaded immediately. */
  offline: boolean
  photos: ReadonlyMap<string, OutboxPhoto>
  addPhoto: (photo: OutboxPhoto) => void
  dropPhoto: (id: string) => void
  /** Known names of the rows that the form refers to. */
  refs: Readonly<Record<string, string>>
}
/** Default outside of forms. */
export const NO_FORM: FormScope = {
  offline: false,
  photos: new Map(),
  addPhoto: () => undefined,
  dropPhoto: () => undefined,
  refs: {},
}
export const FormScopeContext = createContext<FormScope>(NO_FORM)
/** Returns the scope of the surrounding form, or `NO_FORM`. */
export const useFormScope = (): FormScope => useContext(FormScopeContext)
