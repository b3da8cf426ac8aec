/** Readings that lines and halls report every minute, except the speed. */
import { tag } from '@/areas/telemetry/contract/tag'
import { MINUTE_MS, toMoment } from '@/plant/rules/plant-time'
import { columns } from '@/server/sql'
import { getAirProfile } from '../telemetry/hall-tags'
import { lineReadings } from '../telemetry/line-tags'
import type { LiveCrew } from './crew'

interface LiveTag {
  readonly code: string
  readonly lineKey: string | null
}
/** Lists the tags of the demonstration's lines and halls. */
export const listLiveTags = (crew: LiveCrew): Promise<LiveTag[]> =>
  crew.queryOnSite<LiveTag>(
    `select ${columns(tag, ['code', 'lineKey'], 't')} from tag t where t.site_id = $1 and t.active and (t.line_key <> 'speed' or t.hall_key is not null) and ${crew.buildDemoRowCondition('t', 'tag')} order by t.code limit 500`,
  )
/**
 * Builds the readings of a minute as in the history: a wave around the usual value, or the value of a standing line.
 * @param minuteMs start of the minute, ms since 1970
 */
export const buildTagReadings = (
  tags: readonly LiveTag[],
  minuteMs: number,
  isLineStanding: (line: string) => boolean,
) =>
  tags.flatMap(({ code, lineKey }, tagIndex) => {
    const profile = lineKey ? lineReadings[lineKey as keyof typeof lineReadings] : getAirProfile(code)
    if (!profile) return []
    const { usual, amplitude, standing } = profile
    const minuteNumber = minuteMs / MINUTE_MS
    const value =
      lineKey && isLineStanding(code.split('/')[0]!)
        ? standing
        : usual + amplitude * (Math.sin(minuteNumber / 37 + tagIndex) + Math.sin(minuteNumber * (1.7 + tagIndex / 10)))
    return [{ tag: code, at: toMoment(minuteMs), value: Math.round(value * 100) / 100, unit: null, quality: null }]
  })
