import type { Preview } from '@/offline/overlay'
import { decideOrder, ended, isSettled, openPause, ranWithin, type Pause } from '@/areas/orders/rules/work-order'

type Fields = Record<string, unknown>
type Op = Parameters<Preview>[2]
/** When it happened, never before what must have come first. */
const momentOf = (body: Fields, op: Op, notBefore: unknown): string => {
  const said = String(body['occurredAt'] ?? op.occurredAt)
  return typeof notBefore === 'string' && notBefore > said ? notBefore : said
}
const started: Preview = (row, body, op) => {
  const decision = row ? decideOrder(String(row['state']), 'start', body) : null
  const at = momentOf(body, op, row?.['createdAt'])
  return row && decision?.ok
    ? { ...row, state: decision.to, lineId: body['lineId'], startedAt: at, runSince: at }
    : null
}
const switched: Preview = (row, body, op) => {
  const action = String(body['action'])
  const decision = row ? decideOrder(String(row['state']), action, body) : null
  if (!row || !decision?.ok) return null
  const before = (row['pauses'] ?? []) as Pause[]
  const startedAt = row['startedAt'] as string | null
  const when = momentOf(body, op, openPause(before)?.from ?? row['runSince'] ?? startedAt)
  const reason = (body['reason'] as string | null | undefined) ?? null
  const pauses = action === 'pause' ? [...before, { from: when, to: null, reason }] : ended(before, when)
  const ran = startedAt
    ? ranWithin({ startedAt, finishedAt: null, pauses }, Date.parse(startedAt), Date.parse(when))
    : 0
  return {
    ...row,
    state: decision.to,
    pauses,
    ranMinutes: Math.round(ran / 6000) / 10,
    runSince: action === 'resume' ? when : null,
    ...(action === 'finish' ? { finishedAt: when } : {}),
    ...(reason ? { reason } : {}),
  }
}
const adjustable = ['team', 'collocation', 'jumboLengthM', 'rollLengthM', 'note']
const adjusted: Preview = (row, body) =>
  row && !isSettled(String(row['state']))
    ? {
        ...row,
        ...Object.fromEntries(adjustable.filter((name) => body[name] !== undefined).map((name) => [name, body[name]])),
      }
    : null

/** What the commands at the line make of an order until the server has spoken: its own life cycle, applied on the phone. */
export const previews: Readonly<Record<string, Preview>> = {
  'workOrder.start': started,
  'workOrder.switch': switched,
  'workOrder.adjust': adjusted,
}
