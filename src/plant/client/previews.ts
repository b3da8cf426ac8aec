import type { Preview } from '@/offline/overlay'
import { stopFacts } from '@/plant/rules/line-stop'

type Fields = Record<string, unknown>
type Times = Parameters<typeof stopFacts>[0]
const saidFields = ['reasonId', 'startedAt', 'endedAt', 'note']
const said = (body: Fields): Fields =>
  Object.fromEntries(saidFields.filter((name) => body[name] !== undefined).map((name) => [name, body[name]]))
const nobody: Fields = {
  source: 'person',
  chased: 0,
  endedAt: null,
  reasonId: null,
  note: null,
  equipmentId: null,
  repairId: null,
  workOrderId: null,
  businessDate: null,
  shift: null,
  team: null,
  closedBy: null,
  explainedBy: null,
  explainedAt: null,
}

/** A stop as it will be when the server has spoken: its state and length follow from what was entered. */
const explained: Preview = (row, body, op) => {
  if (!row) return null
  const after = { ...row, ...said(body) }
  const who = body['reasonId'] ? { explainedBy: op.userId, explainedAt: op.occurredAt } : {}
  return { ...after, ...who, ...stopFacts(after as typeof after & Times) }
}
const entered: Preview = (row, body, op) => {
  const after = {
    version: 1,
    createdAt: op.occurredAt,
    updatedAt: op.occurredAt,
    createdBy: op.userId,
    ...nobody,
    ...row,
    ...body,
  }
  return {
    ...after,
    ...stopFacts(after as typeof after & Times),
    ...(body['reasonId'] ? { explainedBy: op.userId, explainedAt: op.occurredAt } : {}),
    closedBy: body['endedAt'] ? 'person' : null,
  }
}

export const previews: Readonly<Record<string, Preview>> = { 'lineStop.explain': explained, 'lineStop.create': entered }
