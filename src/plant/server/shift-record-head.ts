import { vocabularies } from '@/contract/field'
import { refuseInput } from '@/contract/errno'
import type { Context } from '@/server/context'
import { validateRecordShifts } from '../rules/record-shift'
import { getShiftAt, getShiftsByName, getShiftsOfDay, type Shift } from '../rules/shift'
import { loadPlantCalendar, resolveOccurredAt } from './plant'

export interface ShiftRecordHead {
  businessDate: string
  shift: string | null
  team: string | null
}
type EnteredHead = { readonly [K in keyof ShiftRecordHead]?: string | null }

/**
 * Returns business date, shift and team of a record as entered. The shift that runs at `filledInAt` replaces missing
 * values; on another business date a missing shift stays null.
 * @throws errno.parameter naming `shift` if that day has no such shift
 */
export async function resolveRecordHead(
  ctx: Context,
  enteredHead: EnteredHead,
  filledInAt: string = resolveOccurredAt(ctx),
): Promise<ShiftRecordHead> {
  const { rotation, timeZone } = await loadPlantCalendar(ctx)
  const currentShift = getShiftAt(filledInAt, rotation, timeZone)
  const businessDate = enteredHead.businessDate ?? currentShift.businessDate
  const shift = enteredHead.shift ?? (businessDate === currentShift.businessDate ? currentShift.shift : null)
  const dayShifts = getShiftsOfDay(businessDate, rotation, timeZone)
  if (shift !== null && !dayShifts.some((dayShift) => dayShift.shift === shift))
    throw refuseInput([
      {
        path: ['shift'],
        code: 'notAnOption',
        params: { options: dayShifts.map((dayShift) => dayShift.shift).join(', ') },
      },
    ])
  return {
    businessDate,
    shift,
    team: enteredHead.team ?? dayShifts.find((dayShift) => dayShift.shift === shift)?.team ?? null,
  }
}
/**
 * Returns the entered shift with begin and end. Without day and shift, returns the shift that runs at `filledInAt`.
 * @throws errno.parameter like `resolveRecordHead`, and if the shift is missing
 */
export async function resolveEnteredShift(
  ctx: Context,
  enteredHead: EnteredHead,
  filledInAt: string = resolveOccurredAt(ctx),
): Promise<Shift> {
  const { rotation, timeZone } = await loadPlantCalendar(ctx)
  const head = await resolveRecordHead(ctx, enteredHead, filledInAt)
  const shifts = getShiftsOfDay(head.businessDate, rotation, timeZone)
  const enteredShift = shifts.find(({ shift }) => shift === head.shift)
  if (!enteredShift) throw refuseInput([{ path: ['shift'], code: 'missing' }])
  return enteredShift
}

/**
 * Asserts that the shift (or day) of a record has begun and that the date is no typing error. The time of saving counts
 * for records saved on a phone.
 * @throws errno.parameter naming `businessDate` for the future or more than three months ago, and like `resolveRecordHead`
 */
export async function assertRecordShiftPlausible(
  ctx: Context,
  enteredHead: Pick<EnteredHead, 'businessDate' | 'shift'>,
): Promise<void> {
  const { rotation, timeZone } = await loadPlantCalendar(ctx)
  const { businessDate, shift } = await resolveRecordHead(ctx, enteredHead)
  const recordShifts = getShiftsByName(businessDate, shift, rotation, timeZone)
  // If the phone's clock is wrong, the time of saving is unusable.
  const filledInAt = ctx.origin.isClockOff ? ctx.now.getTime() : Date.parse(resolveOccurredAt(ctx))
  const problem = validateRecordShifts(recordShifts, filledInAt)
  if (problem) throw refuseInput([{ path: ['businessDate'], code: problem }])
}

const presetShiftKeys: readonly string[] = vocabularies['contract:shifts']
/** Returns the name of a shift; shifts that a plant defined itself are shown by their key. */
export const formatShift = (ctx: Context, shift: string | null): string =>
  shift && presetShiftKeys.includes(shift) ? ctx.t(`contract:shifts.${shift}`) : (shift ?? '')
