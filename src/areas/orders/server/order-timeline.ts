import type { EndpointOutput } from '@/contract/endpoint'
import { translatePresets } from '@/contract/preset'
import { eventsOfOrder } from '@/plant/server/events'
import type { Context } from '@/server/context'
import { askQuestion } from '@/server/events'
import type { progressOfOrder } from '../contract/progress'
import type { OrderRow } from './work-orders'

type Told = EndpointOutput<typeof progressOfOrder>
type Event = Told['events'][number]

/** Loads the events of an order, oldest first, and its output by hour. */
export async function timelineOf(ctx: Context, order: OrderRow): Promise<Pick<Told, 'events' | 'hours'>> {
  const { events, hours } = await askQuestion(ctx, eventsOfOrder, { orderId: order.id })
  const told = [
    ...ownEvents(ctx, order),
    ...events.map((event) => ({ ...event, label: event.label ?? wordOf(ctx, event.kind) })),
  ]
  return { events: told.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)), hours: [...hours] }
}
const wordOf = (ctx: Context, kind: Event['kind']): string => ctx.t(`orders:pages.progress.event.${kind}`)
/** Builds the events from the order itself: plan, start, pauses, end. */
function ownEvents(ctx: Context, order: OrderRow): Event[] {
  const event = (kind: Event['kind'], at: string | null, more: Partial<Event> = {}): Event[] =>
    at
      ? [{ kind, at, endsAt: null, label: wordOf(ctx, kind), kg: null, count: null, resource: null, id: null, ...more }]
      : []
  return [
    ...event('planned', order.plannedStart, { endsAt: order.plannedEnd }),
    ...event('started', order.startedAt),
    ...event('finished', order.finishedAt),
    ...event('closed', order.closedAt),
    ...order.pauses.flatMap((pause) => [
      ...event('paused', pause.from, {
        endsAt: pause.to,
        ...(pause.reason ? { label: translatePresets(pause.reason, ctx.t).slice(0, 400) } : {}),
      }),
      ...(pause.to && pause.to !== order.finishedAt ? event('resumed', pause.to) : []),
    ]),
  ]
}
