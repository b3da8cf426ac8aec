import type { OutOf } from '@/contract/endpoint'
import { slitFigures, type SlitCounted } from '@/areas/rolls/rules/order-figures'
import type { Context } from '@/server/context'
import type { progressOfOrder } from '../contract/progress'
import type { OrderRow } from './work-orders'

type Told = OutOf<typeof progressOfOrder>
type Event = Told['events'][number]
type Hour = Told['hours'][number]

/** What happened to an order, the oldest first, and its output by hour. */
export async function timelineOf(ctx: Context, order: OrderRow): Promise<Pick<Told, 'events' | 'hours'>> {
  const [events, whole, partly] = await Promise.all([eventsOf(ctx, order), hoursOf(ctx, order), partlyGood(ctx, order)])
  const told = [...ownEvents(ctx, order), ...events, ...downgradesOf(ctx, partly)]
  return { events: told.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)), hours: together(whole, partly) }
}
/** What the order itself tells: the plan, begin, pauses, end. */
function ownEvents(ctx: Context, order: OrderRow): Event[] {
  const event = (kind: Event['kind'], at: string | null, more: Partial<Event> = {}): Event[] =>
    at
      ? [
          {
            kind,
            at,
            endsAt: null,
            label: ctx.t(`orders:pages.progress.event.${kind}`),
            kg: null,
            count: null,
            resource: null,
            id: null,
            ...more,
          },
        ]
      : []
  return [
    ...event('planned', order.plannedStart, { endsAt: order.plannedEnd }),
    ...event('started', order.startedAt),
    ...event('finished', order.finishedAt),
    ...event('closed', order.closedAt),
    ...order.pauses.flatMap((pause) => [
      ...event('paused', pause.from, {
        endsAt: pause.to,
        ...(pause.reason ? { label: pause.reason.slice(0, 400) } : {}),
      }),
      ...(pause.to && pause.to !== order.finishedAt ? event('resumed', pause.to) : []),
    ]),
  ]
}

const MOST_EVENTS = 500
/** Feeding by the hour; doffs, slitting, stops and packages by themselves: at most 500 of each, the newest. */
async function eventsOf(ctx: Context, order: OrderRow): Promise<Event[]> {
  const newest = `order by at desc limit ${MOST_EVENTS}`
  const of = 'site_id = $1 and work_order_id = $2'
  const rows = await ctx.query<Omit<Event, 'label'> & { label: string | null }>(
    `(select 'fed' as kind, min(fed_at) as at, null::timestamptz as "endsAt", null::text as label, sum(kg)::float as kg, count(*)::int as count, 'feed' as resource, null::uuid as id from feed where ${of} and kind <> 'pack' group by date_trunc('hour', fed_at, $4) ${newest})
     union all (select 'doffed', doffed_at as at, null, number, net_kg::float, 1, 'jumboRoll', id from jumbo_roll where ${of} and doffed_at is not null and state <> 'deleted' ${newest})
     union all (select 'slit', min(doffed_at) as at, max(doffed_at), null, sum(kg)::float, count(*)::int, 'slitSet', slit_set_id from slit_roll where ${of} and state <> 'undone' group by slit_set_id ${newest})
     union all (select 'stopped', s.started_at as at, s.ended_at, coalesce(case when $3 = 'en' then r.name_en end, r.name), null, null, 'lineStop', s.id from line_stop s left join stop_reason r on r.site_id = s.site_id and r.id = s.reason_id where s.site_id = $1 and s.work_order_id = $2 ${newest})
     union all (select 'packed', packed_at as at, null, number, net_kg::float, rolls, 'package', id from package where ${of} and packed_at is not null ${newest})`,
    [ctx.site, order.id, ctx.language, ctx.timeZone],
  )
  return rows.map((r) => ({ ...r, label: r.label ?? ctx.t(`orders:pages.progress.event.${r.kind}`) }))
}

interface Partly extends SlitCounted {
  slitSetId: string
  doffedAt: string
  hour: string
}
const MOST_PARTLY = 5000
/** Slit rolls that are not good all along, the newest: of these their metres count, as in the order's own figures. */
const partlyGood = (ctx: Context, order: OrderRow): Promise<Partly[]> =>
  ctx.query<Partly & Record<string, unknown>>(
    `select slit_set_id as "slitSetId", doffed_at as "doffedAt", date_trunc('hour', doffed_at, $3) as hour, state, kg::float as kg, expected_kg::float as "expectedKg", length_m::float as "lengthM", grade, downgrades
   from slit_roll where site_id = $1 and work_order_id = $2 and state <> 'undone' and downgrades <> '[]' order by doffed_at desc limit ${MOST_PARTLY}`,
    [ctx.site, order.id, ctx.timeZone],
  )
/** What of each set came off downgraded: the rolls it was found on, and the mass of the part that is. */
function downgradesOf(ctx: Context, rolls: readonly Partly[]): Event[] {
  const sets = new Map<string, Event>()
  for (const roll of rolls) {
    const { downgradedKg } = slitFigures(roll)
    if (downgradedKg === 0) continue
    const at = new Date(roll.doffedAt).toISOString()
    const set = sets.get(roll.slitSetId)
    sets.set(roll.slitSetId, {
      kind: 'downgraded',
      at: set && set.at < at ? set.at : at,
      endsAt: null,
      label: ctx.t('orders:pages.progress.event.downgraded'),
      kg: grams((set?.kg ?? 0) + downgradedKg),
      count: (set?.count ?? 0) + 1,
      resource: 'slitSet',
      id: roll.slitSetId,
    })
  }
  return [...sets.values()].slice(0, MOST_EVENTS)
}

const MOST_HOURS = 720
/** Output by hour of the rolls that are of one grade all along, the newest first. */
const hoursOf = (ctx: Context, order: OrderRow): Promise<Hour[]> =>
  ctx.query<Hour & Record<string, unknown>>(
    `select date_trunc('hour', doffed_at, $3) as "from", coalesce(sum(coalesce(kg, expected_kg)) filter (where grade = 'good'), 0)::float as "goodKg", coalesce(sum(coalesce(kg, expected_kg)) filter (where grade <> 'good'), 0)::float as "downgradedKg"
   from slit_roll where site_id = $1 and work_order_id = $2 and state not in ('undone', 'recycled') and downgrades = '[]' group by 1 order by 1 desc limit ${MOST_HOURS}`,
    [ctx.site, order.id, ctx.timeZone],
  )
/** Output by hour, oldest first; the newest thirty days. */
function together(whole: readonly Hour[], partly: readonly Partly[]): Hour[] {
  const hours = new Map<string, Hour>()
  for (const one of [...whole, ...partly.map((roll) => ({ from: roll.hour, ...slitFigures(roll) }))]) {
    const from = new Date(one.from).toISOString()
    const sum = hours.get(from) ?? { from, goodKg: 0, downgradedKg: 0 }
    hours.set(from, {
      from,
      goodKg: grams(sum.goodKg + one.goodKg),
      downgradedKg: grams(sum.downgradedKg + one.downgradedKg),
    })
  }
  return [...hours.values()].sort((a, b) => (a.from < b.from ? -1 : 1)).slice(-MOST_HOURS)
}
const grams = (kg: number): number => Math.round(kg * 1000) / 1000
