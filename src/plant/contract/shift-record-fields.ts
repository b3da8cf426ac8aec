import type { ActionContext } from '@/contract/resource'
import { day, image, moment, note, reference, text } from '@/contract/field'

/** Options of a shift field, which holds the key of a shift in the rotation. */
export const shiftTextOptions = { max: 40, vocabulary: 'contract:shifts' } as const
/** Options of a team field, which holds the key of a team in the rotation. */
export const teamTextOptions = { max: 40, vocabulary: 'contract:teams' } as const
/** Head fields of every shift record: where and when. Empty values are filled in from the plant's clock. */
export const shiftRecordHead = {
  lineId: reference('line', { required: true }),
  workOrderId: reference('workOrder'),
  businessDate: day(),
  shift: text(shiftTextOptions),
  team: text(teamTextOptions),
} as const
/** Foot fields of every shift record: images, note, author and time. */
export const shiftRecordFoot = {
  images: image(),
  note: note({ max: 2000 }),
  userId: reference('user', { readonly: true }),
  filledAt: moment({ readonly: true }),
} as const
/** Returns the author and time of a new shift record. */
export const buildShiftRecordFoot = (_row: unknown, { at, personId }: ActionContext) => ({
  userId: personId,
  filledAt: at,
})
export const shiftRecordFilters = ['lineId', 'workOrderId', 'businessDate', 'shift', 'team'] as const
