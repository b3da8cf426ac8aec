import type { ComponentType } from 'react'
import { choiceParts } from './choice'
import { customParts } from './custom'
import { dayParts } from './day'
import type { FieldParts, FilterProps, InputProps, NestedComponents, FieldRegistry, ShowProps } from './field-parts'
import { fileParts } from './file'
import { flagParts } from './flag'
import { imageParts } from './image'
import { listParts } from './list'
import { momentParts } from './moment'
import { noteParts } from './note'
import { referenceParts } from './reference'
import { referencesParts } from './references'
import { seriesParts } from './series'
import { textParts } from './text'
import type { AmountField, IntegerField } from '@/contract/field'
import { NumberFilter, NumberInput, NumberShow } from './number-input'

const integerParts: FieldParts<IntegerField> = { Input: NumberInput, Show: NumberShow, Filter: NumberFilter }

const amountParts: FieldParts<AmountField> = { Input: NumberInput, Show: NumberShow, Filter: NumberFilter }

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

/** Input of any field. antd-mobile's Form passes `value` and `onChange`. */
export function FieldInput(props: InputProps) {
  const { Input } = getFieldParts(props.field.kind)
  return <Input {...props} nested={nestedComponents} />
}
/** Value of any field in a cell or detail. */
export function FieldShow(props: ShowProps) {
  const { Show } = getFieldParts(props.field.kind)
  return <Show {...props} nested={nestedComponents} />
}
/** Returns the filter component of a kind of field; null if the server does not filter by it. */
export const getFilterComponent = (kind: keyof FieldRegistry): ComponentType<FilterProps> | null =>
  getFieldParts(kind).Filter
const nestedComponents: NestedComponents = { Input: FieldInput, Show: FieldShow }
