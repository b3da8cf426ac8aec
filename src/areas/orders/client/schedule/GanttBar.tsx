import type { KeyboardEventHandler, PointerEventHandler } from 'react'
import { useTranslation } from 'react-i18next'
import { MINUTE_MS } from '@/plant/rules/plant-time'
import { formatMoment } from '@/client/format/time'
import { usePlantZone } from '@/client/session/plant-zone'
import { WarnIcon } from '@/client/ui/icons'
import { usePlanShort } from './PlanShort'
import { aheadOf, drawnEnd, fitsProduct, fitsTrouble, numberIn, percentAt, type Scale, type Shelf } from './time-scale'
import type { PlanEntry, Times } from './use-placing'

export interface GanttBarProps {
  entry: PlanEntry
  times: Times
  row: number
  /** Part of the row's height, if another bar would overlap it. */
  shelf: Shelf | undefined
  /** The same for the forecast part, if it is drawn separately. */
  aheadShelf: Shelf | undefined
  scale: Scale
  /** Width of the whole period, px at default text size. */
  width: number
  /** True if its order is open in the side panel. */
  open: boolean
  look: 'still' | 'wish' | 'moved' | 'refused'
  movable: boolean
  onKeyDown: KeyboardEventHandler
  onPointerDown: PointerEventHandler<HTMLElement>
  onPointerMove: PointerEventHandler
  onPointerUp: PointerEventHandler
  onPointerCancel: PointerEventHandler
  onPointerEnter: PointerEventHandler<HTMLElement>
  onPointerLeave: PointerEventHandler
  onOpen: () => void
}

/** Height of a bar alone in its row, and the space above it, rem; as in gantt.css. */
const [BAR, ABOVE] = [3.25, 0.5]

/** Bar of one order with its changeover, progress, forecast end and warnings. */
export function GanttBar({
  entry,
  times,
  row,
  shelf,
  aheadShelf,
  scale,
  width,
  open,
  look,
  movable,
  onOpen,
  ...events
}: GanttBarProps) {
  const { t } = useTranslation('orders')
  const zone = usePlantZone()
  const short = usePlanShort()(entry)
  const left = Math.max(0, percentAt(scale, times.startsAt))
  const end = drawnEnd(entry, times.endsAt)
  // The part beyond its planned time is drawn separately.
  const right = Math.min(100, percentAt(scale, Math.min(times.endsAt, end)))
  const changeover =
    entry.changeoverMinutes > 0 && entry.state === 'planned'
      ? Math.max(0, percentAt(scale, times.startsAt - entry.changeoverMinutes * MINUTE_MS))
      : null
  const ahead = aheadOf(entry, times.endsAt)
  const forecast = ahead && {
    from: Math.max(0, percentAt(scale, ahead.from)),
    to: Math.min(100, percentAt(scale, ahead.to)),
  }
  const placed = (on: Shelf | undefined) => {
    const tall = BAR / (on?.of ?? 1)
    return {
      insetBlockStart: `calc(${row} * var(--gantt-row) + ${ABOVE + (on?.at ?? 0) * tall}rem)`,
      ...(on ? { blockSize: `calc(${tall}rem - 2px)` } : {}),
    }
  }
  const top = placed(shelf)
  const mark = forecast && forecast.to > forecast.from && (
    <span
      className={entry.late || entry.runsInto ? 'gantt-forecast is-late' : 'gantt-forecast'}
      style={{
        ...placed(ahead.from > times.endsAt ? aheadShelf : shelf),
        insetInlineStart: `${forecast.from}%`,
        inlineSize: `${forecast.to - forecast.from}%`,
      }}
      aria-hidden
    />
  )
  if (right <= 0 || left >= 100) return mark
  const room = ((right - left) / 100) * width
  const warned = Boolean(entry.runsInto) || short !== null
  const trouble = entry.late || warned
  const sign = trouble && fitsTrouble(room)
  const number = numberIn(entry.number, room, sign, shelf ? 1 : 2)
  const said = [
    entry.number,
    entry.product,
    t(`workOrder.options.state.${entry.state}`),
    `${formatMoment(times.startsAt, zone)} – ${formatMoment(times.endsAt, zone)}`,
    entry.state === 'planned'
      ? ''
      : t('pages.progress.woundAndFinished', {
          wound: Math.round(entry.woundPercent ?? 0),
          finished: Math.round(entry.percent ?? 0),
        }),
    entry.forecastEnd ? `${t('pages.progress.forecastEnd')} ${formatMoment(entry.forecastEnd, zone)}` : '',
    entry.late ? t('pages.progress.late') : '',
    entry.runsInto
      ? t('pages.progress.runsInto', { number: entry.runsInto, time: formatMoment(entry.runsIntoAt, zone).slice(5) })
      : '',
    short ?? '',
    entry.changeoverMinutes ? t('pages.schedule.changeover', { minutes: entry.changeoverMinutes }) : '',
  ]
    .filter(Boolean)
    .join(', ')
  return (
    <div className="gantt-item">
      {changeover !== null && (
        <span
          className="gantt-changeover"
          style={{ ...top, insetInlineStart: `${changeover}%`, inlineSize: `${Math.max(0, left - changeover)}%` }}
          aria-hidden
        />
      )}
      {mark}
      <button
        type="button"
        className={`gantt-bar is-${entry.state} look-${look}${entry.late ? ' is-late' : warned ? ' is-warned' : ''}${movable ? ' is-movable' : ''}${open ? ' is-open' : ''}${shelf ? ' is-shelved' : ''}`}
        style={{ ...top, insetInlineStart: `${left}%`, inlineSize: `${right - left}%` }}
        aria-label={said}
        {...events}
        onClick={(event) => {
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
            {sign && <WarnIcon size={16} />}
            {number[0]}
          </b>
          {number[1] && <b>{number[1]}</b>}
          {/* A bar has room for two lines of text. */}
          {!shelf && !number[1] && fitsProduct(room) && <span>{entry.product}</span>}
        </span>
      </button>
    </div>
  )
}
