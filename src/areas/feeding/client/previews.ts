import type { Preview } from '@/offline/overlay'
import { empties, materialKinds, type CounterCause, type MaterialKind } from '@/areas/feeding/rules/feed'

/** A line as it will be, without what only the server sets: its shift, and what it finds. */
const fed =
  (kind: MaterialKind | null): Preview =>
  (row, body, op) => ({
    version: 1,
    createdAt: op.occurredAt,
    updatedAt: op.occurredAt,
    createdBy: op.userId,
    businessDate: null,
    shift: null,
    team: null,
    counterOf: null,
    reason: null,
    findings: [],
    note: null,
    lotId: null,
    hopperId: null,
    entry: 'typed',
    ...row,
    ...body,
    ...(kind ? { kind } : {}),
    fedAt: body['occurredAt'] ?? op.occurredAt,
    userId: op.userId,
  })
/** The counter-line is the server's to write; until then its line says how much of it is taken back, as far as the phone knows. */
const countered: Preview = (row, body) => {
  if (!row) return null
  const whole = empties(body['cause'] as CounterCause | null) ? 0 : row['kg']
  return { ...row, takenBackKg: Number(row['takenBackKg'] ?? 0) + Number(body['kg'] ?? whole ?? 0) }
}

/** What this area's commands make of their rows until the server has spoken. */
export const previews: Readonly<Record<string, Preview>> = {
  ...Object.fromEntries(materialKinds.map((kind) => [`feed.add${kind[0]!.toUpperCase()}${kind.slice(1)}`, fed(kind)])),
  'feed.setHopper': fed(null),
  'feed.counter': countered,
}
