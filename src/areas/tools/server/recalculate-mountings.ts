/** Counts the output that machines made while a tool was mounted on them. */
import type { Row } from '@/contract/resource'
import { sumStoppedHoursBySpan } from '@/plant/server/queries/stops-in-period'
import type { MetresCut } from '@/areas/slitting/server/events'
import { sumOutputInSpans, type MachineSpan } from '@/areas/slitting/server/queries/machine-output'
import type { Context } from '@/server/context'
import { columns, computed, options, sql } from '@/server/sql'
import { tool } from '../contract/tool'
import { toolUse } from '../contract/tool-use'
import { toLifeLevel, calculateLifePercent } from '../rules/tool'

/** Rolls may be weighed or withdrawn some days later, so mountings that ended within this period are recounted. */
const RECOUNT_PERIOD_MS = 4 * 86_400_000
const MOUNTED_SQL = options(toolUse.fields.kind, 'mounted')
const spanColumns = columns(toolUse, ['id', 'toolId', 'lineId', { from: 'occurredAt', to: 'removedAt' }])

/** Selects tools to recount. `useIds` adds records that were entered or corrected, even if they ended long ago. */
export interface RecountSelection {
  readonly toolIds: readonly string[]
  readonly useIds?: readonly string[]
}
/**
 * Recounts open and recently ended mountings of the selected tools or of all; runs as a job and after each command.
 * Tools are locked before their records, in the same order as everywhere. A concurrent doff waits for the lock and adds
 * its metres to the new count.
 */
export async function recalculateMountings(ctx: Context, selection: RecountSelection | null = null): Promise<void> {
  const toolIds = await lockTools(ctx, selection?.toolIds ?? null)
  const uses = await ctx.query(
    sql`select ${spanColumns} from tool_use where site_id = ${ctx.site} and kind = ${MOUNTED_SQL} and tool_id = any(${toolIds}::uuid[])
      and (removed_at is null or removed_at > ${getRecountStart(ctx)} or id = any(${selection?.useIds ?? []}::uuid[])) order by id for no key update`,
  )
  const spans = uses.flatMap(({ id, lineId, from, to }): MachineSpan[] =>
    lineId ? [{ key: id, lineId, from, to }] : [],
  )
  const spanOutputs = await sumOutputInSpans(ctx, spans)
  const stoppedHours = new Map((await sumStoppedHoursBySpan(ctx, spans)).map(({ key, hours }) => [key, hours]))
  const changedUses = await ctx.query(
    sql<{ toolId: string }>`update tool_use u set metres = n.metres, kg = n.kg, hours = n.hours, updated_at = ${ctx.now}
      from unnest(${spanOutputs.map(({ key }) => key)}::uuid[], ${spanOutputs.map(({ metres }) => toNonNegativeTenths(metres))}::numeric[], ${spanOutputs.map(({ kg }) => toNonNegativeTenths(kg))}::numeric[],
        ${spanOutputs.map(({ key, hours }) => toNonNegativeTenths(hours - (stoppedHours.get(key) ?? 0)))}::numeric[]) as n(id, metres, kg, hours)
      where u.site_id = ${ctx.site} and u.id = n.id and (u.metres, u.kg, u.hours) is distinct from (n.metres, n.kg, n.hours)
      returning ${columns(toolUse, ['toolId'], 'u')}`,
  )
  if (changedUses.length > 0) ctx.touch(toolUse.name)
  await updateToolLife(ctx, selection ? toolIds : changedUses.map(({ toolId }) => toolId))
}
const getRecountStart = ({ now }: Context): Date => new Date(now.getTime() - RECOUNT_PERIOD_MS)
/**
 * Locks tools in the order of their ids and returns the ids. Without `ids` it selects all tools that are mounted or
 * were mounted recently.
 */
async function lockTools(ctx: Context, ids: readonly string[] | null): Promise<string[]> {
  const rows = await ctx.query(
    sql`select ${columns(tool, ['id'])} from tool where site_id = ${ctx.site}
      and (${ids}::uuid[] is null and (state = ${options(tool.fields.state, 'mounted')} or since > ${getRecountStart(ctx)}) or id = any(${ids ?? []}::uuid[]))
      order by id for no key update`,
  )
  return rows.map(({ id }) => id)
}
/** Rounds to one decimal; a negative value becomes 0. */
const toNonNegativeTenths = (value: number): number => Math.max(0, Math.round(value * 10) / 10)

const toolColumns = columns(
  tool,
  ['id', 'code', 'kind', 'model', 'lifeUnit', 'lifeLimit', { previousPercent: 'lifePercent' }],
  't',
)
type UsedLifeSums = Pick<Row<typeof tool>, 'usedH' | 'usedM' | 'usedKg'>
/**
 * Sums the mountings of tools to their used life, and notifies once per level when a tool nears or exceeds its limit.
 */
