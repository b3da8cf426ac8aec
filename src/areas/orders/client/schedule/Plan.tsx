import { useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DAY_MS, HOUR_MS, toMoment } from '@/plant/rules/plant-time'
import { line } from '@/plant/contract/line'
import { isWebLineKind } from '@/plant/rules/line'
import { useEndpoint, useList } from '@/client/api/use-list'
import { getPlantNow } from '@/client/clock'
import { formatMoment } from '@/client/format/time'
import { getFieldInLanguage } from '@/contract/language'
import { useLanguage } from '@/client/format/use-language'
import { ListToolBar } from '@/client/resource/ListToolBar'
import { useWidth } from '@/client/resource/use-width'
import { QueryBoundary } from '@/client/resource/NotLoadedView'
import { useHasPermission } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/plant-zone'
import { usePageTitle } from '@/client/shell/use-menu'
import { useNow } from '@/client/use-now'
import { Button } from '@/client/ui/Button'
import { BackIcon, ForwardIcon } from '@/client/ui/icons'
import { EmptyState } from '@/client/ui/EmptyState'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonList, SkeletonTable } from '@/client/ui/Skeleton'
import { Tabs } from '@/client/ui/Tabs'
import { planAhead, scheduleEntry } from '@/areas/orders/contract/schedule'
import { Stale } from '../Stale'
import { useParams } from '@/client/use-params'
import { EntrySheet } from './EntrySheet'
import { Gantt } from './Gantt'
import { LateOrders } from './LateOrders'
import { PlaceSheet } from './PlaceSheet'
import { PlacingBar } from './PlacingBar'
import { PlanList } from './PlanList'
import { Unplanned } from './Unplanned'
import type { Scale } from './time-scale'
import { useOrderToPlace, type PlanLine } from './use-order-to-place'
import { TakeOutSheet } from './TakeOutSheet'
import { useLastChange, type Done } from './use-last-change'
import { usePlacing, type PlanEntry, type Wish } from './use-placing'

/**
 * Minimum widths of the section, px: for the Gantt chart, for the chart without the list below it, and for the side
 * panel.
 */
const [GANTT_FROM, GANTT_ALONE_FROM, BESIDE_FROM] = [560, 900, 1024]
const SPANS = { day: DAY_MS, threeDays: 3 * DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS } as const
type Span = keyof typeof SPANS
/** Past time shown before the current hour. */
const BEFORE = 2 * HOUR_MS

