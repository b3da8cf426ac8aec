import type { Row } from '@/contract/resource'
import type { Overlaid } from '@/offline/overlay'
import { toMillis } from '@/plant/rules/plant-time'
import { isForgotten } from '@/plant/rules/line-stop'
import type { Tones } from '@/contract/tone'
import type { lineStop } from '@/plant/contract/line-stop'

export type Stop = Overlaid<Row<typeof lineStop>>
export const stopTones: Tones<Stop['state']> = { standing: 'bad', toExplain: 'warn', explained: 'ok' }

/** How long a stop has lasted by now, ms. */
export const lengthOf = (stop: Pick<Stop, 'startedAt' | 'endedAt'>, now: number): number =>
  Math.max(0, (stop.endedAt ? toMillis(stop.endedAt) : now) - toMillis(stop.startedAt))
/** What somebody should look at: no reason yet, or standing for more than a day. */
export const needsSomebody = (stop: Stop, now: number): boolean => stop.reasonId === null || isForgotten(stop, now)
/** Those that stand first, then those without a reason, each the newest first. */
export const byUrgency = (a: Stop, b: Stop): number => rank(a) - rank(b) || (a.startedAt < b.startedAt ? 1 : -1)
const rank = (stop: Stop): number => (stop.endedAt === null ? (stop.reasonId === null ? 0 : 1) : 2)
