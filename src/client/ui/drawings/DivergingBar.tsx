import './drawings.css'
import { calculateDivergingBar } from './scale'

/**
 * A difference as a bar to the left or right of zero. The number stands beside it, so the drawing is hidden from screen
 * readers.
 * @param largest largest absolute difference of the rows that share the scale
 * @param isWorse colours the bar as a change for the worse
 * @param isUnfinished hatches the bar, because the difference is not final
 */
export function DivergingBar({
  difference,
  largest,
  isWorse,
  isUnfinished = false,
}: {
  difference: number
  largest: number
  isWorse: boolean
  isUnfinished?: boolean
}) {
  const bar = calculateDivergingBar(difference, largest)
  return (
    <span className={`ui-diverging${isWorse ? ' is-worse' : ''}${isUnfinished ? ' is-unfinished' : ''}`} aria-hidden>
      <i style={{ insetInlineStart: `${bar.start}%`, width: `${bar.width}%` }} />
    </span>
  )
}
