/** Lives of tools for the statistics. */
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { columns, limit, sql } from '@/server/sql'
import { tool } from '../contract/tool'
import type { Lived } from '../rules/survival'
import type { LimitedLife, LivesKnown } from '../rules/tool-cost'
import { isEndOfLife, lifeUsed, type LifeUnit } from '../rules/tool'

/** Safety limit, above the number of tools of a plant in ten years. */
const MOST = 20_000
const lived = columns(tool, [
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
export type LivedTool = Pick<
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
export const livedTools = (ctx: Context, kind: LivedTool['kind'] | null = null): Promise<LivedTool[]> =>
  ctx.query(
    sql`select ${lived} from tool where site_id = ${ctx.site} and (${kind}::text is null or kind = ${kind}) and (used_h > 0 or used_m > 0 or used_kg > 0)
      order by created_at desc ${limit(MOST)}`,
  )
/** Returns a tool's life in a unit: ended if the tool was scrapped as used up, otherwise censored. */
export const lifeOf = (row: LivedTool, lifeUnit: LifeUnit): Lived => ({
  time: lifeUsed({ ...row, lifeUnit }),
  ended: row.state === 'scrapped' && isEndOfLife(row.endReason),
})
/** Creates a lookup of lives by kind, unit and maker; it caches the results. */
export function knownLives(rows: readonly LivedTool[]): LivesKnown {
  const kept = new Map<string, readonly LimitedLife[]>()
  return (kind, unit, maker) => {
    const key = JSON.stringify([kind, unit, maker])
    const known = kept.get(key)
    if (known) return known
    const lives = rows
      .filter((row) => row.kind === kind && (maker === undefined || row.maker === maker))
      .map((row) => ({ ...lifeOf(row, unit), limit: row.lifeUnit === unit ? row.lifeLimit : null }))
      .filter(({ time }) => time > 0)
    kept.set(key, lives)
    return lives
  }
}
