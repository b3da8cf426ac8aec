import './gantt.css'
import { useMemo, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { HOUR_MS, MINUTE_MS } from '@/plant/rules/plant-time'
import { usePlantZone } from '@/client/session/plant-zone'
import { useWidth } from '@/client/resource/use-width'
import { getTextScale } from '@/client/ui/text-size'
import { GanttBar } from './GanttBar'
import { GanttCard, type CardPlace } from './GanttCard'
import { aheadOf, drawnEnd, percentAt, shelvesOf, snap, STEP, ticksOf, type Scale } from './time-scale'
import type { Placing, PlanEntry, Times, Wish } from './use-placing'

export interface GanttProps {
  lines: readonly { id: string; code: string; label: string }[]
  entries: readonly PlanEntry[]
  scale: Scale
  now: number
  placing: Placing
  mayMove: boolean
  /** Id of the entry that is open in the side panel. */
  openId: string | null
  onOpen: (entry: PlanEntry) => void
}
/** Height of a line's row, px at default text size; the stylesheet has the same value. */
const ROW = 68
/** Below this width of the whole chart, px at default text size, lines show codes, which leave more room than names. */
const NARROW = 800
/** From this position on, %, the flag of the current time stands before its line, as there is no room behind it. */
const NEAR_THE_END = 90
/** Distance in px from which a press is a drag. */
const SLACK = 4
interface Drag {
  entry: PlanEntry
  x: number
  y: number
  moving: boolean
}

/** True if the place of an entry can change: its order has not begun. */
export const mayMoveEntry = (entry: PlanEntry): boolean => entry.state === 'planned'
/** Converts a plan entry to a wish at its present place. */
export const wishOf = (entry: PlanEntry): Wish => ({
  id: entry.id,
  version: entry.version,
  workOrderId: entry.workOrderId,
  number: entry.number,
  lineId: entry.lineId,
  startsAt: Date.parse(entry.startsAt),
  endsAt: Date.parse(entry.endsAt),
})

/**
 * The plan as bars over time, one row per line. A bar is dragged or moved by arrow keys: a quarter of an hour, an hour
 * with Shift, or to another line. Enter or the button below saves; Escape cancels.
 */
export function Gantt({ lines, entries, scale, now, placing, mayMove, openId, onOpen }: GanttProps) {
  const { t } = useTranslation('orders')
  const zone = usePlantZone()
  const [whole, all] = useWidth<HTMLElement>()
  const [area, width] = useWidth<HTMLDivElement>()
  // Texts scale with the person's text size, so the available room shrinks accordingly.
  const larger = getTextScale()
  const room = width / larger
  const [card, setCard] = useState<CardPlace | null>(null)
  const [drag, setDrag] = useState<Drag | null>(null)
  const rowOf = (lineId: string) => lines.findIndex((line) => line.id === lineId)
  const { wish, moved } = placing
  const current = (entry: PlanEntry): Wish => (wish?.workOrderId === entry.workOrderId ? wish : wishOf(entry))

  const shift = (entry: PlanEntry, ms: number, rows: number, from = current(entry)) => {
    const line = lines[Math.min(lines.length - 1, Math.max(0, rowOf(from.lineId) + rows))]
    const startsAt = snap(from.startsAt + ms)
    placing.want({ ...from, startsAt, endsAt: startsAt + from.endsAt - from.startsAt, lineId: line?.id ?? from.lineId })
  }
  const onKey = (entry: PlanEntry) => (event: KeyboardEvent) => {
    const step = event.shiftKey ? HOUR_MS : STEP
    const move = ({ ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] } as const)[
      event.key
    ]
    if (move && mayMove && mayMoveEntry(entry)) {
      event.preventDefault()
      shift(entry, move[0], move[1])
    } else if (event.key === 'Escape' && wish) {
      event.preventDefault()
      placing.drop()
    } else if (event.key === 'Enter' && wish?.workOrderId === entry.workOrderId) {
      event.preventDefault()
      if (!placing.refused) void placing.save()
    }
  }
  const onDown = (entry: PlanEntry) => (event: PointerEvent<HTMLElement>) => {
    if (!mayMove || !mayMoveEntry(entry) || event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setDrag({ entry, x: event.clientX, y: event.clientY, moving: false })
  }
  const onMove = (event: PointerEvent) => {
    if (!drag) return
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y]
    if (!drag.moving && Math.hypot(dx, dy) < SLACK) return
    if (!drag.moving) setDrag({ ...drag, moving: true })
    setCard(null)
    shift(
      drag.entry,
      (dx / Math.max(1, width)) * (scale.to - scale.from),
      Math.round(dy / (ROW * larger)),
      wishOf(drag.entry),
    )
  }
  const onUp = (entry: PlanEntry) => () => {
    if (!drag?.moving) {
      setCard(null)
      onOpen(entry)
    }
    setDrag(null)
  }
  const timesOf = (entry: PlanEntry): Times => {
    const to = moved?.get(entry.id)
    return (
      to ??
      (wish?.workOrderId === entry.workOrderId
        ? wish
        : { startsAt: Date.parse(entry.startsAt), endsAt: Date.parse(entry.endsAt) })
    )
  }
  // Hovering with a mouse shows the card; a tap opens the entry instead.
  const onEnter = (entry: PlanEntry) => (event: PointerEvent<HTMLElement>) => {
    if (event.pointerType !== 'mouse' || drag || wish || entry.id === openId) return
    const { left, top, bottom } = event.currentTarget.getBoundingClientRect()
    const hours = event.currentTarget.closest('.gantt-area')?.getBoundingClientRect()
    setCard({ entry, left: Math.max(left, hours?.left ?? 0), top, bottom })
  }
  const ticks = useMemo(() => ticksOf(scale, zone, room), [scale, zone, room])
  const narrow = all / larger < NARROW
  const showsNow = now > scale.from && now < scale.to
  const shown = entries.filter((entry) => rowOf(current(entry).lineId) >= 0)
  const shelves = shelvesOf(
    shown.flatMap((entry) => {
      // A bar being moved lies over the others until the server reports how they make room.
      if (wish?.workOrderId === entry.workOrderId && !moved) return []
      const { startsAt, endsAt } = timesOf(entry)
      const lead = entry.state === 'planned' ? entry.changeoverMinutes * MINUTE_MS : 0
      const row = rowOf(current(entry).lineId)
      const ahead = aheadOf(entry, endsAt)
      // An order that resumes later has a separate bar, behind the order that runs until then.
      const apart = ahead && ahead.from > endsAt ? [{ id: `${entry.workOrderId} ahead`, row, ...ahead }] : []
      const to = ahead && apart.length === 0 ? ahead.to : drawnEnd(entry, endsAt)
      return [{ id: entry.workOrderId, row, from: startsAt - lead, to }, ...apart]
    }),
  )
  return (
    <section
      ref={whole}
      className={narrow ? 'gantt is-narrow' : 'gantt'}
      aria-label={t('pages.schedule.gantt')}
      aria-describedby="gantt-keys"
    >
      <div className="gantt-lines">
        <div className="gantt-corner" />
        {lines.map((line) => (
          <div key={line.id} className="gantt-line" title={line.label}>
            {narrow ? line.code : line.label}
          </div>
        ))}
      </div>
      <div className="gantt-time">
        <div className="gantt-ticks" aria-hidden>
          {ticks.map((tick) => (
            <span
              key={tick.at}
              className={tick.day ? 'is-day' : undefined}
              style={{ insetInlineStart: `${percentAt(scale, tick.at)}%` }}
            >
              {tick.label}
            </span>
          ))}
          {showsNow && (
            <b
              className={percentAt(scale, now) > NEAR_THE_END ? 'gantt-now-word is-last' : 'gantt-now-word'}
              style={{ insetInlineStart: `${percentAt(scale, now)}%` }}
            >
              {t('pages.schedule.now')}
            </b>
          )}
        </div>
        <div className="gantt-area" ref={area} style={{ blockSize: lines.length * ROW * larger }}>
          {ticks.map((tick) => (
            <i
              key={tick.at}
              className={tick.day ? 'is-day' : undefined}
              style={{ insetInlineStart: `${percentAt(scale, tick.at)}%` }}
            />
          ))}
          {/* Behind the bars, so that it does not cross their texts; visible between the rows. */}
          {showsNow && <b className="gantt-now" style={{ insetInlineStart: `${percentAt(scale, now)}%` }} />}
          {shown.map((entry) => (
            <GanttBar
              key={entry.workOrderId}
              entry={entry}
              times={timesOf(entry)}
              row={rowOf(current(entry).lineId)}
              shelf={shelves.get(entry.workOrderId)}
              aheadShelf={shelves.get(`${entry.workOrderId} ahead`)}
              scale={scale}
              width={room}
              open={entry.id === openId && openId !== null}
              look={
                wish?.workOrderId === entry.workOrderId
                  ? placing.refused
                    ? 'refused'
                    : 'wish'
                  : moved?.has(entry.id)
                    ? 'moved'
                    : 'still'
              }
              movable={mayMove && mayMoveEntry(entry)}
              onKeyDown={onKey(entry)}
              onPointerEnter={onEnter(entry)}
              onPointerLeave={() => setCard(null)}
              onPointerDown={onDown(entry)}
              onPointerMove={onMove}
              onPointerUp={onUp(entry)}
              onPointerCancel={() => {
                setDrag(null)
                placing.drop()
              }}
              onOpen={() => onOpen(entry)}
            />
          ))}
        </div>
      </div>
      {card && <GanttCard {...card} />}
      {mayMove && (
        <p id="gantt-keys" className="quiet">
          {t('pages.schedule.keys')}
        </p>
      )}
    </section>
  )
}
