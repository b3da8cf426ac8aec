import type { Row } from '@/contract/resource'
import type { Overlaid } from '@/offline/overlay'
import { formatDuration } from '@/client/format/time'
import type { AppLanguage } from '@/client/format/number'
import { MINUTE_MS, toMillis } from '@/plant/rules/plant-time'
import { isForgotten } from '@/plant/rules/line-stop'
import type { Tones } from '@/contract/tone'
import type { lineStop } from '@/plant/contract/line-stop'

export type LineStopRecord = Overlaid<Row<typeof lineStop>>
export const stopTones: Tones<LineStopRecord['state']> = { standing: 'bad', toExplain: 'warn', explained: 'ok' }

/** Returns how long a stop has lasted by `now`, in ms. */
export const calculateStopLength = (stop: Pick<LineStopRecord, 'startedAt' | 'endedAt'>, now: number): number =>
  Math.max(0, (stop.endedAt ? toMillis(stop.endedAt) : now) - toMillis(stop.startedAt))
/** Formats the length rounded to the whole minute (34.9 min is 35 min), in lists as on the detail page. */
export function formatStopLength(
  stop: Pick<LineStopRecord, 'startedAt' | 'endedAt'>,
  now: number,
  language: AppLanguage,
): string {
  const ms = calculateStopLength(stop, now)
  return formatDuration(ms < MINUTE_MS ? ms : Math.round(ms / MINUTE_MS) * MINUTE_MS, language)
}
/** True if a stop needs attention: it has no reason, or has stood for more than a day. */
export const needsAttention = (stop: LineStopRecord, now: number): boolean =>
  stop.reasonId === null || isForgotten(stop, now)
/** Sorts standing stops first, then those without a reason; newest first within each group. */
export const compareByUrgency = (a: LineStopRecord, b: LineStopRecord): number =>
  rankStop(a) - rankStop(b) || (a.startedAt < b.startedAt ? 1 : -1)
const rankStop = (stop: LineStopRecord): number => (stop.endedAt === null ? (stop.reasonId === null ? 0 : 1) : 2)
