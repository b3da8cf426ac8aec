import type { WalkPoint } from './walk-points'
import type { RoundProgress } from './round-progress'

/** One segment per point, coloured by its state. Hidden from screen readers: the progress is also displayed as text. */
export function RoundProgressBar({
  points,
  progress,
  currentKey,
}: {
  points: readonly WalkPoint[]
  progress: RoundProgress
  currentKey?: string
}) {
  return (
    <div className="steps" aria-hidden>
      {points.map(({ key }) => (
        <i
          key={key}
          className={`is-${progress.pointStates.get(key) ?? 'open'}${key === currentKey ? ' is-here' : ''}`}
        />
      ))}
    </div>
  )
}
