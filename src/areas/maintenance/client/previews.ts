import type { Preview } from '@/offline/overlay'
import { decide } from '@/contract/state-machine'
import { pollingRound } from '@/areas/maintenance/rules/polling'
import { decideRepair } from '@/areas/maintenance/rules/repair'

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
const repairStep =
  (action: string, more: (body: Fields, op: Op) => Fields): Preview =>
  (row, body, op) => {
    const decision = row ? decideRepair(String(row['state']), action, body) : null
    return row && decision?.ok ? { ...row, state: decision.to, ...more(body, op) } : null
  }
const back = (body: Fields, op: Op): Fields => ({
  reason: body['reason'],
  rejectedBy: op.userId,
  rejectedAt: momentOf(body, op),
  repairEndAt: null,
  productionBy: null,
  productionAt: null,
})

/** Progress counts each point once; a second answer at one is not told apart here, the server's count follows. */
const answered: Preview = (row, body) => {
  if (!row) return null
  const name = body['state'] === 'skipped' ? 'pointsSkipped' : 'pointsDone'
  const [done, skipped, total] = ['pointsDone', 'pointsSkipped', 'pointsTotal'].map((key) => Number(row[key] ?? 0))
  return (done ?? 0) + (skipped ?? 0) < (total ?? 0) ? { ...row, [name]: Number(row[name] ?? 0) + 1 } : row
}
const reported: Preview = (row, body, op) => ({
  ...emptyRepair,
  createdAt: op.occurredAt,
  updatedAt: op.occurredAt,
  createdBy: op.userId,
  reportedBy: op.userId,
  ...row,
  ...body,
  state: 'reported',
  reportedAt: momentOf(body, op),
})
const emptyRepair: Fields = {
  version: 1,
  number: '',
  breakdown: true,
  lineStopped: false,
  images: [],
  workImages: [],
  parts: [],
  hours: [],
  rejections: 0,
}
const workNames = ['causes', 'actions', 'parts', 'hours', 'workImages', 'runningAgainAt']
const workOf = (body: Fields): Fields =>
  Object.fromEntries(workNames.filter((name) => body[name] !== undefined).map((name) => [name, body[name]]))

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
  'repair.report': reported,
  'repair.withdraw': repairStep('withdraw', (body) => ({ reason: body['reason'] })),
  'repair.accept': repairStep('accept', (body, op) => ({ acceptedBy: op.userId, acceptedAt: momentOf(body, op) })),
  'repair.finish': repairStep('finish', (body, op) => ({
    ...workOf(body),
    repairEndAt: body['endedAt'],
    finishedBy: op.userId,
  })),
  'repair.confirmProduction': repairStep('confirmProduction', (body, op) => ({
    productionBy: op.userId,
    productionAt: momentOf(body, op),
    ...(body['runningAgainAt'] ? { runningAgainAt: body['runningAgainAt'] } : {}),
  })),
  'repair.rejectProduction': repairStep('rejectProduction', back),
  'repair.confirmFinal': repairStep('confirmFinal', (body, op) => ({
    finalBy: op.userId,
    finalAt: momentOf(body, op),
  })),
  'repair.rejectFinal': repairStep('rejectFinal', back),
  'stockMovement.move': (row, body) => {
    if (!row) return null
    const amount = Number(body['quantity'])
    return { ...row, quantity: Number(row['quantity']) + (body['kind'] === 'out' ? -amount : amount) }
  },
}
