import { createContext, useContext } from 'react'
import type { Field } from '@/contract/field'
import type { Photo } from '../api/phone'

/** Words offered while one types, by `field` or `list.field`: what was entered before. A page sets them around its form. */
export const SuggestionsContext = createContext<Readonly<Record<string, readonly string[]>>>({})

/** The unit of the numbers in a line of a list, where it follows from another row: from the test that a limit is of. A page sets it around what it shows. */
export const LineUnitContext = createContext<
  (list: string, line: Readonly<Record<string, unknown>>) => string | null | undefined
>(() => undefined)
/** A field of a list's line with the unit that its numbers are in. */
export function useLineField(): (list: string, field: Field, line: Readonly<Record<string, unknown>>) => Field {
  const unitOf = useContext(LineUnitContext)
  return (list, field, line) => {
    const unit = field.kind === 'amount' && field.unit === '' ? unitOf(list, line) : null
    return field.kind === 'amount' && unit ? { ...field, unit } : field
  }
}

/** A value that is chosen where it would be typed otherwise. */
export interface TextChoice {
  key: string
  word: string
}
/** What texts of these names are chosen from. A page sets them around its form. */
export const TextChoicesContext = createContext<Readonly<Record<string, readonly TextChoice[]>>>({})

/** What the form around an input provides. */
export interface FormScope {
  /** The command goes through the outbox: photos travel with it. Otherwise they are uploaded at once. */
  offline: boolean
  photos: ReadonlyMap<string, Photo>
  addPhoto: (photo: Photo) => void
  dropPhoto: (id: string) => void
  /** Names of rows the form refers to, as far as known. */
  refs: Readonly<Record<string, string>>
}
/** Where there is no form around. */
export const NO_FORM: FormScope = {
  offline: false,
  photos: new Map(),
  addPhoto: () => undefined,
  dropPhoto: () => undefined,
  refs: {},
}
export const FormScopeContext = createContext<FormScope>(NO_FORM)
export const useFormScope = (): FormScope => useContext(FormScopeContext)