export async function updateToolLife(ctx: Context, toolIds: readonly string[]): Promise<void> {
  if (toolIds.length === 0) return
  const ids = [...new Set(toolIds)].sort()
  const toolsWithSums = await ctx.query(
    sql`select ${toolColumns}, ${computed<UsedLifeSums>`coalesce(u.h, 0)::float8 as "usedH", coalesce(u.m, 0)::float8 as "usedM", coalesce(u.kg, 0)::float8 as "usedKg"`} from tool t
      left join (select tool_id, sum(hours) as h, sum(metres) as m, sum(kg) as kg from tool_use where site_id = ${ctx.site} and tool_id = any(${ids}::uuid[]) group by tool_id) u on u.tool_id = t.id
      where t.site_id = ${ctx.site} and t.id = any(${ids}::uuid[]) order by t.id`,
  )
  const toolsWithPercent = toolsWithSums.map((row) => ({ ...row, percent: calculateLifePercent(row) }))
  const changedTools = await ctx.query(
    sql`update tool t set used_h = n.h, used_m = n.m, used_kg = n.kg, life_percent = n.percent, updated_at = ${ctx.now}
      from unnest(${toolsWithPercent.map(({ id }) => id)}::uuid[], ${toolsWithPercent.map(({ usedH }) => usedH)}::numeric[], ${toolsWithPercent.map(({ usedM }) => usedM)}::numeric[],
        ${toolsWithPercent.map(({ usedKg }) => usedKg)}::numeric[], ${toolsWithPercent.map(({ percent }) => percent)}::numeric[]) as n(id, h, m, kg, percent)
      where t.site_id = ${ctx.site} and t.id = n.id and (t.used_h, t.used_m, t.used_kg, t.life_percent) is distinct from (n.h, n.m, n.kg, n.percent) returning ${columns(tool, ['id'], 't')}`,
  )
  if (changedTools.length > 0) ctx.touch(tool.name)
  for (const row of toolsWithPercent)
    if (row.percent !== null && reachesWornLevel(row.previousPercent, row.percent))
      notifyWorn(ctx, { ...row, percent: row.percent })
}
const LIFE_LEVELS = ['unknown', 'good', 'nearEnd', 'over'] as const
/** Returns true if the tool has come near its limit or exceeded it since the previous count. */
const reachesWornLevel = (previousPercent: number | null, currentPercent: number): boolean => {
  const level = LIFE_LEVELS.indexOf(toLifeLevel(currentPercent))
  return level >= LIFE_LEVELS.indexOf('nearEnd') && level > LIFE_LEVELS.indexOf(toLifeLevel(previousPercent))
}

/**
 * Adds the metres of a slit set to all tools that were mounted on the slitter when the set was doffed. Kilograms and
 * hours follow with the next count.
 */
export async function addCutMetres(ctx: Context, { slitterId, at, metres }: MetresCut): Promise<void> {
  const mountings = await ctx.query(
    sql`select ${columns(toolUse, ['id', 'toolId'])} from tool_use where site_id = ${ctx.site} and kind = ${MOUNTED_SQL} and line_id = ${slitterId}
      and occurred_at <= ${at} and (removed_at is null or removed_at > ${at})`,
  )
  if (mountings.length === 0) return
  const toolIds = await lockTools(
    ctx,
    mountings.map(({ toolId }) => toolId),
  )
  await ctx.query(
    sql`update tool_use set metres = greatest(coalesce(metres, 0) + ${metres}, 0), updated_at = ${ctx.now}
      where site_id = ${ctx.site} and id = any(${mountings.map(({ id }) => id)}::uuid[])`,
  )
  ctx.touch(toolUse.name)
  await updateToolLife(ctx, toolIds)
}

/** People with this permission are notified of worn tools; operators of slitters are also notified of worn knives. */
const TOOL_KEEPER_PERMISSIONS = ['toolManagementWork'] as const

/** Notifies that a tool has reached 90 % of its life or exceeded its limit. */
function notifyWorn(
  ctx: Context,
  { id, code, model, kind, percent }: { id: string; code: string; model: string | null; kind: string; percent: number },
): void {
  const permissionKeys =
    kind === 'knife' ? [...TOOL_KEEPER_PERMISSIONS, 'divideInteractiveAdd'] : TOOL_KEEPER_PERMISSIONS
  ctx.notify({
    notice: 'toolWorn',
    id,
    title: () => `${[code, model].filter(Boolean).join(' ')} ${percent} %`,
    keys: permissionKeys,
  })
}
