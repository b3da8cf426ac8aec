import { HOUR_MS, toLocalTime, MINUTE_MS, toMillis } from '@/plant/rules/plant-time'
import { line } from '@/plant/contract/line'
import { workOrder } from '@/areas/orders/contract/work-order'
import { startOrder, changeRunState } from '@/areas/orders/contract/work-order-endpoints'
import { doffRoll, windRoll } from '@/areas/rolls/contract/jumbo-commands'
import { calculateWebKg } from '@/areas/orders/rules/slitting-pattern'
import { calculateWoundMetres } from '@/areas/rolls/rules/winding'
import { columns } from '@/server/sql'
import { needsRethreading } from '../production/line-clock'
import { roundDecimals } from '../random'
import type { LiveCrew } from './crew'
import { addFeeds, prepareHoppers } from './feed-line'
import { createLiveDice, isStandingStill, RUNNING_SPEED_SHARE } from './line-speeds'

/** A line that produces web, with its running order and the roll on its winder. */
export interface LiveWinder {
  lineId: string
  lineCode: string
  width: number | null
  idealSpeed: number
  orderId: string | null
  orderedKg: number | null
  jumboKg: number | null
  /** Median length of the order's last five jumbos, m. Without jumbos, the length on the order. */
  plannedM: number | null
  rollId: string | null
  windingSince: string | null
  speed: number | null
  gsm: number | null
  widthMm: number | null
  /** True while a stop entered by a person is open; the line stands until it is closed. */
  isStopEntered: boolean
}
/** Lists web lines with their order and current roll, except lines that people added or use for their own order. */
export const listLiveWinders = (crew: LiveCrew): Promise<LiveWinder[]> =>
  crew.queryOnSite<LiveWinder>(
    `select ${columns(line, [{ lineId: 'id' }, { lineCode: 'code' }], 'l')}, l.width::float as width, coalesce(s.ideal_speed, l.ideal_speed, 200)::float as "idealSpeed", o.id as "orderId", o.ordered_kg::float as "orderedKg", o.jumbo_kg::float as "jumboKg", coalesce((select percentile_cont(0.5) within group (order by t.length_m) from (select length_m from jumbo_roll x where x.site_id = l.site_id and x.work_order_id = o.id and x.state not in ('winding', 'deleted') order by x.doffed_at desc limit 5) t), o.jumbo_length_m)::float as "plannedM",
     r.id as "rollId", r.started_at as "windingSince", r.speed::float as speed, r.gsm::float as gsm, r.width_mm as "widthMm",
     exists (select 1 from line_stop p where p.site_id = l.site_id and p.line_id = l.id and p.ended_at is null and p.source <> 'speed') as "isStopEntered"
   from line l
     left join lateral (select * from work_order w where w.site_id = l.site_id and w.line_id = l.id and w.state = 'running' order by w.started_at desc limit 1) o on true
     left join process_standard s on s.site_id = l.site_id and s.id = o.process_standard_id
     left join lateral (select * from jumbo_roll j where j.site_id = l.site_id and j.line_id = l.id and j.state = 'winding' order by j.started_at desc limit 1) r on true
   where l.site_id = $1 and l.active and l.kind in ('spunbond', 'meltblown', 'composite') and ${crew.buildDemoRowCondition('l', 'line')} and (o.id is null or ${crew.buildDemoRowCondition('o', 'workOrder')}) order by l.sort_order nulls last, l.code limit 20`,
  )

/** Changeover time between two orders. */
const CHANGEOVER_MS = 6 * MINUTE_MS
/** Nobody acts at a winder shortly before or after a standstill. */
const STANDSTILL_MARGIN_MS = 90_000
/** An order is finished at this multiple of the ordered mass, which allows for waste at the slitter. */
const OVERPRODUCTION_FACTOR = 1.04
/** A roll is doffed at most this long after it was due. */
const MAX_DOFF_DELAY_MS = 2 * MINUTE_MS
/** Winding time of a roll whose length nobody has planned. */
const DEFAULT_ROLL_MINUTES = 45

/** Takes the next action at a running winder: starts or ends an order, starts a roll, or doffs one. */
export async function advanceWinder(crew: LiveCrew, winder: LiveWinder, nowMs: number): Promise<void> {
  if (winder.isStopEntered || isStandingStill(winder.lineCode, nowMs, STANDSTILL_MARGIN_MS)) return
  if (!winder.orderId) return startNextOrder(crew, winder, nowMs)
  if (!winder.rollId) {
    if (winder.orderedKg !== null && (winder.jumboKg ?? 0) >= winder.orderedKg * OVERPRODUCTION_FACTOR)
      await crew.callAs('OPERATOR-LINE', changeRunState, { id: winder.orderId, action: 'finish' })
    else
      await crew.callAs('OPERATOR-LINE', windRoll, {
        workOrderId: winder.orderId,
        lineId: winder.lineId,
        speed: roundDecimals(winder.idealSpeed * RUNNING_SPEED_SHARE, 1),
        ...(winder.plannedM ? { lengthM: roundDecimals(winder.plannedM, 1) } : {}),
      })
    return
  }
  await doffWhenDue(crew, winder, nowMs)
}

