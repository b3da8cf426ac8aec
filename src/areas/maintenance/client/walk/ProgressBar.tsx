import { useTranslation } from 'react-i18next'
import type { Progress, WalkPoint } from './round-state'

/** A step a point, coloured by what was found; the numbers stand beside it in words. */
export function ProgressBar({ points, progress, at }: { points: readonly WalkPoint[]; progress: Progress; at?: string }) {
  const { t } = useTranslation('maintenance')
  return (
    <div className="steps" role="img" aria-label={t('pages.polling.progress', { done: progress.done, total: progress.total })}>
      {points.map(({ key }) => <i key={key} className={`is-${progress.states.get(key) ?? 'open'}${key === at ? ' is-here' : ''}`} />)}
    </div>
  )
}
