import type { ComponentType } from 'react'
import type { Field, FieldKind, FieldOf } from '@/contract/field'
import type { FieldPlace } from '../i18n/labels'

/** Any field again: for the kinds that hold fields. Handed down so that these need not import the registry that holds them. */
export interface Nested {
  Input: ComponentType<InputProps>
  Show: ComponentType<ShowProps>
}
/** What the input of any kind is given. `value` is the stored value; empty is `null`, or `[]` and `{}` for collections. */
export interface InputProps<F extends Field = Field> {
  field: F
  name: string
  place: FieldPlace
  /** Of the element that takes the focus. */
  id: string
  label: string
  value?: unknown
  onChange?: (value: unknown) => void
  disabled?: boolean
  invalid?: boolean
  /** Id of the element that says what is wrong or what to enter. */
  describedBy?: string
  /** Names of a choice's options that stand in no locale: the plant's own. */
  words?: Readonly<Record<string, string>>
  nested?: Nested
}
/** What a cell or a line of a detail is given. */
export interface ShowProps<F extends Field = Field> {
  field: F
  name: string
  place: FieldPlace
  value: unknown
  /** Display names of referenced rows, by id. */
  refs: Readonly<Record<string, string>>
  /** A detail has room for all of it; a cell for a line. */
  full?: boolean
  words?: Readonly<Record<string, string>>
  nested?: Nested
}
export type FilterValue = string | number | boolean | null | undefined
export type FilterValues = Readonly<Record<string, FilterValue>>
/** A filter reads and writes its parameters of the list query: `name`, or `nameFrom` and `nameTo` for a range. */
export interface FilterProps<F extends Field = Field> {
  field: F
  name: string
  place: FieldPlace
  label: string
  values: FilterValues
  onChange: (change: Record<string, FilterValue>) => void
}
/** One kind of field as the client knows it. `Filter` is null where the server does not filter. */
export interface FieldParts<F extends Field = Field> {
  Input: ComponentType<InputProps<F>>
  Show: ComponentType<ShowProps<F>>
  Filter: ComponentType<FilterProps<F>> | null
}
export type Registry = { [K in FieldKind]: FieldParts<FieldOf<K>> }
