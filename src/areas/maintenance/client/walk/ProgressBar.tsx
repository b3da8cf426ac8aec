import type { Progress, WalkPoint } from './round-state'

/** One segment per point, coloured by its state. Hidden from screen readers: the progress is also displayed as text. */
export function ProgressBar({
  points,
  progress,
  at,
}: {
  points: readonly WalkPoint[]
  progress: Progress
  at?: string
}) {
  return (
    <div className="steps" aria-hidden>
      {points.map(({ key }) => (
        <i key={key} className={`is-${progress.states.get(key) ?? 'open'}${key === at ? ' is-here' : ''}`} />
      ))}
    </div>
  )
}
