/** Decisions of a person on odd readings. */
import { refuse } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import { toMillis } from '@/plant/rules/plant-time'
import type { HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { handleCommand, type CommandExecution } from '@/server/crud/handle-command'
import { columns, sql } from '@/server/sql'
import { reading } from '@/server/db/series'
import { admitOddReading, discardOddReading, oddReading } from '../contract/odd-reading'
import { judgeAnew } from './judge-anew'
import { tagsByCode, type TagRead } from './take/entry'
import { takeReadings } from './take-readings'

type Odd = Row<typeof oddReading>

/** Admits a reading: either a stored one that was judged wrongly, or one that is taken in now. */
async function admit({ ctx, row, patch: change }: CommandExecution<typeof oddReading, unknown>): Promise<Odd> {
  if (!row) throw new Error('an odd reading is decided about that is not there')
  if (row.value === null) {
    const why = Number.isFinite(Number(row.shown)) ? 'beyondRange' : 'notANumber'
    throw refuse(`telemetry:refusals.odd.${why}`, { shown: row.shown })
  }
  const of = (await tagsByCode(ctx, [row.tagCode])).get(row.tagCode)
  if (!of) throw refuse('telemetry:refusals.odd.noTag', { code: row.tagCode })
  if (toMillis(row.readAt) > ctx.now.getTime()) throw refuse('telemetry:refusals.odd.future', { at: row.readAt })
  // Update the row first: judging again leaves rows alone that a person has decided on.
  const written = await ctx.rows.update(oddReading, row.id, { ...change, tagId: of.id })
  const value = await storedValue(ctx, of, row)
  if (value === row.value) await judgeAnew(ctx, of, row.readAt, 'admitted')
  else {
    const taken = await takeReadings(ctx, {
      source: row.source ?? '',
      readings: [{ tag: row.tagCode, at: toMillis(row.readAt), value: Number(row.shown), admitted: true }],
    })
    if (taken.stored + taken.revised === 0) throw refuse('telemetry:refusals.odd.tooOld')
  }
  return written
}
/**
 * Discards a reading permanently. After a long gap the reading itself stays; only the use during the gap is left out.
 */
async function discard({ ctx, row, patch: change }: CommandExecution<typeof oddReading, unknown>): Promise<Odd> {
  if (!row) throw new Error('an odd reading is decided about that is not there')
  const written = await ctx.rows.update(oddReading, row.id, change)
  const of = (await tagsByCode(ctx, [row.tagCode])).get(row.tagCode)
  if (!of || row.value === null) return written
  if ((await storedValue(ctx, of, row)) !== row.value) return written
  await judgeAnew(ctx, of, row.readAt, row.reason === 'longGap' ? null : 'left')
  return written
}
async function storedValue(ctx: Context, of: TagRead, row: Odd): Promise<number | null> {
  const [found] = await ctx.query(
    sql`select ${columns(reading, ['value'])} from reading where site_id = ${ctx.site} and tag_id = ${of.id} and at = ${row.readAt}`,
  )
  return found?.value ?? null
}

export const oddReadingHandlers: HandlerEntry[] = [
  handleCommand(admitOddReading, admit),
  handleCommand(discardOddReading, discard),
]
