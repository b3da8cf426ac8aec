import { useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DAY_MS, HOUR_MS, toMoment } from '@/plant/rules/plant-time'
import { line } from '@/plant/contract/line'
import { isWebLineKind } from '@/plant/rules/line'
import { useEndpoint, useList } from '@/client/api/use-list'
import { getPlantNow, useNow } from '@/client/clock'
import { formatMoment } from '@/client/format/time'
import { getFieldInLanguage } from '@/contract/language'
import { useLanguage } from '@/client/format/use-language'
import { ListToolBar } from '@/client/resource/ListToolBar'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { useElementWidth } from '@/client/ui/use-element-width'
import { useHasPermission } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/plant-zone'
import { usePageTitle } from '@/client/shell/use-menu'
import { Button } from '@/client/ui/Button'
import { BackIcon, ForwardIcon } from '@/client/ui/icons'
import { EmptyState } from '@/client/ui/EmptyState'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonList, SkeletonTable } from '@/client/ui/Skeleton'
import { Tabs } from '@/client/ui/Tabs'
import { linePlan, scheduleEntry } from '@/areas/orders/contract/schedule'
import { useQueryParams } from '@/client/use-query-params'
import { EntryDialog } from './EntryDialog'
import { GanttChart } from './GanttChart'
import { LateOrderList } from './LateOrderList'
import { PlaceOrderDialog } from './PlaceOrderDialog'
import { PlacementBar } from './PlacementBar'
import { PlanList } from './PlanList'
import { UnplannedOrderList } from './UnplannedOrderList'
import type { TimeScale } from './time-scale'
import { useOrderToPlace, type ScheduleLine } from './use-order-to-place'
import { TakeOutDialog } from './TakeOutDialog'
import { useLastChange, useLaterOrdersText, type LastPlanChange } from './use-last-change'
import { useOrderPlacement, type OrderPlacement, type PlanEntry, type PlacementDraft } from './use-order-placement'

/** Minimum width of the section that shows the Gantt chart, px. */
const GANTT_MIN_PX = 560
/** Minimum width of the section that shows the Gantt chart without the list below it, px. */
const GANTT_ALONE_MIN_PX = 900
/** Minimum width of the section that shows the open entry in a side panel, px. */
const SIDE_PANEL_MIN_PX = 1024
const SPAN_MS = { day: DAY_MS, threeDays: 3 * DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS } as const
type Span = keyof typeof SPAN_MS
/** Length of the past that is displayed before the current hour. */
const DISPLAYED_PAST_MS = 2 * HOUR_MS

