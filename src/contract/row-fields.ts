import { integer, moment, reference, text, type Field, type Fields } from './field'

/** The columns of `RowBase` as fields, for the documentation and for sorting. */
export const baseFields = {
  id: text({ required: true, readonly: true, max: 36 }),
  version: integer({ required: true, readonly: true }),
  createdAt: moment({ required: true, readonly: true }),
  updatedAt: moment({ required: true, readonly: true }),
  createdBy: reference('user', { readonly: true }),
} as const

/** Returns the fields that a caller may send. */
export const getWritableFields = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, field]) => !field.readonly))
/** True for kinds that are filtered by a range: `<name>From` and `<name>To`, both inclusive. */
export const isRangeFiltered = (field: Field): boolean => ['day', 'moment', 'integer', 'amount'].includes(field.kind)
