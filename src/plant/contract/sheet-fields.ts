import type { Doing } from '@/contract/resource'
import { day, image, moment, note, reference, text } from '@/contract/field'

/** A shift by the key that the rotation gives it. */
export const shiftText = { max: 40, words: 'contract:shifts' } as const
/** A team by the key that the rotation gives it. */
export const teamText = { max: 40, words: 'contract:teams' } as const
/** Head of every sheet of a shift: where and when by the plant's calendar. Filled in from the clock when left empty. */
export const sheetHead = {
  lineId: reference('line', { required: true }),
  workOrderId: reference('workOrder'),
  businessDate: day(),
  shift: text(shiftText),
  team: text(teamText),
} as const
/** Foot of every sheet: what was seen, and by whom. */
export const sheetFoot = {
  images: image(),
  note: note({ max: 2000 }),
  userId: reference('user', { readonly: true }),
  filledAt: moment({ readonly: true }),
} as const
/** Whoever enters a sheet is in its foot. */
export const sheetEntered = (_row: unknown, { at, personId }: Doing) => ({ userId: personId, filledAt: at })
export const sheetFilters = ['lineId', 'workOrderId', 'businessDate', 'shift', 'team'] as const