/** Plan of all lines for the next 24 hours or longer, with the unplanned orders below. */
export function PlanSection({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation(['scheduling', 'orders'])
  const [params, changeParams] = useQueryParams()
  const [boxRef, width] = useElementWidth<HTMLDivElement>()
  const zone = usePlantZone()
  const pageTitle = usePageTitle()
  const now = useNow()
  const spanParam = params.get('span') ?? 'day'
  const span = spanParam in SPAN_MS ? (spanParam as Span) : 'day'
  const [fromMs, setFrom] = useState(() => Math.floor(getPlantNow() / HOUR_MS) * HOUR_MS - DISPLAYED_PAST_MS)
  const scale = useMemo(() => ({ from: fromMs, to: fromMs + DISPLAYED_PAST_MS + SPAN_MS[span] }), [fromMs, span])
  const planQuery = useEndpoint(
    linePlan,
    { from: toMoment(scale.from), to: toMoment(scale.to) },
    { resources: ['scheduleEntry', 'workOrder'], refreshIntervalMs: 60_000 },
  )
  const displayedPlan = useDisplayedPlan(planQuery.data, scale)
  const [entries, displayedScale] = [displayedPlan?.entries, displayedPlan?.scale ?? scale]
  // While another period is fetched, chart and heading still show the previous one.
  const isRefetching = displayedScale !== scale && !planQuery.isError
  const lines = usePlanLines(entries)
  const { lastChange, recordChange } = useLastChange()
  const placement = useOrderPlacement(recordChange)
  const [entryToTakeOut, setEntryToTakeOut] = useState<PlanEntry | null>(null)
  const canMove = useHasPermission(['productionScheduleEdit', 'productionScheduleAdd'])
  const [openEntry, setOpenEntry] = useState<PlanEntry | null>(null)
  const [isFormOpen, setIsFormOpen] = useState(false)
  const showsGantt = width >= GANTT_MIN_PX
  const hasSidePanel = width >= SIDE_PANEL_MIN_PX
  const getLineName = (id: string) => lines.find((planLine) => planLine.id === id)?.label ?? ''
  const placeByForm = (draft: PlacementDraft) => {
    placement.setDraft(draft)
    setIsFormOpen(true)
    setOpenEntry(null)
  }
  const cancelPlacement = () => {
    placement.cancel()
    setIsFormOpen(false)
  }
  const { place, placeOnLine } = useOrderToPlace(entries && lines, placeByForm)
  // A move by drag or keys is confirmed in the bar below, not in the form.
  const ganttPlacement: OrderPlacement = {
    ...placement,
    setDraft: (draft: PlacementDraft) => {
      setIsFormOpen(false)
      placement.setDraft(draft)
    },
  }
  const lateCount = entries?.filter((entry) => entry.late).length ?? 0
  const planShortCount = entries?.filter((entry) => entry.neededHours != null).length ?? 0
  return (
    <div className={`resource-page plan-page${hasSidePanel && openEntry ? ' is-split' : ''}`} ref={boxRef}>
      <PageFrame
        contentScrollsItself
        title={pageTitle ?? t('orders:scheduleEntry.name')}
        tools={
          <ListToolBar
            resource={scheduleEntry}
            query={{ startsAtFrom: toMoment(displayedScale.from), startsAtTo: toMoment(displayedScale.to) }}
          />
        }
        subtitle={
          entries && (
            <>
              {formatMoment(displayedScale.from, zone)} – {formatMoment(displayedScale.to, zone)} ·{' '}
              {t('pages.schedule.count', { count: entries.length })}
              {lateCount > 0 && (
                <>
                  {' '}
                  · <b className="is-bad">{t('pages.schedule.lateCount', { count: lateCount })}</b>
                </>
              )}
              {planShortCount > 0 && (
                <>
                  {' '}
                  · <b className="is-warned">{t('pages.schedule.shortCount', { count: planShortCount })}</b>
                </>
              )}
              <StaleNotice query={planQuery} />
            </>
          )
        }
      >
        <div className="plan-sections plan">
          {tabs}
          <div className="plan-tools cluster middle between">
            <Tabs
              label={t('pages.schedule.span')}
              chosen={span}
              onChoose={(next) => changeParams({ span: next === 'day' ? null : next }, { replace: true })}
              tabs={(Object.keys(SPAN_MS) as Span[]).map((key) => ({ key, label: t(`pages.schedule.spans.${key}`) }))}
            />
            <span className="strip gap-1">
              <Button
                look="quiet"
                icon={<BackIcon size={20} />}
                aria-label={t('pages.schedule.earlier')}
                allowsRapidTaps
                onClick={() => setFrom(fromMs - SPAN_MS[span] / 2)}
              />
              <Button onClick={() => setFrom(Math.floor(getPlantNow() / HOUR_MS) * HOUR_MS - DISPLAYED_PAST_MS)}>
                {t('pages.schedule.today')}
              </Button>
              <Button
                look="quiet"
                icon={<ForwardIcon size={20} />}
                aria-label={t('pages.schedule.later')}
                allowsRapidTaps
                onClick={() => setFrom(fromMs + SPAN_MS[span] / 2)}
              />
            </span>
          </div>
          {entries && <LateOrderList entries={entries} onOpen={setOpenEntry} />}
          {!entries &&
            (planQuery.error ? (
              <NotLoadedView query={planQuery} />
            ) : showsGantt ? (
              <SkeletonTable rows={4} />
            ) : (
              <SkeletonList />
            ))}
          {entries && lines.length === 0 && (
            <EmptyState title={t('pages.schedule.noLines')} advice={t('pages.schedule.noLinesNext')} />
          )}
          {entries && lines.length > 0 && (
            <div className={`scroll${isRefetching ? ' is-waiting' : ''}`} aria-busy={isRefetching}>
              {showsGantt && (
                <GanttChart
                  lines={lines}
                  entries={entries}
                  scale={displayedScale}
                  now={now}
                  placement={ganttPlacement}
                  canMove={canMove}
                  openId={hasSidePanel ? (openEntry?.id ?? null) : null}
                  onOpen={setOpenEntry}
                />
              )}
              {width < GANTT_ALONE_MIN_PX && <PlanList lines={lines} entries={entries} onOpen={setOpenEntry} />}
              {canMove && <UnplannedOrderList onPlace={place} />}
            </div>
          )}
          {lastChange && !placement.draft && <LastChangeBar {...lastChange} />}
          {placement.draft && !isFormOpen && <PlacementBar placement={placement} getLineName={getLineName} />}
        </div>
      </PageFrame>
      {openEntry && (
        <EntryDialog
          asSidePanel={hasSidePanel}
          entry={entries?.find((entry) => entry.workOrderId === openEntry.workOrderId) ?? openEntry}
          lineName={getLineName(openEntry.lineId)}
          canMove={canMove}
          onPlace={placeByForm}
          onTakeOut={() =>
            setEntryToTakeOut(entries?.find((entry) => entry.workOrderId === openEntry.workOrderId) ?? openEntry)
          }
          onClose={() => setOpenEntry(null)}
        />
      )}
      {entryToTakeOut && (
        <TakeOutDialog
          entry={entryToTakeOut}
          onTakenOut={(change) => {
            recordChange(change)
            setEntryToTakeOut(null)
            setOpenEntry(null)
          }}
          onClose={() => setEntryToTakeOut(null)}
        />
      )}
      {isFormOpen && (
        <PlaceOrderDialog placement={placement} lines={lines} onLineChange={placeOnLine} onClose={cancelPlacement} />
      )}
    </div>
  )
}
/** Offers to undo the last change until the next change, because a toast disappears too soon. */
function LastChangeBar({ kind, number, moved, later, undo }: LastPlanChange) {
  const { t } = useTranslation('scheduling')
  const describeLaterOrders = useLaterOrdersText()
  return (
    <div className="placing stack gap-1" role="status">
      <p>
        {t(kind === 'takenOut' ? 'pages.schedule.lastTakenOut' : 'pages.schedule.lastChange', { number })}
        {moved > 0 && ` · ${t('pages.schedule.movedOthers', { count: moved })}`}
      </p>
      {describeLaterOrders(later).map((text) => (
        <p key={text} className="is-bad">
          {text}
        </p>
      ))}
      <div className="ui-actions">
        <Button onClick={undo}>{t('pages.schedule.undo')}</Button>
      </div>
    </div>
  )
}
interface DisplayedPlan {
  entries: readonly PlanEntry[]
  scale: TimeScale
}
/** Keeps the last answer and its period on the screen while another is fetched. */
function useDisplayedPlan(data: readonly PlanEntry[] | undefined, scale: TimeScale): DisplayedPlan | undefined {
  const [displayedPlan, setDisplayedPlan] = useState<DisplayedPlan>()
  const nextPlan =
    data && (data !== displayedPlan?.entries || scale !== displayedPlan.scale)
      ? { entries: data, scale }
      : displayedPlan
  if (nextPlan !== displayedPlan) setDisplayedPlan(nextPlan)
  return nextPlan
}
/** Returns the active lines that make a web, and all lines with planned orders. */
function usePlanLines(entries: readonly PlanEntry[] | undefined): ScheduleLine[] {
  const { rows } = useList(line, { size: 200 })
  const language = useLanguage()
  return useMemo(() => {
    const plannedLineIds = new Set(entries?.map((entry) => entry.lineId))
    return rows
      .filter((row) => (row.active && isWebLineKind(row.kind)) || plannedLineIds.has(row.id))
      .map((row) => ({
        id: row.id,
        code: row.code,
        kind: row.kind,
        label: `${row.code} ${String(getFieldInLanguage(line, row, 'name', language))}`,
      }))
  }, [rows, entries, language])
}

/** Shows the age of the displayed data if the last refresh failed, else nothing. */
function StaleNotice({ query }: { query: { isError: boolean; dataUpdatedAt: number } }) {
  const { t } = useTranslation('client')
  const zone = usePlantZone()
  if (!query.isError) return null
  return (
    <>
      {' '}
      ·{' '}
      <b className="order-stale">
        {query.dataUpdatedAt > 0
          ? t('resource.staleSince', { age: formatMoment(query.dataUpdatedAt, zone) })
          : t('resource.notLoaded')}
      </b>
    </>
  )
}
