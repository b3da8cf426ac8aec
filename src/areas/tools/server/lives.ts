/** Lives of tools for the statistics. */
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { columns, limit, sql } from '@/server/sql'
import { tool } from '../contract/tool'
import type { Lifetime } from '../rules/survival'
import type { LimitedLife, LifeLookup } from '../rules/tool-cost'
import { isEndOfLife, getUsedLife, type LifeUnit } from '../rules/tool'

/** Safety limit, above the number of tools of a plant in ten years. */
const MAX_TOOLS = 20_000
const usedToolColumns = columns(tool, [
  'kind',
  'maker',
  'makerEn',
  'state',
  'price',
  'lifeUnit',
  'lifeLimit',
  'usedH',
  'usedM',
  'usedKg',
  'endReason',
])
export type UsedTool = Pick<
  Row<typeof tool>,
  | 'kind'
  | 'maker'
  | 'makerEn'
  | 'state'
  | 'price'
  | 'lifeUnit'
  | 'lifeLimit'
  | 'usedH'
  | 'usedM'
  | 'usedKg'
  | 'endReason'
>
/** Lists tools that were ever used, of one kind or all. */
export const listUsedTools = (ctx: Context, kind: UsedTool['kind'] | null = null): Promise<UsedTool[]> =>
  ctx.query(
    sql`select ${usedToolColumns} from tool where site_id = ${ctx.site} and (${kind}::text is null or kind = ${kind}) and (used_h > 0 or used_m > 0 or used_kg > 0)
      order by created_at desc ${limit(MAX_TOOLS)}`,
  )
/** Returns a tool's life in a unit: ended if the tool was scrapped as used up, otherwise censored. */
export const toLifetime = (row: UsedTool, lifeUnit: LifeUnit): Lifetime => ({
  life: getUsedLife({ ...row, lifeUnit }),
  ended: row.state === 'scrapped' && isEndOfLife(row.endReason),
})
/** Creates a lookup of lives by kind, unit and maker; it caches the results. */
export function createLifeLookup(rows: readonly UsedTool[]): LifeLookup {
  const cache = new Map<string, readonly LimitedLife[]>()
  return (kind, unit, maker) => {
    const key = JSON.stringify([kind, unit, maker])
    const cached = cache.get(key)
    if (cached) return cached
    const lives = rows
      .filter((row) => row.kind === kind && (maker === undefined || row.maker === maker))
      .map((row) => ({ ...toLifetime(row, unit), lifeLimit: row.lifeUnit === unit ? row.lifeLimit : null }))
      .filter(({ life }) => life > 0)
    cache.set(key, lives)
    return lives
  }
}
