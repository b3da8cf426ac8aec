import { refuse } from '@/contract/errno'
import type { Create, Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { isAhead, rotationProblem, type RotationEntry } from '../rules/rotation'
import { shiftRotation } from '../contract/rotation'
import { tell } from '@/server/events'
import { calendarChanged } from './events'
import { shiftOf } from './plant'

type Entry = Row<typeof shiftRotation>

/** Orders another pattern from a business date to come. Rounds made ahead for it are made anew. */
export async function addRotation(ctx: Context, input: Create<typeof shiftRotation>): Promise<Entry> {
  await oneAtATime(ctx)
  const problem = rotationProblem(input as RotationEntry, await businessDate(ctx))
  if (problem) throw refuse(`plant:refusals.rotation.${problem}`)
  const entry = await ctx.rows.insert(shiftRotation, input as Partial<Entry>)
  await tell(ctx, calendarChanged, {})
  return entry
}
/** Takes back what has not begun. */
export async function removeRotation(ctx: Context, input: { id: string; version?: number | null }): Promise<null> {
  await oneAtATime(ctx)
  const entry = await ctx.rows.lock(shiftRotation, input.id)
  if (!isAhead(entry, await businessDate(ctx))) throw refuse('plant:refusals.rotation.notAhead')
  await ctx.rows.remove(shiftRotation, entry.id, { version: input.version ?? null })
  await tell(ctx, calendarChanged, {})
  return null
}
const businessDate = async (ctx: Context): Promise<string> => (await shiftOf(ctx)).businessDate
/** Two orders at once would each make rounds without the other. */
const oneAtATime = (ctx: Context): Promise<unknown> =>
  ctx.query(`select pg_advisory_xact_lock(hashtext('shift_rotation'), $1)`, [ctx.site])
