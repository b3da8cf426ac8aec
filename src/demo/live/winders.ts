import { HOUR_MS, toLocalTime, MINUTE_MS, toMillis } from '@/plant/rules/plant-time'
import { workOrder } from '@/areas/orders/contract/work-order'
import { startOrder, switchOrder } from '@/areas/orders/contract/work-order-endpoints'
import { doffRoll, windRoll } from '@/areas/rolls/contract/jumbo-commands'
import { calculateWebKg } from '@/areas/orders/rules/web-dimensions'
import { calculateWoundMetres } from '@/areas/rolls/rules/winding'
import { columns } from '@/server/sql'
import { breaksWeb } from '../production/running'
import { rounded } from '../random'
import type { Crew } from './crew'
import { feedLine, prepareLine } from './feeding'
import { diceOf, stands } from './pace'

export interface Winder {
  id: string
  code: string
  width: number | null
  ideal: number
  orderId: string | null
  orderedKg: number | null
  jumboKg: number | null
  /** Median length of the order's last five jumbos, else the length on the order, m. */ wantedM: number | null
  rollId: string | null
  windingSince: string | null
  speed: number | null
  gsm: number | null
  widthMm: number | null
  /** True while a stop entered by a person is open; the line stands until it is closed. */
  told: boolean
}
/** Lists web lines with their order and current roll, except lines that people added or use for their own order. */
export const readWinders = (crew: Crew): Promise<Winder[]> =>
  crew.query<Winder>(
    `select l.id, l.code, l.width::float as width, coalesce(s.ideal_speed, l.ideal_speed, 200)::float as ideal, o.id as "orderId", o.ordered_kg::float as "orderedKg", o.jumbo_kg::float as "jumboKg", coalesce((select percentile_cont(0.5) within group (order by t.length_m) from (select length_m from jumbo_roll x where x.site_id = l.site_id and x.work_order_id = o.id and x.state not in ('winding', 'deleted') order by x.doffed_at desc limit 5) t), o.jumbo_length_m)::float as "wantedM",
     r.id as "rollId", r.started_at as "windingSince", r.speed::float as speed, r.gsm::float as gsm, r.width_mm as "widthMm",
     exists (select 1 from line_stop p where p.site_id = l.site_id and p.line_id = l.id and p.ended_at is null and p.source <> 'speed') as told
   from line l
     left join lateral (select * from work_order w where w.site_id = l.site_id and w.line_id = l.id and w.state = 'running' order by w.started_at desc limit 1) o on true
     left join process_standard s on s.site_id = l.site_id and s.id = o.process_standard_id
     left join lateral (select * from jumbo_roll j where j.site_id = l.site_id and j.line_id = l.id and j.state = 'winding' order by j.started_at desc limit 1) r on true
   where l.site_id = $1 and l.active and l.kind in ('spunbond', 'meltblown', 'composite') and ${crew.made('l', 'line')} and (o.id is null or ${crew.made('o', 'workOrder')}) order by l.sort_order nulls last, l.code limit 20`,
  )

/** Changeover time between two orders. */
const CHANGEOVER_MS = 6 * MINUTE_MS
/** A roll is doffed at most this long after it was due. */
const LATE_MS = 2 * MINUTE_MS

/** Takes the next action at a running winder: starts or ends an order, starts a roll, or doffs one. */
export async function stepWinder(crew: Crew, at: Winder, now: number): Promise<void> {
  if (at.told || stands(at.code, now, 90_000)) return
  if (!at.orderId) return nextOrder(crew, at, now)
  if (!at.rollId) {
    if (at.orderedKg !== null && (at.jumboKg ?? 0) >= at.orderedKg * 1.04)
      await crew.call('OPERATOR-LINE', switchOrder, { id: at.orderId, action: 'finish' })
    else
      await crew.call('OPERATOR-LINE', windRoll, {
        workOrderId: at.orderId,
        lineId: at.id,
        speed: rounded(at.ideal * 0.94, 1),
        ...(at.wantedM ? { lengthM: rounded(at.wantedM, 1) } : {}),
      })
    return
  }
  await doffWhenDue(crew, at, now)
}

