/** Counts the output of tools from the rolls of their machines. */
import type { Row } from '@/contract/resource'
import { sumStoppedHoursBySpan } from '@/plant/server/queries/stops-in-period'
import type { MetresCut } from '@/plant/server/events'
import { madeInSpans, type MachineSpan } from '@/areas/rolls/server/queries/for-tools'
import type { Context } from '@/server/context'
import { columns, computed, options, sql } from '@/server/sql'
import { tool } from '../contract/tool'
import { toolUse } from '../contract/tool-use'
import { lifeLevel, lifePercent } from '../rules/tool'
import { tellWorn } from './worn'

/** Rolls may be weighed or withdrawn some days later; mountings that ended before this period are not recounted. */
const STILL_OPEN_MS = 4 * 86_400_000
const mounted = options(toolUse.fields.kind, 'mounted')
const spanColumns = columns(toolUse, ['id', 'toolId', 'lineId', { from: 'occurredAt', to: 'removedAt' }])

/** Tools to recount; `useIds` adds records that were entered or corrected, regardless of their age. */
export interface Counted {
  readonly toolIds: readonly string[]
  readonly useIds?: readonly string[]
}
/**
 * Recounts open and recently ended mountings of the selected tools or of all; runs as a job and after each command.
 * Tools are locked before their records, here as everywhere; a concurrent doff waits and adds to the new count.
 */
export async function countUses(ctx: Context, only: Counted | null = null): Promise<void> {
  const toolIds = await holdTools(ctx, only?.toolIds ?? null)
  const uses = await ctx.query(
    sql`select ${spanColumns} from tool_use where site_id = ${ctx.site} and kind = ${mounted} and tool_id = any(${toolIds}::uuid[])
      and (removed_at is null or removed_at > ${since(ctx)} or id = any(${only?.useIds ?? []}::uuid[])) order by id for no key update`,
  )
  const spans = uses.flatMap(({ id, lineId, from, to }): MachineSpan[] =>
    lineId ? [{ key: id, lineId, from, to }] : [],
  )
  const made = await madeInSpans(ctx, spans)
  const stopped = new Map((await sumStoppedHoursBySpan(ctx, spans)).map(({ key, hours }) => [key, hours]))
  const changed = await ctx.query(
    sql<{ toolId: string }>`update tool_use u set metres = n.metres, kg = n.kg, hours = n.hours, updated_at = ${ctx.now}
      from unnest(${made.map(({ key }) => key)}::uuid[], ${made.map(({ metres }) => tenth(metres))}::numeric[], ${made.map(({ kg }) => tenth(kg))}::numeric[],
        ${made.map(({ key, hours }) => tenth(hours - (stopped.get(key) ?? 0)))}::numeric[]) as n(id, metres, kg, hours)
      where u.site_id = ${ctx.site} and u.id = n.id and (u.metres, u.kg, u.hours) is distinct from (n.metres, n.kg, n.hours)
      returning ${columns(toolUse, ['toolId'], 'u')}`,
  )
  if (changed.length > 0) ctx.touch(toolUse.name)
  await addUp(ctx, only ? toolIds : changed.map(({ toolId }) => toolId))
}
const since = ({ now }: Context): Date => new Date(now.getTime() - STILL_OPEN_MS)
/**
 * Locks tools in the order of their ids and returns the ids: the given ones, or all that are or recently were mounted.
 */
async function holdTools(ctx: Context, ids: readonly string[] | null): Promise<string[]> {
  const rows = await ctx.query(
    sql`select ${columns(tool, ['id'])} from tool where site_id = ${ctx.site}
      and (${ids}::uuid[] is null and (state = ${options(tool.fields.state, 'mounted')} or since > ${since(ctx)}) or id = any(${ids ?? []}::uuid[]))
      order by id for no key update`,
  )
  return rows.map(({ id }) => id)
}
const tenth = (value: number): number => Math.max(0, Math.round(value * 10) / 10)

const known = columns(tool, ['id', 'code', 'kind', 'model', 'lifeUnit', 'lifeLimit', { before: 'lifePercent' }], 't')
type Sums = Pick<Row<typeof tool>, 'usedH' | 'usedM' | 'usedKg'>
/**
 * Sums the mountings of tools to their used life, and notifies once per level when a tool nears or exceeds its limit.
 */
export async function addUp(ctx: Context, toolIds: readonly string[]): Promise<void> {
  if (toolIds.length === 0) return
  const ids = [...new Set(toolIds)].sort()
  const rows = await ctx.query(
    sql`select ${known}, ${computed<Sums>`coalesce(u.h, 0)::float8 as "usedH", coalesce(u.m, 0)::float8 as "usedM", coalesce(u.kg, 0)::float8 as "usedKg"`} from tool t
      left join (select tool_id, sum(hours) as h, sum(metres) as m, sum(kg) as kg from tool_use where site_id = ${ctx.site} and tool_id = any(${ids}::uuid[]) group by tool_id) u on u.tool_id = t.id
      where t.site_id = ${ctx.site} and t.id = any(${ids}::uuid[]) order by t.id`,
  )
  const after = rows.map((row) => ({ ...row, percent: lifePercent(row) }))
  const written = await ctx.query(
    sql`update tool t set used_h = n.h, used_m = n.m, used_kg = n.kg, life_percent = n.percent, updated_at = ${ctx.now}
      from unnest(${after.map(({ id }) => id)}::uuid[], ${after.map(({ usedH }) => usedH)}::numeric[], ${after.map(({ usedM }) => usedM)}::numeric[],
        ${after.map(({ usedKg }) => usedKg)}::numeric[], ${after.map(({ percent }) => percent)}::numeric[]) as n(id, h, m, kg, percent)
      where t.site_id = ${ctx.site} and t.id = n.id and (t.used_h, t.used_m, t.used_kg, t.life_percent) is distinct from (n.h, n.m, n.kg, n.percent) returning ${columns(tool, ['id'], 't')}`,
  )
  if (written.length > 0) ctx.touch(tool.name)
  for (const row of after)
    if (row.percent !== null && isWorse(row.before, row.percent)) tellWorn(ctx, { ...row, percent: row.percent })
}
const levels = ['unknown', 'good', 'nearEnd', 'over'] as const
const isWorse = (before: number | null, now: number): boolean => {
  const level = levels.indexOf(lifeLevel(now))
  return level >= levels.indexOf('nearEnd') && level > levels.indexOf(lifeLevel(before))
}

/**
 * Adds the metres of a set to all tools mounted on the slitter at its doff; kg and hours follow with the next count.
 */
export async function addMetres(ctx: Context, { slitterId, at, metres }: MetresCut): Promise<void> {
  const on = await ctx.query(
    sql`select ${columns(toolUse, ['id', 'toolId'])} from tool_use where site_id = ${ctx.site} and kind = ${mounted} and line_id = ${slitterId}
      and occurred_at <= ${at} and (removed_at is null or removed_at > ${at})`,
  )
  if (on.length === 0) return
  const toolIds = await holdTools(
    ctx,
    on.map(({ toolId }) => toolId),
  )
  await ctx.query(
    sql`update tool_use set metres = greatest(coalesce(metres, 0) + ${metres}, 0), updated_at = ${ctx.now}
      where site_id = ${ctx.site} and id = any(${on.map(({ id }) => id)}::uuid[])`,
  )
  ctx.touch(toolUse.name)
  await addUp(ctx, toolIds)
}
