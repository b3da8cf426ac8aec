import { amount, choice, day, image, list, moment, note, reference, references, text } from '@/contract/field'

/** What every record about a machine says; each kind of record adds what its work is about. */
export const recordHead = {
  equipmentId: reference('equipment', { required: true }),
  occurredAt: moment({ required: true }),
  people: references('user', { max: 30 }),
} as const

export const recordResults = ['ok', 'attention', 'notOk'] as const
export const recordTail = {
  result: choice(recordResults, { required: true }),
  images: image(),
  note: note(),
  nextDueOn: day(),
} as const

/** What was looked at, how, against which standard, and what came out; `value` is in the row's `unit`. */
export const checkItems = list(
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

/** More of a part, in its own unit, no store holds: it is a slip of the finger. */
export const MOST_PIECES = 1_000_000
/** How much of a part was used, or is to be. */
export const piecesUsed = amount({ unit: '', required: true, min: 0, max: MOST_PIECES })
/** Spare parts used, in the part's own unit. */
export const usedParts = list(
  {
    partId: reference('sparePart', { required: true }),
    quantity: piecesUsed,
  },
  { max: 100 },
)

/** How every kind of record is found. */
export const recordFilters = ['equipmentId', 'occurredAt', 'result', 'nextDueOn'] as const
