import type { Preview } from '@/offline/overlay'
import { decide } from '@/contract/state-machine'
import { pollingRound } from '@/areas/maintenance/rules/polling'

type Fields = Record<string, unknown>
type Op = Parameters<Preview>[2]
const momentOf = (body: Fields, op: Op): unknown => body['occurredAt'] ?? op.occurredAt

/** A step of a round, as far as its life cycle allows it from where the phone knows it to be. */
const roundStep =
  (action: 'start' | 'finish', more: (body: Fields, op: Op) => Fields): Preview =>
  (row, body, op) => {
    const decision = row ? decide(pollingRound, String(row['state']), action, body) : null
    return row && decision?.ok ? { ...row, state: decision.to, ...more(body, op) } : null
  }
/** Progress counts each point once; a second answer at one is not told apart here, the server's count follows. */
const answered: Preview = (row, body) => {
  if (!row) return null
  const name = body['state'] === 'skipped' ? 'pointsSkipped' : 'pointsDone'
  const [done, skipped, total] = ['pointsDone', 'pointsSkipped', 'pointsTotal'].map((key) => Number(row[key] ?? 0))
  return (done ?? 0) + (skipped ?? 0) < (total ?? 0) ? { ...row, [name]: Number(row[name] ?? 0) + 1 } : row
}
/** What this area's commands make of their rows until the server has spoken: its own life cycles, applied on the phone. */
export const previews: Readonly<Record<string, Preview>> = {
  'pollingRound.claim': (row, _body, op) => (row ? { ...row, assignedTo: op.userId } : null),
  'pollingRound.start': roundStep('start', (body, op) => ({
    startedAt: momentOf(body, op),
    userId: op.userId,
    assignedTo: op.userId,
  })),
  'pollingResult.answer': answered,
  'pollingRound.finish': roundStep('finish', (body) => ({ finishedAt: body['finishedAt'] })),
  'stockMovement.move': (row, body) => {
    if (!row) return null
    const amount = Number(body['quantity'])
    return { ...row, quantity: Number(row['quantity']) + (body['kind'] === 'out' ? -amount : amount) }
  },
}
