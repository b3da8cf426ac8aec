import './drawings.css'
import type { Tone } from '@/contract/state-machine'
import { calculateSegment } from './scale'

export interface StateSegment {
  /** Times in ms since 1970. */
  readonly from: number
  readonly to: number
  readonly tone: Tone
  /** State, reason and duration in words. */
  readonly label: string
}
/**
 * The states of a period as one band, such as the last 24 hours of a line. Each state has a colour and a pattern; time
 * without a segment is empty.
 * @param label summary in words, for screen readers
 */
export function StateBand({
  segments,
  from,
  to,
  label,
}: {
  segments: readonly StateSegment[]
  from: number
  to: number
  label: string
}) {
  return (
    <div className="ui-state-band" role="img" aria-label={label}>
      {segments.map((segment) => {
        const place = calculateSegment(segment, from, to)
        return (
          place && (
            <i
              key={`${segment.from}-${segment.tone}`}
              className={`tone-${segment.tone}`}
              style={{ insetInlineStart: `${place.start}%`, width: `${place.width}%` }}
              title={segment.label}
            />
          )
        )
      })}
    </div>
  )
}
