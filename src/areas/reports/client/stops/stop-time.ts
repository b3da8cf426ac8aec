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

/** How long a stop has lasted by now, ms. */
export const lengthOf = (stop: Pick<Stop, 'startedAt' | 'endedAt'>, now: number): number =>
  Math.max(0, (stop.endedAt ? toMillis(stop.endedAt) : now) - toMillis(stop.startedAt))
/** The same in words, to the whole minute: 34.9 minutes are 35, in the list as on the stop's page. */
export function lengthWords(stop: Pick<Stop, 'startedAt' | 'endedAt'>, now: number, language: Language): string {
  const ms = lengthOf(stop, now)
  return formatDuration(ms < MINUTE ? ms : Math.round(ms / MINUTE) * MINUTE, language)
}
/** What somebody should look at: no reason yet, or standing for more than a day. */
export const needsSomebody = (stop: Stop, now: number): boolean => stop.reasonId === null || isForgotten(stop, now)
/** Those that stand first, then those without a reason, each the newest first. */
export const byUrgency = (a: Stop, b: Stop): number => rank(a) - rank(b) || (a.startedAt < b.startedAt ? 1 : -1)
const rank = (stop: Stop): number => (stop.endedAt === null ? (stop.reasonId === null ? 0 : 1) : 2)
