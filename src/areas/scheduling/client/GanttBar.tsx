import type { KeyboardEventHandler, PointerEventHandler } from 'react'
import { useTranslation } from 'react-i18next'
import { MINUTE_MS } from '@/plant/rules/plant-time'
import { roundDown } from '@/plant/rules/rounding'
import { formatMoment } from '@/client/format/time'
import { usePlantZone } from '@/client/session/plant-zone'
import { WarnIcon } from '@/client/ui/icons'
import { usePlannedTimeTooShortText } from '@/areas/orders/client/shared/PlannedTimeTooShortBadge'
import {
  formatMomentWithoutYear,
  getForecastSpan,
  getDrawnEnd,
  hasRoomForProduct,
  hasRoomForWarning,
  fitOrderNumber,
  toPercent,
  type TimeScale,
  type BarShelf,
} from './time-scale'
import type { PlanEntry, SlotTimes } from './use-order-placement'

export interface GanttBarProps {
  entry: PlanEntry
  times: SlotTimes
  row: number
  /** Part of the row's height that the bar takes; undefined if no other bar would overlap it. */
  shelf: BarShelf | undefined
  /** Part of the row's height that the forecast part takes, if the forecast part is drawn separately. */
  forecastShelf: BarShelf | undefined
  scale: TimeScale
  /** Width of the whole period, px at default text size. */
  width: number
  /** True if its order is open in the side panel. */
  isOpen: boolean
  /**
   * `still`: keeps its place; `draft`: is being moved by the planner; `refused`: is being moved to an impossible place;
   * `moved`: makes room for the order that is being moved.
   */
  look: 'still' | 'draft' | 'moved' | 'refused'
  isMovable: boolean
  onKeyDown: KeyboardEventHandler
  onPointerDown: PointerEventHandler<HTMLElement>
  onPointerMove: PointerEventHandler
  onPointerUp: PointerEventHandler
  onPointerCancel: PointerEventHandler
  onPointerEnter: PointerEventHandler<HTMLElement>
  onPointerLeave: PointerEventHandler
  onOpen: () => void
}

/** Height of a bar that is alone in its row, rem; gantt.css has the same value. */
const BAR_HEIGHT_REM = 3.25
/** Space above a bar, rem; gantt.css has the same value. */
const BAR_TOP_REM = 0.5

