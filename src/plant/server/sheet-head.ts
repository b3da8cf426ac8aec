import { wordKeys } from '@/contract/field'
import { refuseInput } from '@/contract/errno'
import type { Context } from '@/server/context'
import { sheetShiftProblem } from '../rules/sheet-shift'
import { shiftAt, shiftsNamed, shiftsOfDay, type Shift } from '../rules/shift'
import { calendarOf, happenedAt } from './plant'

export interface Head {
  businessDate: string
  shift: string | null
  team: string | null
}
type GivenHead = { readonly [K in keyof Head]?: string | null }

/**
 * Returns the shift of a record: as entered, else that of the moment it was filled in. A shift without a day is one of
 * the current business date.
 * @throws 4013 naming `shift` if that day has no such shift
 */
export async function headOf(ctx: Context, given: GivenHead, at: string = happenedAt(ctx)): Promise<Head> {
  const { pattern, timeZone } = await calendarOf(ctx)
  const now = shiftAt(at, pattern, timeZone)
  const businessDate = given.businessDate ?? now.businessDate
  const shift = given.shift ?? (businessDate === now.businessDate ? now.shift : null)
  const known = shiftsOfDay(businessDate, pattern, timeZone)
  if (shift !== null && !known.some((one) => one.shift === shift))
    throw refuseInput([
      { path: ['shift'], code: 'notAnOption', params: { options: known.map((one) => one.shift).join(', ') } },
    ])
  return { businessDate, shift, team: given.team ?? known.find((one) => one.shift === shift)?.team ?? null }
}
/**
 * Returns the entered shift with begin and end; without day and shift, that of `filledInAt`.
 * @throws as `resolveRecordHead`
 */
export async function shiftNamed(ctx: Context, given: GivenHead, at: string = happenedAt(ctx)): Promise<Shift> {
  const { pattern, timeZone } = await calendarOf(ctx)
  const head = await headOf(ctx, given, at)
  const shifts = shiftsOfDay(head.businessDate, pattern, timeZone)
  const named = shifts.find(({ shift }) => shift === head.shift)
  if (!named) throw refuseInput([{ path: ['shift'], code: 'missing' }])
  return named
}

/**
 * Asserts that the shift (or day) of a record has begun and is not a slip of the date. Records saved on a phone are
 * judged by the time they were saved.
 * @throws 4013 naming `businessDate` for the future or more than three months ago, and as `resolveRecordHead`
 */
export async function mustBeSheetOfNow(ctx: Context, given: Pick<GivenHead, 'businessDate' | 'shift'>): Promise<void> {
  const { pattern, timeZone } = await calendarOf(ctx)
  const { businessDate, shift } = await headOf(ctx, given)
  const named = shiftsNamed(businessDate, shift, pattern, timeZone)
  // If the phone's clock is wrong, its time is unusable.
  const at = ctx.origin.clockOff ? ctx.now.getTime() : Date.parse(happenedAt(ctx))
  const problem = sheetShiftProblem(named, at)
  if (problem) throw refuseInput([{ path: ['businessDate'], code: problem }])
}

const known: readonly string[] = wordKeys['contract:shifts']
/** Returns the name of a shift; shifts that a plant defined itself are shown by their key. */
export const shiftWord = (ctx: Context, shift: string | null): string =>
  shift && known.includes(shift) ? ctx.t(`contract:shifts.${shift}`) : (shift ?? '')
