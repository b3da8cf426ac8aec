import { refuse } from '@/contract/errno'
import type { Create, Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { dayProblem, rotationProblem, type RotationEntry } from '../rules/rotation'
import { shiftRotation } from '../contract/rotation'
import { tell } from '@/server/events'
import { calendarChanged } from './events'
import { isRecorded } from './recorded'
import { shiftOf } from './plant'

type Entry = Row<typeof shiftRotation>

/** Adds a pattern from a business date without records on. Rounds already planned for it are planned again. */
export async function addRotation(ctx: Context, input: Create<typeof shiftRotation>): Promise<Entry> {
  await oneAtATime(ctx)
  const entered = input as RotationEntry
  const today = await businessDate(ctx)
  const problem = rotationProblem(entered, today, await isFixed(ctx, entered, today))
  if (problem) throw refuse(`plant:refusals.rotation.${problem}`)
  const entry = await ctx.rows.insert(shiftRotation, input as Partial<Entry>)
  await tell(ctx, calendarChanged, {})
  return entry
}
/** Removes a rotation entry without records. */
export async function removeRotation(ctx: Context, input: { id: string; version?: number | null }): Promise<null> {
  await oneAtATime(ctx)
  const entry = await ctx.rows.lock(shiftRotation, input.id)
  const today = await businessDate(ctx)
  const problem = dayProblem(entry, today, await isFixed(ctx, entry, today))
  if (problem) throw refuse(`plant:refusals.rotation.${problem}`)
  await ctx.rows.remove(shiftRotation, entry.id, { version: input.version ?? null })
  await tell(ctx, calendarChanged, {})
  return null
}
const isFixed = async (ctx: Context, { effectiveFrom }: Pick<RotationEntry, 'effectiveFrom'>, today: string) =>
  effectiveFrom === today && isRecorded(ctx, today)
const businessDate = async (ctx: Context): Promise<string> => (await shiftOf(ctx)).businessDate
/** Two concurrent changes would each plan rounds without the other. */
const oneAtATime = (ctx: Context): Promise<unknown> =>
  ctx.query(`select pg_advisory_xact_lock(hashtext('shift_rotation'), $1)`, [ctx.site])