/** Plan of all lines for the next 24 hours or longer, with the unplanned orders below. */
export function Plan({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation('orders')
  const [params, change] = useParams()
  const [box, width] = useWidth<HTMLDivElement>()
  const zone = usePlantZone()
  const pageTitle = usePageTitle()
  const now = useNow()
  const span = (params.get('span') ?? 'day') in SPANS ? ((params.get('span') ?? 'day') as Span) : 'day'
  const [from, setFrom] = useState(() => Math.floor(getPlantNow() / HOUR_MS) * HOUR_MS - BEFORE)
  const scale = useMemo(() => ({ from, to: from + BEFORE + SPANS[span] }), [from, span])
  const found = useEndpoint(
    planAhead,
    { from: toMoment(scale.from), to: toMoment(scale.to) },
    { resources: ['scheduleEntry', 'workOrder'], refreshEvery: 60_000 },
  )
  const kept = useKept(found.data, scale)
  const [entries, shown] = [kept?.entries, kept?.scale ?? scale]
  // While another period is fetched, chart and heading still show the previous one.
  const waiting = shown !== scale && !found.isError
  const lines = useLines(entries)
  const { last, made } = useLastChange()
  const placing = usePlacing(made)
  const [leaving, setLeaving] = useState<PlanEntry | null>(null)
  const mayMove = useHasPermission(['productionScheduleEdit', 'productionScheduleAdd'])
  const [open, setOpen] = useState<PlanEntry | null>(null)
  const [typing, setTyping] = useState(false)
  const wide = width >= GANTT_FROM
  const beside = width >= BESIDE_FROM
  const lineName = (id: string) => lines.find((one) => one.id === id)?.label ?? ''
  const placeByHand = (wish: Wish) => {
    placing.want(wish)
    setTyping(true)
    setOpen(null)
  }
  const stop = () => {
    placing.drop()
    setTyping(false)
  }
  const { place, onLine } = useOrderToPlace(entries && lines, placeByHand)
  // A move by drag or keys is confirmed in the bar below, not in the form.
  const drawn = {
    ...placing,
    want: (wish: Wish) => {
      setTyping(false)
      placing.want(wish)
    },
  }
  const late = entries?.filter((entry) => entry.late).length ?? 0
  const short = entries?.filter((entry) => entry.neededHours != null).length ?? 0
  return (
    <div className={`resource-page plan-page${beside && open ? ' is-split' : ''}`} ref={box}>
      <PageFrame
        contentScrollsItself
        title={pageTitle ?? t('scheduleEntry.name')}
        tools={
          <ListToolBar
            of={scheduleEntry}
            query={{ startsAtFrom: toMoment(shown.from), startsAtTo: toMoment(shown.to) }}
          />
        }
        sub={
          entries && (
            <>
              {formatMoment(shown.from, zone)} – {formatMoment(shown.to, zone)} ·{' '}
              {t('pages.schedule.count', { count: entries.length })}
              {late > 0 && (
                <>
                  {' '}
                  · <b className="is-bad">{t('pages.schedule.lateCount', { count: late })}</b>
                </>
              )}
              {short > 0 && (
                <>
                  {' '}
                  · <b className="is-warned">{t('pages.schedule.shortCount', { count: short })}</b>
                </>
              )}
              <Stale of={found} />
            </>
          )
        }
      >
        <div className="orders-list plan">
          {tabs}
          <div className="plan-tools">
            <Tabs
              label={t('pages.schedule.span')}
              chosen={span}
              onChoose={(next) => change({ span: next === 'day' ? null : next }, true)}
              tabs={(Object.keys(SPANS) as Span[]).map((key) => ({ key, word: t(`pages.schedule.spans.${key}`) }))}
            />
            <span className="plan-steps">
              <Button
                look="quiet"
                icon={<BackIcon size={20} />}
                aria-label={t('pages.schedule.earlier')}
                countsEveryTap
                onClick={() => setFrom(from - SPANS[span] / 2)}
              />
              <Button onClick={() => setFrom(Math.floor(getPlantNow() / HOUR_MS) * HOUR_MS - BEFORE)}>
                {t('pages.schedule.today')}
              </Button>
              <Button
                look="quiet"
                icon={<ForwardIcon size={20} />}
                aria-label={t('pages.schedule.later')}
                countsEveryTap
                onClick={() => setFrom(from + SPANS[span] / 2)}
              />
            </span>
          </div>
          {entries && <LateOrders entries={entries} onOpen={setOpen} />}
          {!entries && <QueryBoundary of={found} shape={wide ? <SkeletonTable rows={4} /> : <SkeletonList />} />}
          {entries && lines.length === 0 && (
            <EmptyState title={t('pages.schedule.noLines')} next={t('pages.schedule.noLinesNext')} />
          )}
          {entries && lines.length > 0 && (
            <div className={`scroll${waiting ? ' is-waiting' : ''}`} aria-busy={waiting}>
              {wide && (
                <Gantt
                  lines={lines}
                  entries={entries}
                  scale={shown}
                  now={now}
                  placing={drawn}
                  mayMove={mayMove}
                  openId={beside ? (open?.id ?? null) : null}
                  onOpen={setOpen}
                />
              )}
              {width < GANTT_ALONE_FROM && <PlanList lines={lines} entries={entries} onOpen={setOpen} />}
              {mayMove && <Unplanned onPlace={place} />}
            </div>
          )}
          {last && !placing.wish && <LastChange {...last} />}
          {placing.wish && !typing && <PlacingBar placing={placing} lineName={lineName} />}
        </div>
      </PageFrame>
      {open && (
        <EntrySheet
          beside={beside}
          entry={entries?.find((entry) => entry.workOrderId === open.workOrderId) ?? open}
          line={lineName(open.lineId)}
          mayMove={mayMove}
          onPlace={placeByHand}
          onTakeOut={() => setLeaving(entries?.find((entry) => entry.workOrderId === open.workOrderId) ?? open)}
          onClose={() => setOpen(null)}
        />
      )}
      {leaving && (
        <TakeOutSheet
          entry={leaving}
          onOut={(change) => {
            made(change)
            setLeaving(null)
            setOpen(null)
          }}
          onClose={() => setLeaving(null)}
        />
      )}
      {typing && <PlaceSheet placing={placing} lines={lines} onLine={onLine} onClose={stop} />}
    </div>
  )
}
/** Offers undo of the last change until the next one, because a toast disappears too soon. */
function LastChange({ what, number, moved, undo }: Done) {
  const { t } = useTranslation('orders')
  return (
    <div className="placing" role="status">
      <p>
        {t(what === 'takenOut' ? 'pages.schedule.lastTakenOut' : 'pages.schedule.lastChange', { number })}
        {moved > 0 && ` · ${t('pages.schedule.movedOthers', { count: moved })}`}
      </p>
      <div className="ui-actions">
        <Button onClick={undo}>{t('pages.schedule.undo')}</Button>
      </div>
    </div>
  )
}
interface Kept {
  entries: readonly PlanEntry[]
  scale: Scale
}
/** Keeps the last answer and its period on the screen while another is fetched. */
function useKept(data: readonly PlanEntry[] | undefined, scale: Scale): Kept | undefined {
  const [kept, setKept] = useState<Kept>()
  const now = data && (data !== kept?.entries || scale !== kept.scale) ? { entries: data, scale } : kept
  if (now !== kept) setKept(now)
  return now
}
/** Returns active lines that make a web, and other lines with planned orders. */
function useLines(entries: readonly PlanEntry[] | undefined): PlanLine[] {
  const { rows } = useList(line, { size: 200 })
  const language = useLanguage()
  return useMemo(() => {
    const planned = new Set(entries?.map((entry) => entry.lineId))
    return rows
      .filter((row) => (row.active && isWebLineKind(row.kind)) || planned.has(row.id))
      .map((row) => ({
        id: row.id,
        code: row.code,
        kind: row.kind,
        label: `${row.code} ${String(getFieldInLanguage(line, row, 'name', language))}`,
      }))
  }, [rows, entries, language])
}
