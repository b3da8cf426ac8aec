import './gantt.css'
import { useMemo, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { HOUR_MS, MINUTE_MS } from '@/plant/rules/plant-time'
import { usePlantZone } from '@/client/session/plant-zone'
import { getTextScale } from '@/client/ui/display-settings'
import { useElementWidth } from '@/client/ui/use-element-width'
import { GanttBar, type GanttBarProps } from './GanttBar'
import { GanttCard, type GanttCardProps } from './GanttCard'
import {
  getForecastSpan,
  getDrawnEnd,
  toPercent,
  assignShelves,
  snapToStep,
  SNAP_STEP_MS,
  buildTicks,
  type TimeScale,
} from './time-scale'
import type { OrderPlacement, PlanEntry, SlotTimes, PlacementDraft } from './use-order-placement'

export interface GanttProps {
  lines: readonly { id: string; code: string; label: string }[]
  entries: readonly PlanEntry[]
  scale: TimeScale
  now: number
  placement: OrderPlacement
  canMove: boolean
  /** Id of the entry that is open in the side panel. */
  openId: string | null
  onOpen: (entry: PlanEntry) => void
}
/** Height of a line's row, px at default text size; the stylesheet has the same value. */
const ROW_HEIGHT_PX = 68
/**
 * In a chart narrower than this, px at default text size, lines are labelled with codes, which are shorter than names.
 */
const NARROW_BELOW_PX = 800
/**
 * If the line of the current time is beyond this position, in % of the width, its label is on the left of the line,
 * because there is no room on the right.
 */
const NOW_FLAG_FLIP_PERCENT = 90
/** Distance in px from which a press is a drag. */
const DRAG_THRESHOLD_PX = 4
interface BarDrag {
  entry: PlanEntry
  startX: number
  startY: number
  isMoving: boolean
}

const getForecastBarId = (entry: PlanEntry): string => `${entry.workOrderId} forecast`
/** True if the place of an entry can change: its order has not begun. */
export const canMoveEntry = (entry: PlanEntry): boolean => entry.state === 'planned'
/** Converts a plan entry to the draft of a move, which begins at the current place of the entry. */
export const toPlacementDraft = (entry: PlanEntry): PlacementDraft => ({
  id: entry.id,
  version: entry.version,
  workOrderId: entry.workOrderId,
  number: entry.number,
  lineId: entry.lineId,
  startsAt: Date.parse(entry.startsAt),
  endsAt: Date.parse(entry.endsAt),
})

/**
 * Shows the plan as bars over time, one row per line. A bar can be dragged. Arrow keys move it by a quarter of an hour,
 * by an hour with Shift, or to another line. Dropping the bar, Enter or the button below saves; Escape cancels.
 */
export function GanttChart({ lines, entries, scale, now, placement, canMove, openId, onOpen }: GanttProps) {
  const { t } = useTranslation('scheduling')
  const zone = usePlantZone()
  const [chartRef, chartWidth] = useElementWidth<HTMLElement>()
  const [areaRef, areaWidth] = useElementWidth<HTMLDivElement>()
  // Texts scale with the person's text size, so the available room shrinks accordingly.
  const textZoom = getTextScale()
  const areaWidthAtDefaultTextPx = areaWidth / textZoom
  const [card, setCard] = useState<GanttCardProps | null>(null)
  const [drag, setDrag] = useState<BarDrag | null>(null)
  const getRowIndex = (lineId: string) => lines.findIndex((line) => line.id === lineId)
  const { draft, moved } = placement
  /** Returns the unsaved place of an entry that is being moved, and the planned place of any other. */
  const getEffectivePlace = (entry: PlanEntry): PlacementDraft =>
    draft?.workOrderId === entry.workOrderId ? draft : toPlacementDraft(entry)

  const shiftEntry = (entry: PlanEntry, shiftMs: number, rowOffset: number, startDraft = getEffectivePlace(entry)) => {
    const line = lines[Math.min(lines.length - 1, Math.max(0, getRowIndex(startDraft.lineId) + rowOffset))]
    const startsAt = snapToStep(startDraft.startsAt + shiftMs)
    placement.setDraft({
      ...startDraft,
      startsAt,
      endsAt: startsAt + startDraft.endsAt - startDraft.startsAt,
      lineId: line?.id ?? startDraft.lineId,
    })
  }
  const handleKey = (entry: PlanEntry) => (event: KeyboardEvent) => {
    const stepMs = event.shiftKey ? HOUR_MS : SNAP_STEP_MS
    const direction = (
      { ArrowLeft: [-stepMs, 0], ArrowRight: [stepMs, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] } as const
    )[event.key]
    if (direction && canMove && canMoveEntry(entry)) {
      event.preventDefault()
      shiftEntry(entry, direction[0], direction[1])
    } else if (event.key === 'Escape' && draft) {
      event.preventDefault()
      placement.cancel()
    } else if (event.key === 'Enter' && draft?.workOrderId === entry.workOrderId) {
      event.preventDefault()
      if (!placement.refusalMessage) void placement.save()
    }
  }
  const startDrag = (entry: PlanEntry) => (event: PointerEvent<HTMLElement>) => {
    if (!canMove || !canMoveEntry(entry) || event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setDrag({ entry, startX: event.clientX, startY: event.clientY, isMoving: false })
  }
  const continueDrag = (event: PointerEvent) => {
    if (!drag) return
    const [dx, dy] = [event.clientX - drag.startX, event.clientY - drag.startY]
    if (!drag.isMoving && Math.hypot(dx, dy) < DRAG_THRESHOLD_PX) return
    if (!drag.isMoving) setDrag({ ...drag, isMoving: true })
    setCard(null)
    shiftEntry(
      drag.entry,
      (dx / Math.max(1, areaWidth)) * (scale.to - scale.from),
      Math.round(dy / (ROW_HEIGHT_PX * textZoom)),
      toPlacementDraft(drag.entry),
    )
  }
  const endDrag = (entry: PlanEntry) => () => {
    if (!drag?.isMoving) {
      setCard(null)
      onOpen(entry)
    } else void placement.save()
    setDrag(null)
  }
  const getTimes = (entry: PlanEntry): SlotTimes => moved?.get(entry.id) ?? getEffectivePlace(entry)
  const getLook = (entry: PlanEntry): GanttBarProps['look'] => {
    if (draft?.workOrderId === entry.workOrderId) return placement.refusalMessage ? 'refused' : 'draft'
    return moved?.has(entry.id) ? 'moved' : 'still'
  }
  // Hovering with a mouse shows the card; a tap opens the entry instead.
  const showCard = (entry: PlanEntry) => (event: PointerEvent<HTMLElement>) => {
    if (event.pointerType !== 'mouse' || drag || draft || entry.id === openId) return
    const { left, top, bottom } = event.currentTarget.getBoundingClientRect()
    const areaBox = event.currentTarget.closest('.gantt-area')?.getBoundingClientRect()
    setCard({ entry, left: Math.max(left, areaBox?.left ?? 0), top, bottom })
  }
  const ticks = useMemo(
    () => buildTicks(scale, zone, areaWidthAtDefaultTextPx),
    [scale, zone, areaWidthAtDefaultTextPx],
  )
  const isNarrow = chartWidth / textZoom < NARROW_BELOW_PX
  const isNowVisible = now > scale.from && now < scale.to
  const visibleEntries = entries.filter((entry) => getRowIndex(getEffectivePlace(entry).lineId) >= 0)
  const shelfByBar = assignShelves(
    visibleEntries.flatMap((entry) => {
      // A bar that is being moved lies over the other bars until the server reports how they make room.
      if (draft?.workOrderId === entry.workOrderId && !moved) return []
      const { startsAt, endsAt } = getTimes(entry)
      const changeoverMs = entry.state === 'planned' ? entry.changeoverMinutes * MINUTE_MS : 0
      const row = getRowIndex(getEffectivePlace(entry).lineId)
      const forecastSpan = getForecastSpan(entry, endsAt)
      // A paused order that resumes later has a separate bar, after the order that runs until then.
      const separateBars =
        forecastSpan && forecastSpan.from > endsAt ? [{ id: getForecastBarId(entry), row, ...forecastSpan }] : []
      const to = forecastSpan && separateBars.length === 0 ? forecastSpan.to : getDrawnEnd(entry, endsAt)
      return [{ id: entry.workOrderId, row, from: startsAt - changeoverMs, to }, ...separateBars]
    }),
  )
  return (
    <section
      ref={chartRef}
      className={isNarrow ? 'gantt is-narrow' : 'gantt'}
      aria-label={t('pages.schedule.gantt')}
      aria-describedby="gantt-keys"
    >
      <div className="gantt-lines">
        <div className="gantt-corner" />
        {lines.map((line) => (
          <div key={line.id} className="gantt-line" title={line.label}>
            {isNarrow ? line.code : line.label}
          </div>
        ))}
      </div>
      <div className="gantt-time">
        <div className="gantt-ticks" aria-hidden>
          {ticks.map((tick) => (
            <span
              key={tick.time}
              className={tick.isMidnight ? 'is-day' : undefined}
              style={{ insetInlineStart: `${toPercent(scale, tick.time)}%` }}
            >
              {tick.label}
            </span>
          ))}
          {isNowVisible && (
            <b
              className={toPercent(scale, now) > NOW_FLAG_FLIP_PERCENT ? 'gantt-now-word is-last' : 'gantt-now-word'}
              style={{ insetInlineStart: `${toPercent(scale, now)}%` }}
            >
              {t('pages.schedule.now')}
            </b>
          )}
        </div>
        <div className="gantt-area" ref={areaRef} style={{ blockSize: lines.length * ROW_HEIGHT_PX * textZoom }}>
          {ticks.map((tick) => (
            <i
              key={tick.time}
              className={tick.isMidnight ? 'is-day' : undefined}
              style={{ insetInlineStart: `${toPercent(scale, tick.time)}%` }}
            />
          ))}
          {/* Behind the bars, so that it does not cross their texts; visible between the rows. */}
          {isNowVisible && <b className="gantt-now" style={{ insetInlineStart: `${toPercent(scale, now)}%` }} />}
          {visibleEntries.map((entry) => (
            <GanttBar
              key={entry.workOrderId}
              entry={entry}
              times={getTimes(entry)}
              row={getRowIndex(getEffectivePlace(entry).lineId)}
              shelf={shelfByBar.get(entry.workOrderId)}
              forecastShelf={shelfByBar.get(getForecastBarId(entry))}
              scale={scale}
              width={areaWidthAtDefaultTextPx}
              isOpen={entry.id === openId && openId !== null}
              look={getLook(entry)}
              isMovable={canMove && canMoveEntry(entry)}
              onKeyDown={handleKey(entry)}
              onPointerEnter={showCard(entry)}
              onPointerLeave={() => setCard(null)}
              onPointerDown={startDrag(entry)}
              onPointerMove={continueDrag}
              onPointerUp={endDrag(entry)}
              onPointerCancel={() => {
                setDrag(null)
                placement.cancel()
              }}
              onOpen={() => onOpen(entry)}
            />
          ))}
        </div>
      </div>
      {card && <GanttCard {...card} />}
      {canMove && (
        <p id="gantt-keys" className="quiet">
          {t('pages.schedule.keys')}
        </p>
      )}
    </section>
  )
}
