import type { EndpointOutput } from '@/contract/endpoint'
import { translatePresets } from '@/contract/preset'
import { orderHistory } from './events'
import type { Context } from '@/server/context'
import { askQuestion } from '@/server/events'
import type { orderProgress } from '../contract/progress'
import type { WorkOrderRow } from './work-orders'

type OrderProgressAnswer = EndpointOutput<typeof orderProgress>
type TimelineEvent = OrderProgressAnswer['events'][number]

/** Loads the events of an order, oldest first, and its output per hour. */
export async function loadOrderTimeline(
  ctx: Context,
  order: WorkOrderRow,
): Promise<Pick<OrderProgressAnswer, 'events' | 'hours'>> {
  const { events, hours } = await askQuestion(ctx, orderHistory, { orderId: order.id })
  const allEvents = [
    ...buildOrderEvents(ctx, order),
    ...events.map((event) => ({ ...event, label: event.label ?? getEventLabel(ctx, event.kind) })),
  ]
  return { events: allEvents.sort(compareByTime), hours: [...hours] }
}
const compareByTime = (a: TimelineEvent, b: TimelineEvent): number => {
  if (a.at === b.at) return 0
  return a.at < b.at ? -1 : 1
}
const getEventLabel = (ctx: Context, kind: TimelineEvent['kind']): string =>
  ctx.t(`orders:pages.progress.event.${kind}`)
/** Builds the events from the order itself: plan, start, pauses, end. */
function buildOrderEvents(ctx: Context, order: WorkOrderRow): TimelineEvent[] {
  const buildEvent = (
    kind: TimelineEvent['kind'],
    moment: string | null,
    otherFields: Partial<TimelineEvent> = {},
  ): TimelineEvent[] =>
    moment
      ? [
          {
            kind,
            at: moment,
            endsAt: null,
            label: getEventLabel(ctx, kind),
            kg: null,
            count: null,
            resource: null,
            id: null,
            ...otherFields,
          },
        ]
      : []
  return [
    ...buildEvent('planned', order.plannedStart, { endsAt: order.plannedEnd }),
    ...buildEvent('started', order.startedAt),
    ...buildEvent('finished', order.finishedAt),
    ...buildEvent('closed', order.closedAt),
    ...order.pauses.flatMap((pause) => [
      ...buildEvent('paused', pause.from, {
        endsAt: pause.to,
        ...(pause.reason ? { label: translatePresets(pause.reason, ctx.t).slice(0, 400) } : {}),
      }),
      ...(pause.to && pause.to !== order.finishedAt ? buildEvent('resumed', pause.to) : []),
    ]),
  ]
}
