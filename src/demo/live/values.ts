/** Readings that lines and halls report every minute, except the speed. */
import { tag } from '@/areas/telemetry/contract/tag'
import { MINUTE_MS, toMoment } from '@/plant/rules/plant-time'
import { columns } from '@/server/sql'
import { airByCode } from '../telemetry/halls'
import { lineValues } from '../telemetry/line-tags'
import type { Crew } from './crew'

interface LiveTag {
  readonly code: string
  readonly lineKey: string | null
}
/** Lists the tags of the demonstration's lines and halls. */
export const readTags = (crew: Crew): Promise<LiveTag[]> =>
  crew.query<LiveTag>(
    `select ${columns(tag, ['code', 'lineKey'], 't')} from tag t where t.site_id = $1 and t.active and (t.line_key <> 'speed' or t.hall_key is not null) and ${crew.made('t', 'tag')} order by t.code limit 500`,
  )
/**
 * Builds the readings of a minute as in the history: a wave around the usual value, or the value of a standing line.
 * @param at start of the minute, ms since 1970
 */
export const valuesAt = (tags: readonly LiveTag[], at: number, standsAt: (line: string) => boolean) =>
  tags.flatMap(({ code, lineKey }, n) => {
    const of = lineKey ? lineValues[lineKey as keyof typeof lineValues] : airByCode(code)
    if (!of) return []
    const [usual, around, standing] = of
    const k = at / MINUTE_MS
    const value =
      lineKey && standsAt(code.split('/')[0]!)
        ? standing
        : usual + around * (Math.sin(k / 37 + n) + Math.sin(k * (1.7 + n / 10)))
    return [{ tag: code, at: toMoment(at), value: Math.round(value * 100) / 100, unit: null, quality: null }]
  })
