import { refuse } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { validateEffectiveFrom, validateRotation, type RotationEntry } from '../rules/rotation'
import { shiftRotation } from '../contract/rotation'
import { publishEvent } from '@/server/events'
import { calendarChanged } from './events'
import { findBusinessDate } from './plant'
import type { AppContext } from '@/server/crud/operations'
import { hasRowWithValue } from '@/server/crud/has-row-with-value'
import { lineStop } from '../contract/line-stop'
import type { Day } from '../rules/plant-time'
import { sql } from '@/server/sql'
import { handle } from '@/server/area'

type RotationRow = Row<typeof shiftRotation>

/**
 * Adds a pattern that applies from a business date on, for which nothing may be recorded yet. Rounds already planned for
 * later shifts are planned again.
 */
export const createRotation = handle(shiftRotation.endpoints.create, async (ctx, input) => {
  await lockRotations(ctx)
  const enteredRotation = input as RotationEntry
  const today = await findBusinessDate(ctx)
  const problem = validateRotation(enteredRotation, today, await hasRecordsOfToday(ctx, enteredRotation, today))
  if (problem) throw refuse(`plant:refusals.rotation.${problem}`)
  const entry = await ctx.rows.insert(shiftRotation, input as Partial<RotationRow>)
  await publishEvent(ctx, calendarChanged, {})
  return entry
})
/** Removes a rotation entry that has not taken effect, or took effect today before anything was recorded. */
export const removeRotation = handle(shiftRotation.endpoints.remove, async (ctx, input) => {
  await lockRotations(ctx)
  const entry = await ctx.rows.lock(shiftRotation, input.id)
  const today = await findBusinessDate(ctx)
  const problem = validateEffectiveFrom(entry, today, await hasRecordsOfToday(ctx, entry, today))
  if (problem) throw refuse(`plant:refusals.rotation.${problem}`)
  await ctx.rows.remove(shiftRotation, entry.id, { version: input.version ?? null })
  await publishEvent(ctx, calendarChanged, {})
  return null
})
const hasRecordsOfToday = async (
  ctx: Context,
  { effectiveFrom }: Pick<RotationEntry, 'effectiveFrom'>,
  today: string,
) => effectiveFrom === today && hasShiftRecords(ctx, today)
/** Serializes changes, because each of two concurrent changes would plan rounds without knowing the other change. */
const lockRotations = (ctx: Context): Promise<unknown> =>
  ctx.query(sql`select pg_advisory_xact_lock(hashtext('shift_rotation'), ${ctx.site})`)

/**
 * True if a stop (reported or detected) is recorded for a business date, or if a person wrote a row with a shift for
 * that date in any area. Rounds and sums made by jobs do not count.
 */
async function hasShiftRecords(ctx: Context, businessDate: Day): Promise<boolean> {
  const shiftResources = [...(ctx as AppContext).app.resources.values()].filter(
    ({ fields }) => 'businessDate' in fields && 'shift' in fields,
  )
  for (const resource of shiftResources) {
    const author = resource.name === lineStop.name ? 'anybody' : 'person'
    if (await hasRowWithValue(ctx, resource, 'businessDate', businessDate, author)) return true
  }
  return false
}