async function doffWhenDue(crew: LiveCrew, winder: LiveWinder, nowMs: number): Promise<void> {
  const stopRows = await crew.queryOnSite<{ from: string; to: string | null }>(
    'select started_at as "from", ended_at as "to" from line_stop where site_id = $1 and line_id = $2 and (ended_at is null or ended_at > $3)',
    [winder.lineId, winder.windingSince],
  )
  const stops = stopRows.map(({ from, to }) => ({ startsAt: toMillis(from), endsAt: to ? toMillis(to) : null }))
  const startsAtMs = toMillis(winder.windingSince!)
  const webBreaks = stops.filter(
    ({ startsAt, endsAt }) => startsAt > startsAtMs && needsRethreading({ startMs: startsAt, endMs: endsAt ?? nowMs }),
  ).length
  const speed = winder.speed ?? winder.idealSpeed * RUNNING_SPEED_SHARE
  const metres = calculateWoundMetres({ startsAt: startsAtMs, speed, stops }, nowMs) ?? 0
  const dice = createLiveDice(`doff/${winder.rollId}`)
  const plannedM = winder.plannedM ?? roundDecimals(winder.idealSpeed * DEFAULT_ROLL_MINUTES, 0)
  if (metres < plannedM + dice.between(0, speed * (MAX_DOFF_DELAY_MS / MINUTE_MS))) return
  // While the simulation is stopped, nobody doffs, and the roll seems to wind for hours. Limit it to a plausible length.
  const lengthM = roundDecimals(Math.min(metres, plannedM * 1.03), 1)
  const kg = winder.gsm && winder.widthMm ? calculateWebKg(winder.gsm, winder.widthMm, lengthM) : null
  const coreKg = 18
  await crew.callAs('OPERATOR-LINE', doffRoll, {
    id: winder.rollId!,
    workOrderId: winder.orderId!,
    lineId: winder.lineId,
    lengthM,
    speed,
    splices: webBreaks + (dice.chance(0.06) ? 1 : 0),
    ...(kg
      ? { grossKg: roundDecimals(kg * dice.normal(1, 0.006) + coreKg, 1), coreKg, weighedBy: 'scale' as const }
      : {}),
    ...(dice.chance(0.2)
      ? {
          defects: [
            {
              kind: dice.pick(['flyFibre', 'lump', 'streak', 'thinWeb'] as const),
              fromM: roundDecimals(lengthM * 0.4, 0),
              toM: roundDecimals(lengthM * 0.4, 0) + 20,
              fromMm: null,
              toMm: null,
              images: [],
              note: null,
            },
          ],
        }
      : {}),
  })
  if (kg) await addFeeds(crew, winder.lineId, winder.orderId!, kg)
}

/** Starts the next order planned for the line; if none is planned, repeats the last order. */
async function startNextOrder(crew: LiveCrew, winder: LiveWinder, nowMs: number): Promise<void> {
  const [lastOrder] = await crew.queryOnSite<{
    id: string
    productId: string
    customerId: string | null
    finishedAt: string | null
    gsm: number | null
    webWidthMm: number | null
    widthMm: number | null
    orderedKg: number | null
    jumboLengthM: number | null
    rollLengthM: number | null
    slittingPattern: string | null
  }>(
    `select ${columns(workOrder, ['id', 'productId', 'customerId', 'finishedAt', 'gsm', 'webWidthMm', 'widthMm', 'orderedKg', 'jumboLengthM', 'rollLengthM', 'slittingPattern'])} from work_order o
     where site_id = $1 and line_id = $2 and state in ('finished', 'closed', 'paused') and ${crew.buildDemoRowCondition('o', 'workOrder')} order by started_at desc nulls last limit 1`,
    [winder.lineId],
  )
  if (lastOrder?.finishedAt && nowMs - toMillis(lastOrder.finishedAt) < CHANGEOVER_MS) return
  const [plannedOrder] = await crew.queryOnSite<{ id: string }>(
    `select id from work_order o where site_id = $1 and state = 'planned' and line_id = $2 and ${crew.buildDemoRowCondition('o', 'workOrder')} order by planned_start nulls last, number limit 1`,
    [winder.lineId],
  )
  if (plannedOrder && (await crew.callAs('OPERATOR-LINE', startOrder, { id: plannedOrder.id, lineId: winder.lineId })))
    return prepareHoppers(crew, winder.lineId, plannedOrder.id, nowMs)
  if (!lastOrder) return
  // Kilograms of web that the line winds in a day, at 15 g/m².
  const kgPerDay = (winder.idealSpeed * 60 * 24 * (winder.width ?? 1.6) * 15) / 1000
  const { day, minute } = toLocalTime(new Date(nowMs).toISOString(), crew.app.timeZone)
  const number = `${day.slice(2).replaceAll('-', '')}-${winder.lineCode}-${String(Math.floor(minute)).padStart(4, '0')}`
  const createdOrder = await crew.callAs('PROD-LEAD', workOrder.endpoints.create, {
    number: `WO${number}`,
    batch: `B${number}`,
    productId: lastOrder.productId,
    customerId: lastOrder.customerId,
    gsm: lastOrder.gsm,
    webWidthMm: lastOrder.webWidthMm,
    widthMm: lastOrder.widthMm,
    orderedKg: lastOrder.orderedKg ?? roundDecimals(kgPerDay, 0),
    jumboLengthM: lastOrder.jumboLengthM,
    rollLengthM: lastOrder.rollLengthM,
    slittingPattern: lastOrder.slittingPattern,
    lineId: winder.lineId,
    dueOn: new Date(nowMs + 72 * HOUR_MS).toISOString().slice(0, 10),
  })
  if (createdOrder && (await crew.callAs('OPERATOR-LINE', startOrder, { id: createdOrder.id, lineId: winder.lineId })))
    await prepareHoppers(crew, winder.lineId, createdOrder.id, nowMs)
}
