import type { Progress, WalkPoint } from './round-state'

/** A step a point, coloured by what was found; the numbers stand beside it in words. */
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
