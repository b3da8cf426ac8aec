import { createContext, useContext } from 'react'
import type { Photo } from '../api/phone'

/** Words offered while one types, by `field` or `list.field`: what was entered before. A page sets them around its form. */
export const SuggestionsContext = createContext<Readonly<Record<string, readonly string[]>>>({})

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
const none: FormScope = {
  offline: false,
  photos: new Map(),
  addPhoto: () => undefined,
  dropPhoto: () => undefined,
  refs: {},
}
export const FormScopeContext = createContext<FormScope>(none)
export const useFormScope = (): FormScope => useContext(FormScopeContext)
