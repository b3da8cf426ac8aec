/** Many phones at once, as the app's outbox drains them, over few machines and parts. */
import { setTimeout as pause } from 'node:timers/promises'
import { equipment } from '@/areas/equipment/contract/equipment'
import { line } from '@/plant/contract/line'
import { reportRepair } from '@/areas/maintenance/contract/repair-commands'
import { moveStock, sparePart } from '@/areas/maintenance/contract/spare-part'
import type { Endpoint } from '@/contract/endpoint'
import { createUuid7 } from '@/contract/id'
import type { TestPlant } from '../harness'
import { SYNC_BATCH_SIZE, type SyncAnswer, type SyncOp, type SyncResponse } from '@/contract/sync'

/** How a test or a measurement reaches the server: a body for `POST /api/sync`, and its data. */
export type Send = (body: { ops: SyncOp[]; sentAt: string }) => Promise<SyncResponse>
export type Create = (endpoint: Endpoint, body: object) => Promise<{ id: string }>

export interface Phone {
  userId: string
  clientId: string
  ops: SyncOp[]
}
export interface Drained {
  answers: Map<string, SyncAnswer>
  /** Answers that asked the phone to send a command again. */
  sentAgain: SyncAnswer[]
  /** Longest request, ms. */
  longest: number
}

/** Sends a phone's commands in batches, and again what it is told to send again, until every one has its answer. */
export async function drain(phone: Phone, send: Send, wait: (round: number) => number = shortWait): Promise<Drained> {
  const drained: Drained = { answers: new Map(), sentAgain: [], longest: 0 }
  let open = phone.ops
  for (let round = 1; open.length > 0; round++) {
    const batch = open.slice(0, SYNC_BATCH_SIZE)
    const began = performance.now()
    const { answers } = await send({ ops: batch, sentAt: batch[0]!.occurredAt })
    drained.longest = Math.max(drained.longest, performance.now() - began)
    for (const answer of answers) {
      if (answer.status === 'retry' || answer.status === 'waiting') drained.sentAgain.push(answer)
      else drained.answers.set(answer.id, answer)
    }
    const next = open.filter((op) => !drained.answers.has(op.id))
    if (next.length > open.length - batch.length) await pause(wait(round))
    open = next
  }
  return drained
}
const shortWait = (round: number): number => Math.random() * Math.min(50 * round, 500)

export const command = (
  phone: Pick<Phone, 'userId' | 'clientId'>,
  seq: number,
  occurredAt: string,
  of: { op: { name: string }; body: Record<string, unknown>; dependsOn?: string[] },
): SyncOp => ({
  id: createUuid7(Date.now()),
  userId: phone.userId,
  clientId: phone.clientId,
  seq,
  schemaVersion: 1,
  occurredAt,
  ...of,
  op: of.op.name,
})

/**
 * How often PostgreSQL had to end one of several that waited for each other in a circle. Every connection of the pool keeps
 * its own count for a while, and is asked for it.
 */
export async function deadlocks({ app, query }: Pick<TestPlant, 'app' | 'query'>): Promise<number> {
  if (app.db.kind === 'embedded') return 0
  const asked = Array.from({ length: app.db.pool.totalCount }, () =>
    query('select pg_stat_force_next_flush(), pg_sleep(0.5)'),
  )
  await Promise.all(asked)
  const [row] = await query<{ n: number }>(
    'select deadlocks as n from pg_stat_database where datname = current_database()',
  )
  return row!.n
}

export interface Place {
  machines: string[]
  parts: string[]
}
export const STOCK = 100_000

/** Machines on two lines, and parts of which there is plenty. */
export async function newPlace(create: Create, now: string, machines = 6, parts = 12): Promise<Place> {
  const name = createUuid7(Date.now()).slice(-8)
  const lines = [0, 1].map((i) =>
    create(line.endpoints.create, { code: `L${i}-${name}`, name: `Line ${i} ${name}`, kind: 'spunbond' }),
  )
  const lineIds = (await Promise.all(lines)).map((row) => row.id)
  const place: Place = { machines: [], parts: [] }
  for (let i = 0; i < machines; i++)
    place.machines.push(
      (await create(equipment.endpoints.create, { code: `M${i}-${name}`, name: `Pump ${i}`, lineId: lineIds[i % 2] }))
        .id,
    )
  for (let i = 0; i < parts; i++) {
    const part = await create(sparePart.endpoints.create, { code: `P${i}-${name}`, name: `Bearing ${i}`, unit: 'pcs' })
    place.parts.push(part.id)
    await create(moveStock, { partId: part.id, kind: 'in', quantity: STOCK, occurredAt: now })
  }
  return place
}

/** Reports and movements in turn; every phone goes over the machines and parts in an order of its own. */
export function reportsAndMoves(userId: string, place: Place, phones: number, each: number, now: string): Phone[] {
  return Array.from({ length: phones }, (_, p) => {
    const phone: Phone = { userId, clientId: `phone-${p}`, ops: [] }
    const of = (all: string[], i: number) => all[(p * 7 + i * (p % 2 ? 1 : all.length - 1)) % all.length]!
    for (let i = 0; i < each; i++)
      phone.ops.push(
        command(
          phone,
          i,
          now,
          i % 2
            ? {
                op: moveStock,
                body: { partId: of(place.parts, i), kind: 'out', quantity: 1 + (i % 3), occurredAt: now },
              }
            : {
                op: reportRepair,
                body: {
                  id: createUuid7(Date.now()),
                  equipmentId: of(place.machines, i),
                  faultKind: 'mechanical',
                  severity: 'low',
                },
              },
        ),
      )
    return phone
  })
}
