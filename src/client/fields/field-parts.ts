import type { ComponentType } from 'react'
import type { Field, FieldKind, FieldByKind } from '@/contract/field'
import type { FieldPlace } from '../i18n/labels'

/**
 * Components that display any field. The components of lists and custom fields display other fields, so they receive
 * `NestedComponents` as a prop. Importing the registry would be an import cycle.
 */
export interface NestedComponents {
  Input: ComponentType<InputProps>
  Value: ComponentType<ValueProps>
}
/** Props of the input of any kind. `value` is the stored value; empty is `null`, or `[]` and `{}` for collections. */
export interface InputProps<F extends Field = Field> {
  field: F
  name: string
  place: FieldPlace
  /** Id of the focusable element. */
  id: string
  label: string
  value?: unknown
  onChange?: (value: unknown) => void
  disabled?: boolean
  invalid?: boolean
  /** Id of the element with the error or hint. */
  describedBy?: string
  /** Names of a choice's options that are defined by the plant and in no locale. */
  optionLabels?: Readonly<Record<string, string>>
  nestedComponents?: NestedComponents
}
/** Props of a field's value in a cell or detail. */
export interface ValueProps<F extends Field = Field> {
  field: F
  name: string
  place: FieldPlace
  value: unknown
  /** Display names of referenced rows, by id. */
  refs: Readonly<Record<string, string>>
  /** Shows the complete value in details; cells have one line. */
  isDetail?: boolean
  optionLabels?: Readonly<Record<string, string>>
  nestedComponents?: NestedComponents
}
/** Value of a filter parameter; null or undefined removes the filter. */
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
/** The components of one kind of field. `Filter` is null if the server does not filter by it. */
export interface FieldParts<F extends Field = Field> {
  Input: ComponentType<InputProps<F>>
  Value: ComponentType<ValueProps<F>>
  Filter: ComponentType<FilterProps<F>> | null
}
export type FieldRegistry = { [K in FieldKind]: FieldParts<FieldByKind<K>> }
