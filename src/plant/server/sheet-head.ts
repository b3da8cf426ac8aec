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
 * The shift a sheet belongs to: as given, else that of the moment it was filled in. A shift alone is one of the
 * business day then. @throws 4013 naming `shift` when that day has no such shift
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
/** The same with begin and end; without a day and a shift, that of `at`. @throws as `headOf` */
export async function shiftNamed(ctx: Context, given: GivenHead, at: string = happenedAt(ctx)): Promise<Shift> {
  const { pattern, timeZone } = await calendarOf(ctx)
  const head = await headOf(ctx, given, at)
  const shifts = shiftsOfDay(head.businessDate, pattern, timeZone)
  const named = shifts.find(({ shift }) => shift === head.shift)
  if (!named) throw refuseInput([{ path: ['shift'], code: 'missing' }])
  return named
}

/**
 * Of the shift (or of the day, where a sheet names none) that a person fills in a sheet of: it has begun, and is no slip of the
 * date. What was saved on a phone is judged by when that was.
 * @throws 4013 naming `businessDate` for one to come and one of more than three months ago, and as `headOf`
 */
export async function mustBeSheetOfNow(ctx: Context, given: Pick<GivenHead, 'businessDate' | 'shift'>): Promise<void> {
  const { pattern, timeZone } = await calendarOf(ctx)
  const { businessDate, shift } = await headOf(ctx, given)
  const named = shiftsNamed(businessDate, shift, pattern, timeZone)
  // A phone's clock that is off says nothing of when it was.
  const at = ctx.origin.clockOff ? ctx.now.getTime() : Date.parse(happenedAt(ctx))
  const problem = sheetShiftProblem(named, at)
  if (problem) throw refuseInput([{ path: ['businessDate'], code: problem }])
}

const known: readonly string[] = wordKeys['contract:shifts']
/** The word of a shift; a plant's own shift is its own word. */
export const shiftWord = (ctx: Context, shift: string | null): string =>
  shift && known.includes(shift) ? ctx.t(`contract:shifts.${shift}`) : (shift ?? '')
