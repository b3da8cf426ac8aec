import { errno, Refusal } from '@/contract/errno'
import { MAX_CLOCK_DRIFT_MS } from '@/contract/instant'
import type { AnyRow, Resource } from '@/contract/resource'
import type { Context } from '@/server/context'
import { getRowTitle } from '@/server/crud/audit'
import type { AppContext } from '@/server/crud/operations'
import { formatPlantMinute } from '@/server/entered-moments'
import { isUsedTooEarly } from '../rules/chronology'
import { isDay, MINUTE_MS, toMillis, toMoment, type Day, type Moment } from '../rules/plant-time'
import { toPlantDay } from './plant'

/**
 * Asserts that a thing existed when it was used. The usual cause is a wrong device clock, which the message mentions.
 * @param use.since first day of the thing; null if unknown
 * @param use.field field of the moment, named in the refusal
 * @throws errno.message `beforeItExisted`
 */
export function assertExistedAtUse(
  ctx: Context,
  use: { readonly name: string; readonly since: Day | null; readonly at: Moment | Day; readonly field: string },
): void {
  if (!isUsedTooEarly(use.since, isDay(use.at) ? use.at : toPlantDay(ctx, use.at))) return
  throw createEarlyUseRefusal(ctx, { ...use, since: use.since ?? '' })
}
/**
 * Asserts that the rows to which a record refers existed when the record says it happened, e.g. its order and its lot.
 * @param use.at moment of the record; a day is compared as it is
 * @param previousRow the stored record: references that it already had on the same day are not checked again
 * @throws errno.message `beforeItExisted`
 */
export async function assertReferencesExisted(
  ctx: Context,
  record: Resource,
  row: AnyRow,
  use: { readonly at: Moment | Day; readonly field: string },
  previousRow: AnyRow | null = null,
): Promise<void> {
  const isSameTime = previousRow !== null && previousRow[use.field] === row[use.field]
  for (const [name, field] of Object.entries(record.fields)) {
    const id = row[name]
    const target = field.kind === 'reference' ? (ctx as AppContext).app.resources.get(field.to) : undefined
    if (!target?.existsSince.length || typeof id !== 'string') continue
    if (isSameTime && previousRow[name] === id) continue
    const referencedRow: AnyRow = await ctx.rows.get(target, id)
    const since = target.existsSince
      .flatMap((sinceField) => {
        const date = referencedRow[sinceField]
        return typeof date === 'string' ? [isDay(date) ? date : toPlantDay(ctx, date)] : []
      })
      .sort()[0]
    assertExistedAtUse(ctx, { name: getRowTitle(target, referencedRow), since: since ?? null, ...use })
  }
}
/** The use of a thing that was made at a known moment. */
export interface MomentOfUse {
  readonly name: string
  /** Null if unknown; then no use is too early. */
  readonly madeAt: Moment | null
  readonly at: Moment
  /** Field of the moment, named in the refusal. */
  readonly field: string
}
/**
 * Resolves the moment at which a thing was used. A moment slightly before the thing was made becomes that moment, because
 * the clocks of two phones differ. The moment of a phone with a wrong clock is corrected if its clock explains it.
 * @throws errno.message `beforeItExisted` if the thing did not exist then
 */
export function resolveMomentOfUse(ctx: Context, use: MomentOfUse): Moment {
  if (use.madeAt === null || toMillis(use.at) >= toMillis(use.madeAt)) return use.at
  const madeMs = toMillis(use.madeAt)
  const { isClockOff = false, hasCorrectedMoments = false, clockOffsetMs } = ctx.origin
  const usedMs = toMillis(use.at) - (isClockOff && !hasCorrectedMoments ? (clockOffsetMs ?? 0) : 0)
  if (usedMs >= madeMs - MAX_CLOCK_DRIFT_MS) return toMoment(Math.min(Math.max(usedMs, madeMs), ctx.now.getTime()))
  throw createEarlyUseRefusal(ctx, { ...use, since: formatPlantMinute(ctx, use.madeAt) })
}
/** Creates the refusal of a use that is too early. It says how slow the phone's clock was, if that is known. */
function createEarlyUseRefusal(
  ctx: Context,
  { name, since, at, field }: { name: string; since: string; at: Moment | Day; field: string },
): Refusal {
  const slowMs = -(ctx.origin.clockOffsetMs ?? 0)
  const params = { name, since, at: isDay(at) ? at : formatPlantMinute(ctx, at) }
  const issues = [{ path: [field], code: 'tooEarly' as const }]
  return slowMs > MAX_CLOCK_DRIFT_MS
    ? new Refusal(errno.message, 'contract:errors.beforeItExistedSlowClock', {
        params: { ...params, minutes: Math.round(slowMs / MINUTE_MS) },
        issues,
      })
    : new Refusal(errno.message, 'contract:errors.beforeItExisted', { params, issues })
}

/**
 * Asserts that a thing does not begin to exist after its first use.
 * @param thing.firstUse null if it was never used
 * @throws errno.message `usedBefore`
 */
export function assertNotUsedBefore(
  ctx: Context,
  thing: {
    readonly name: string
    readonly since: Day | null
    readonly firstUse: Moment | null
    readonly field: string
  },
): void {
  if (!thing.firstUse || !isUsedTooEarly(thing.since, toPlantDay(ctx, thing.firstUse))) return
  throw new Refusal(errno.message, 'contract:errors.usedBefore', {
    params: { name: thing.name, since: thing.since ?? '', at: formatPlantMinute(ctx, thing.firstUse) },
    issues: [{ path: [thing.field], code: 'notAllowed' }],
  })
}
