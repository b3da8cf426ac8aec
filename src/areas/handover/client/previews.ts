import type { Preview } from '@/offline/overlay'
import { handoverWrites } from '../contract/handover'
import { decideHandover, type Signed } from '../rules/handover'
import { judgeCraft, resultOfItems, totalKg, type Checked, type Measured, type Parameter } from '../rules/inspection'

type Fields = Record<string, unknown>
type Op = Parameters<Preview>[2]
const momentOf = (body: Fields, op: Op): unknown => body['occurredAt'] ?? op.occurredAt
const told = (body: Fields): Fields =>
  Object.fromEntries(
    Object.entries(body).filter(([name, value]) => value !== undefined && name !== 'version' && name !== 'occurredAt'),
  )
const fresh = (op: Op): Fields => ({
  version: 1,
  createdAt: op.occurredAt,
  updatedAt: op.occurredAt,
  createdBy: op.userId,
  userId: op.userId,
  filledAt: op.occurredAt,
})

const emptyHandover: Fields = {
  state: 'draft',
  facts: [],
  images: [],
  people: [],
  absent: [],
  checks: [],
  giverId: null,
  givenAt: null,
  takerId: null,
  takenAt: null,
  reason: null,
  returns: 0,
}
const written =
  (kind: string): Preview =>
  (row, body, op) =>
    row ? { ...row, ...told(body) } : { ...fresh(op), ...emptyHandover, kind, people: [op.userId], ...told(body) }
const signed =
  (action: string, more: (row: Fields, body: Fields, op: Op) => Fields): Preview =>
  (row, body, op) => {
    const decision = row ? decideHandover(row as Fields & Signed, action, op.userId, body) : null
    return row && decision?.ok ? { ...row, state: decision.to, ...more(row, body, op) } : null
  }
/** A sheet as it was written, with what the server will make of it. */
const sheet =
  (more: (row: Fields) => Fields): Preview =>
  (row, body, op) => {
    const after = { ...(row ?? { ...fresh(op), images: [] }), ...told(body) }
    return { ...after, ...more(after) }
  }
const items = (row: Fields): Fields => ({ result: resultOfItems((row['items'] ?? []) as Checked[]) })
/** By the limits that the phone knew; the server's judgement follows. */
function craft(row: Fields): Fields {
  const values = (row['values'] ?? []) as (Measured & Parameter)[]
  const limits = values.filter(({ low, high }) => low != null || high != null)
  return { ...judgeCraft(values, limits.length > 0 ? limits : null) }
}
const first = (row: Fields): Fields => {
  const result = resultOfItems((row['items'] ?? []) as Checked[]) === 'notOk' ? 'notOk' : row['result']
  return { result, released: result === 'ok' }
}
const waste = (row: Fields): Fields => ({
  totalKg: totalKg((row['lines'] ?? []) as { kg: number }[]),
  state: 'entered',
})

/** What this area's commands make of their rows until the server has spoken: its own rules, applied on the phone. */
export const previews: Readonly<Record<string, Preview>> = {
  ...Object.fromEntries(handoverWrites.map(({ kind, endpoint }) => [endpoint.name, written(kind)])),
  'handover.give': signed('give', (_row, body, op) => ({ giverId: op.userId, givenAt: momentOf(body, op) })),
  'handover.take': signed('take', (_row, body, op) => ({ takerId: op.userId, takenAt: momentOf(body, op) })),
  'handover.return': signed('returnIt', (row, body) => ({
    reason: body['reason'],
    returns: Number(row['returns'] ?? 0) + 1,
    giverId: null,
    givenAt: null,
  })),
  'dailyInspection.create': sheet(items),
  'dailyInspection.update': sheet(items),
  'postInspection.create': sheet(items),
  'postInspection.update': sheet(items),
  'craftInspection1.create': sheet(craft),
  'craftInspection2.create': sheet(craft),
  'firstInspection.add': sheet(first),
  'wasteDisposal.create': sheet(waste),
  'wasteDisposal.update': sheet(waste),
}
