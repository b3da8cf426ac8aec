import { createContext, useContext, type ComponentType } from 'react'
import { choiceParts } from './choice'
import { customParts } from './custom'
import { momentParts, dayParts } from './date'
import type { FieldParts, FilterProps, InputProps, NestedComponents, FieldRegistry, ValueProps } from './field-parts'
import { fileParts } from './file'
import { flagParts } from './flag'
import { imageParts } from './image'
import { listParts } from './list'
import { noteParts } from './note'
import { referenceParts, referencesParts } from './reference'
import { seriesParts } from './series'
import { textParts } from './text'
import type { AmountField, IntegerField } from '@/contract/field'
import { NumberFilter, NumberInput, NumberValue } from './number-input'

const integerParts: FieldParts<IntegerField> = { Input: NumberInput, Value: NumberValue, Filter: NumberFilter }

const amountParts: FieldParts<AmountField> = { Input: NumberInput, Value: NumberValue, Filter: NumberFilter }

/** Components of every kind of field; a missing kind is a compile error. */
const fieldRegistry = {
  text: textParts,
  note: noteParts,
  integer: integerParts,
  amount: amountParts,
  choice: choiceParts,
  flag: flagParts,
  day: dayParts,
  moment: momentParts,
  reference: referenceParts,
  references: referencesParts,
  image: imageParts,
  file: fileParts,
  list: listParts,
  series: seriesParts,
  custom: customParts,
} satisfies FieldRegistry

const getFieldParts = (kind: keyof FieldRegistry): FieldParts => fieldRegistry[kind] as FieldParts

/** Custom inputs that replace the default inputs of fields, by field name. Keep the object's identity. */
export const FieldInputsContext = createContext<Readonly<Record<string, ComponentType<InputProps>>>>({})
/** Input of any field. antd-mobile's Form passes `value` and `onChange`. */
export function FieldInput(props: InputProps) {
  const Input = useContext(FieldInputsContext)[props.name] ?? getFieldParts(props.field.kind).Input
  return <Input {...props} nestedComponents={nestedComponents} />
}
/** Value of any field in a cell or detail. */
export function FieldView(props: ValueProps) {
  const { Value } = getFieldParts(props.field.kind)
  return <Value {...props} nestedComponents={nestedComponents} />
}
/** Returns the filter component of a kind of field; null if the server does not filter by it. */
export const getFilterComponent = (kind: keyof FieldRegistry): ComponentType<FilterProps> | null =>
  getFieldParts(kind).Filter
const nestedComponents: NestedComponents = { Input: FieldInput, Value: FieldView }
