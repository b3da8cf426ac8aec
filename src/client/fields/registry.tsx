import type { ComponentType } from 'react'
import { amountParts } from './amount'
import { choiceParts } from './choice'
import { customParts } from './custom'
import { dayParts } from './day'
import type { FieldParts, FilterProps, InputProps, Nested, Registry, ShowProps } from './field-parts'
import { fileParts } from './file'
import { flagParts } from './flag'
import { imageParts } from './image'
import { integerParts } from './integer'
import { listParts } from './list'
import { momentParts } from './moment'
import { noteParts } from './note'
import { referenceParts } from './reference'
import { referencesParts } from './references'
import { seriesParts } from './series'
import { textParts } from './text'

/** Components of every kind of field; a missing kind is a compile error. */
const registry = {
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
} satisfies Registry

const partsOf = (kind: keyof Registry): FieldParts => registry[kind] as FieldParts

/** Input of any field. antd-mobile's Form passes `value` and `onChange`. */
export function FieldInput(props: InputProps) {
  const { Input } = partsOf(props.field.kind)
  return <Input {...props} nested={nested} />
}
/** Value of any field in a cell or detail. */
export function FieldShow(props: ShowProps) {
  const { Show } = partsOf(props.field.kind)
  return <Show {...props} nested={nested} />
}
/** Returns the filter component of a kind of field; null if the server does not filter by it. */
export const filterOf = (kind: keyof Registry): ComponentType<FilterProps> | null => partsOf(kind).Filter
const nested: Nested = { Input: FieldInput, Show: FieldShow }
