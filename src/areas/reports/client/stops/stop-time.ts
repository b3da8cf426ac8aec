import type { Row } from '@/contract/resource'
import type { Overlaid } from '@/offline/overlay'
import { formatDuration } from '@/client/format/time'
import type { Language } from '@/client/format/number'
import { MINUTE, toMillis } from '@/plant/rules/plant-time'
import { isForgotten } from '@/plant/rules/line-stop'
import type { Tones } from '@/contract/tone'
import type { lineStop } from '@/plant/contract/line-stop'

export type Stop = Overlaid<Row<typeof lineStop>>
export const stopTones: Tones<Stop['state']> = { standing: 'bad', toExplain: 'warn', explained: 'ok' }

/** Returns how long a stop has lasted by `now`, in ms. */
export const lengthOf = (stop: Pick<Stop, 'startedAt' | 'endedAt'>, now: number): number =>
  Math.max(0, (stop.endedAt ? toMillis(stop.endedAt) : now) - toMillis(stop.startedAt))
/** Formats the length rounded to the whole minute (34.9 min is 35 min), in lists as on the detail page. */
export function lengthWords(stop: Pick<Stop, 'startedAt' | 'endedAt'>, now: number, language: Language): string {
  const ms = lengthOf(stop, now)
  return formatDuration(ms < MINUTE ? ms : Math.round(ms / MINUTE) * MINUTE, language)
}
/** True if a stop needs attention: it has no reason, or has stood for more than a day. */
export const needsSomebody = (stop: Stop, now: number): boolean => stop.reasonId === null || isForgotten(stop, now)
/** Sorts standing stops first, then those without a reason; newest first within each group. */
export const byUrgency = (a: Stop, b: Stop): number => rank(a) - rank(b) || (a.startedAt < b.startedAt ? 1 : -1)
const rank = (stop: Stop): number => (stop.endedAt === null ? (stop.reasonId === null ? 0 : 1) : 2)
