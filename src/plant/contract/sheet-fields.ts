import type { Doing } from '@/contract/resource'
import { day, image, moment, note, reference, text } from '@/contract/field'

/** Options of a shift field, which holds the key of a shift in the rotation. */
export const shiftText = { max: 40, words: 'contract:shifts' } as const
/** Options of a team field, which holds the key of a team in the rotation. */
export const teamText = { max: 40, words: 'contract:teams' } as const
/** Head fields of every shift record: where and when. Empty values are filled in from the plant's clock. */
export const sheetHead = {
  lineId: reference('line', { required: true }),
  workOrderId: reference('workOrder'),
  businessDate: day(),
  shift: text(shiftText),
  team: text(teamText),
} as const
/** Foot fields of every shift record: images, note, author and time. */
export const sheetFoot = {
  images: image(),
  note: note({ max: 2000 }),
  userId: reference('user', { readonly: true }),
  filledAt: moment({ readonly: true }),
} as const
/** Returns the author and time of a new shift record. */
export const sheetEntered = (_row: unknown, { at, personId }: Doing) => ({ userId: personId, filledAt: at })
export const sheetFilters = ['lineId', 'workOrderId', 'businessDate', 'shift', 'team'] as const
