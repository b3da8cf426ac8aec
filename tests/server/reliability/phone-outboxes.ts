/** Many phones that send their outboxes at once for few machines and parts. */
import { setTimeout as pause } from 'node:timers/promises'
import { equipment } from '@/areas/equipment/contract/equipment'
import { line } from '@/plant/contract/line'
import { reportRepair } from '@/areas/maintenance/contract/repair-commands'
import { moveStock, sparePart } from '@/areas/spareParts/contract/spare-part'
import type { Endpoint } from '@/contract/endpoint'
import { createUuid7 } from '@/contract/id'
import type { TestPlant } from '../harness'
import { SYNC_BATCH_SIZE, type SyncAnswer, type SyncCommand, type SyncResponse } from '@/contract/sync'

/** Sends a body to `POST /api/sync` and returns the data of the answer. */
export type Send = (body: { ops: SyncCommand[]; sentAt: string }) => Promise<SyncResponse>
export type Create = (endpoint: Endpoint, body: object) => Promise<{ id: string }>

export interface Phone {
  userId: string
  clientId: string
  ops: SyncCommand[]
}
export interface DrainResult {
  answers: Map<string, SyncAnswer>
  /** Answers that requested a retry. */
  retried: SyncAnswer[]
  /** Duration of the longest request. */
  longestMs: number
}

/** Sends a phone’s commands in batches and retries as requested until every command has its answer. */
export async function sendOutbox(
  phone: Phone,
  send: Send,
  waitMs: (round: number) => number = shortWaitMs,
): Promise<DrainResult> {
  const result: DrainResult = { answers: new Map(), retried: [], longestMs: 0 }
  let pendingOps = phone.ops
  for (let round = 1; pendingOps.length > 0; round++) {
    const batch = pendingOps.slice(0, SYNC_BATCH_SIZE)
    const began = performance.now()
    const { answers } = await send({ ops: batch, sentAt: batch[0]!.occurredAt })
    result.longestMs = Math.max(result.longestMs, performance.now() - began)
    for (const answer of answers) {
      if (answer.status === 'retry' || answer.status === 'waiting') result.retried.push(answer)
      else result.answers.set(answer.id, answer)
    }
    const remainingOps = pendingOps.filter((op) => !result.answers.has(op.id))
    if (remainingOps.length > pendingOps.length - batch.length) await pause(waitMs(round))
    pendingOps = remainingOps
  }
  return result
}
const shortWaitMs = (round: number): number => Math.random() * Math.min(50 * round, 500)

export const buildOp = (
  phone: Pick<Phone, 'userId' | 'clientId'>,
  seq: number,
  occurredAt: string,
  operation: { op: { name: string }; body: Record<string, unknown>; dependsOn?: string[] },
): SyncCommand => ({
  id: createUuid7(Date.now()),
  userId: phone.userId,
  clientId: phone.clientId,
  seq,
  schemaVersion: 1,
  occurredAt,
  ...operation,
  op: operation.op.name,
})

/**
 * Returns the number of deadlocks in PostgreSQL’s statistics. Every pool connection buffers its own statistics, so all of
 * them are flushed first.
 */
export async function countDeadlocks({ app, query }: Pick<TestPlant, 'app' | 'query'>): Promise<number> {
  if (app.db.kind === 'embedded') return 0
  const flushes = Array.from({ length: app.db.pool.totalCount }, () =>
    query('select pg_stat_force_next_flush(), pg_sleep(0.5)'),
  )
  await Promise.all(flushes)
  const [row] = await query<{ n: number }>(
    'select deadlocks as n from pg_stat_database where datname = current_database()',
  )
  return row!.n
}

export interface Workshop {
  machines: string[]
  parts: string[]
}
export const STOCK = 100_000

/** Creates machines on two lines and parts with a large stock. */
export async function createWorkshop(create: Create, now: string, machines = 6, parts = 12): Promise<Workshop> {
  const name = createUuid7(Date.now()).slice(-8)
  const lines = [0, 1].map((i) =>
    create(line.endpoints.create, { code: `L${i}-${name}`, name: `Line ${i} ${name}`, kind: 'spunbond' }),
  )
  const lineIds = (await Promise.all(lines)).map((row) => row.id)
  const workshop: Workshop = { machines: [], parts: [] }
  for (let i = 0; i < machines; i++)
    workshop.machines.push(
      (await create(equipment.endpoints.create, { code: `M${i}-${name}`, name: `Pump ${i}`, lineId: lineIds[i % 2] }))
        .id,
    )
  for (let i = 0; i < parts; i++) {
    const part = await create(sparePart.endpoints.create, { code: `P${i}-${name}`, name: `Bearing ${i}`, unit: 'pcs' })
    workshop.parts.push(part.id)
    await create(moveStock, { partId: part.id, kind: 'in', quantity: STOCK, occurredAt: now })
  }
  return workshop
}

/** Builds alternating reports and stock movements; each phone visits machines and parts in a different order. */
export function buildReportsAndMoves(
  userId: string,
  workshop: Workshop,
  phones: number,
  opsPerPhone: number,
  now: string,
): Phone[] {
  return Array.from({ length: phones }, (_, p) => {
    const phone: Phone = { userId, clientId: `phone-${p}`, ops: [] }
    const pickFor = (all: string[], i: number) => all[(p * 7 + i * (p % 2 ? 1 : all.length - 1)) % all.length]!
    for (let i = 0; i < opsPerPhone; i++)
      phone.ops.push(
        buildOp(
          phone,
          i,
          now,
          i % 2
            ? {
                op: moveStock,
                body: { partId: pickFor(workshop.parts, i), kind: 'out', quantity: 1 + (i % 3), occurredAt: now },
              }
            : {
                op: reportRepair,
                body: {
                  id: createUuid7(Date.now()),
                  equipmentId: pickFor(workshop.machines, i),
                  faultKind: 'mechanical',
                  severity: 'low',
                },
              },
        ),
      )
    return phone
  })
}