/** Bar of one order with its changeover, progress, forecast end and warnings. */
export function GanttBar({
  entry,
  times,
  row,
  shelf,
  forecastShelf,
  scale,
  width,
  isOpen,
  look,
  isMovable,
  onOpen,
  ...pointerHandlers
}: GanttBarProps) {
  const { t } = useTranslation(['scheduling', 'orders'])
  const zone = usePlantZone()
  const planShortText = usePlannedTimeTooShortText()(entry)
  const startPercent = Math.max(0, toPercent(scale, times.startsAt))
  const drawnEndMs = getDrawnEnd(entry, times.endsAt)
  // The part of the bar beyond the planned time is drawn separately.
  const endPercent = Math.min(100, toPercent(scale, Math.min(times.endsAt, drawnEndMs)))
  const changeoverPercent =
    entry.changeoverMinutes > 0 && entry.state === 'planned'
      ? Math.max(0, toPercent(scale, times.startsAt - entry.changeoverMinutes * MINUTE_MS))
      : null
  const forecastSpan = getForecastSpan(entry, times.endsAt)
  const forecastPercents = forecastSpan && {
    from: Math.max(0, toPercent(scale, forecastSpan.from)),
    to: Math.min(100, toPercent(scale, forecastSpan.to)),
  }
  const getBlockStyle = (barShelf: BarShelf | undefined) => {
    const heightRem = BAR_HEIGHT_REM / (barShelf?.count ?? 1)
    return {
      insetBlockStart: `calc(${row} * var(--gantt-row) + ${BAR_TOP_REM + (barShelf?.index ?? 0) * heightRem}rem)`,
      ...(barShelf ? { blockSize: `calc(${heightRem}rem - 2px)` } : {}),
    }
  }
  const blockStyle = getBlockStyle(shelf)
  const forecastBar = forecastPercents && forecastPercents.to > forecastPercents.from && (
    <span
      className={entry.late || entry.runsInto ? 'gantt-forecast is-late' : 'gantt-forecast'}
      style={{
        ...getBlockStyle(forecastSpan.from > times.endsAt ? forecastShelf : shelf),
        insetInlineStart: `${forecastPercents.from}%`,
        inlineSize: `${forecastPercents.to - forecastPercents.from}%`,
      }}
      aria-hidden
    />
  )
  if (endPercent <= 0 || startPercent >= 100) return forecastBar
  const barWidth = ((endPercent - startPercent) / 100) * width
  const hasPlanWarning = Boolean(entry.runsInto) || planShortText !== null
  const showsWarning = (entry.late || hasPlanWarning) && hasRoomForWarning(barWidth)
  const numberLines = fitOrderNumber(entry.number, barWidth, showsWarning, shelf ? 1 : 2)
  const ariaLabel = [
    entry.number,
    entry.product,
    t(`orders:workOrder.options.state.${entry.state}`),
    `${formatMoment(times.startsAt, zone)} – ${formatMoment(times.endsAt, zone)}`,
    entry.state === 'planned'
      ? ''
      : t('orders:pages.progress.woundAndFinished', {
          wound: roundDown(entry.woundPercent ?? 0, 0),
          finished: roundDown(entry.percent ?? 0, 0),
        }),
    entry.forecastEnd ? `${t('orders:pages.progress.forecastEnd')} ${formatMoment(entry.forecastEnd, zone)}` : '',
    entry.late ? t('orders:pages.progress.late') : '',
    entry.runsInto
      ? t('orders:pages.progress.runsInto', {
          number: entry.runsInto,
          time: entry.runsIntoAt ? formatMomentWithoutYear(entry.runsIntoAt, zone) : '',
        })
      : '',
    planShortText ?? '',
    entry.changeoverMinutes ? t('orders:pages.progress.changeover', { minutes: entry.changeoverMinutes }) : '',
  ]
    .filter(Boolean)
    .join(', ')
  const className = [
    `gantt-bar is-${entry.state} look-${look}`,
    entry.late && 'is-late',
    !entry.late && hasPlanWarning && 'is-warned',
    isMovable && 'is-movable',
    isOpen && 'is-open',
    shelf && 'is-shelved',
  ]
    .filter(Boolean)
    .join(' ')
  return (
    <div className="gantt-item">
      {changeoverPercent !== null && (
        <span
          className="gantt-changeover"
          style={{
            ...blockStyle,
            insetInlineStart: `${changeoverPercent}%`,
            inlineSize: `${Math.max(0, startPercent - changeoverPercent)}%`,
          }}
          aria-hidden
        />
      )}
      {forecastBar}
      <button
        type="button"
        className={className}
        style={{ ...blockStyle, insetInlineStart: `${startPercent}%`, inlineSize: `${endPercent - startPercent}%` }}
        aria-label={ariaLabel}
        {...pointerHandlers}
        onClick={(event) => {
          // Handles only clicks by keyboard, because the pointer handlers handle mouse and touch.
          if (event.detail === 0 && look === 'still') onOpen()
        }}
      >
        {(entry.woundPercent ?? 0) > 0 && (
          <span className="gantt-wound" style={{ inlineSize: `${Math.min(100, entry.woundPercent ?? 0)}%` }} />
        )}
        {(entry.percent ?? 0) > 0 && (
          <span className="gantt-done" style={{ inlineSize: `${Math.min(100, entry.percent ?? 0)}%` }} />
        )}
        <span className="gantt-words">
          <b>
            {showsWarning && <WarnIcon size={16} />}
            {numberLines[0]}
          </b>
          {numberLines[1] && <b>{numberLines[1]}</b>}
          {/* A bar has room for two lines of text. */}
          {!shelf && !numberLines[1] && hasRoomForProduct(barWidth) && <span>{entry.product}</span>}
        </span>
      </button>
    </div>
  )
}
