import { amount, choice, day, image, list, moment, note, reference, references, text } from '@/contract/field'

/** Leading fields of every record about a machine; each kind of record adds its own fields. */
export const recordHeadFields = {
  equipmentId: reference('equipment', { required: true }),
  occurredAt: moment({ required: true, notFuture: true }),
  people: references('user', { max: 30 }),
} as const

export const recordResults = ['ok', 'attention', 'notOk'] as const
/** Closing fields of every record about a machine. */
export const recordTailFields = {
  result: choice(recordResults, { required: true }),
  images: image(),
  note: note(),
  nextDueOn: day(),
} as const

/** Checked items with method, standard and result; `value` is in the `unit` of the item. */
export const checkItemsField = list(
  {
    item: text({ required: true }),
    method: text(),
    standard: text(),
    result: choice(recordResults, { required: true }),
    value: amount({ unit: '', digits: 6 }),
    unit: text({ max: 20 }),
    remark: text({ max: 400 }),
  },
  { max: 100, entryKey: 'item' },
)

/** Upper limit of a part quantity in the part's unit. A larger quantity is a typing error, because no store holds more. */
export const MAX_PART_QUANTITY = 1_000_000
/** Quantity of a part that was used or is planned. */
export const usedQuantityField = amount({ unit: '', required: true, min: 0, max: MAX_PART_QUANTITY })
/** Spare parts used, with quantities in the part's own unit. */
export const usedPartsField = list(
  {
    partId: reference('sparePart', { required: true }),
    quantity: usedQuantityField,
  },
  { max: 100 },
)

/** Filters that every kind of record has. */
export const recordFilters = ['equipmentId', 'occurredAt', 'result', 'nextDueOn'] as const