async function doffWhenDue(crew: Crew, at: Winder, now: number): Promise<void> {
  const stood = await crew.query<{ from: string; to: string | null }>(
    'select started_at as "from", ended_at as "to" from line_stop where site_id = $1 and line_id = $2 and (ended_at is null or ended_at > $3)',
    [at.id, at.windingSince],
  )
  const stops = stood.map((s) => ({ startsAt: toMillis(s.from), endsAt: s.to ? toMillis(s.to) : null }))
  const since = toMillis(at.windingSince!)
  const breaks = stops.filter(
    ({ startsAt, endsAt }) => startsAt > since && breaksWeb({ startsAt, endsAt: endsAt ?? now }),
  ).length
  const speed = at.speed ?? at.ideal * 0.94
  const metres = calculateWoundMetres({ startsAt: since, speed, stops }, now) ?? 0
  const dice = diceOf(`doff/${at.rollId}`)
  const wanted = at.wantedM ?? rounded(at.ideal * 45, 0)
  if (metres < wanted + dice.between(0, speed * (LATE_MS / MINUTE_MS))) return
  // A roll left on for hours, e.g. while no server ran, gets no longer than the winder can take.
  const lengthM = rounded(Math.min(metres, wanted * 1.03), 1)
  const kg = at.gsm && at.widthMm ? calculateWebKg(at.gsm, at.widthMm, lengthM) : null
  const coreKg = 18
  await crew.call('OPERATOR-LINE', doffRoll, {
    id: at.rollId!,
    workOrderId: at.orderId!,
    lineId: at.id,
    lengthM,
    speed,
    splices: breaks + (dice.chance(0.06) ? 1 : 0),
    ...(kg ? { grossKg: rounded(kg * dice.normal(1, 0.006) + coreKg, 1), coreKg, weighedBy: 'scale' as const } : {}),
    ...(dice.chance(0.2)
      ? {
          defects: [
            {
              kind: dice.pick(['flyFibre', 'lump', 'streak', 'thinWeb'] as const),
              fromM: rounded(lengthM * 0.4, 0),
              toM: rounded(lengthM * 0.4, 0) + 20,
              fromMm: null,
              toMm: null,
              images: [],
              note: null,
            },
          ],
        }
      : {}),
  })
  if (kg) await feedLine(crew, at.id, at.orderId!, kg)
}

/** Starts the next order planned for the line; if none is planned, creates the last order once more. */
async function nextOrder(crew: Crew, at: Winder, now: number): Promise<void> {
  const [last] = await crew.query<{
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
     where site_id = $1 and line_id = $2 and state in ('finished', 'closed', 'paused') and ${crew.made('o', 'workOrder')} order by started_at desc nulls last limit 1`,
    [at.id],
  )
  if (last?.finishedAt && now - toMillis(last.finishedAt) < CHANGEOVER_MS) return
  const [planned] = await crew.query<{ id: string }>(
    `select id from work_order o where site_id = $1 and state = 'planned' and line_id = $2 and ${crew.made('o', 'workOrder')} order by planned_start nulls last, number limit 1`,
    [at.id],
  )
  if (planned && (await crew.call('OPERATOR-LINE', startOrder, { id: planned.id, lineId: at.id })))
    return prepareLine(crew, at.id, planned.id, now)
  if (!last) return
  const { day, minute } = toLocalTime(new Date(now).toISOString(), crew.app.timeZone)
  const number = `${day.slice(2).replaceAll('-', '')}-${at.code}-${String(Math.floor(minute)).padStart(4, '0')}`
  const made = await crew.call('PROD-LEAD', workOrder.endpoints.create, {
    number: `WO${number}`,
    batch: `B${number}`,
    productId: last.productId,
    customerId: last.customerId,
    gsm: last.gsm,
    webWidthMm: last.webWidthMm,
    widthMm: last.widthMm,
    orderedKg: last.orderedKg ?? rounded((at.ideal * 60 * 24 * (at.width ?? 1.6) * 15) / 1000, 0),
    jumboLengthM: last.jumboLengthM,
    rollLengthM: last.rollLengthM,
    slittingPattern: last.slittingPattern,
    lineId: at.id,
    dueOn: new Date(now + 72 * HOUR_MS).toISOString().slice(0, 10),
  })
  if (made && (await crew.call('OPERATOR-LINE', startOrder, { id: made.id, lineId: at.id })))
    await prepareLine(crew, at.id, made.id, now)
}
