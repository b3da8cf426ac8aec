import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { splitRoute } from '@/contract/endpoint'
import { createUuid7 } from '@/contract/id'
import type { SyncResponse } from '@/contract/sync'
import { partsRecord } from '@/areas/equipment/contract/parts-records'
import { answerPoint, startRound } from '@/areas/rounds/contract/round-commands'
import { inspectionPlan } from '@/areas/rounds/contract/inspection-plan'
import {
  acceptRepair,
  confirmProduction,
  finishRepair,
  reportRepair,
} from '@/areas/maintenance/contract/repair-commands'
import { moveStock } from '@/areas/spareParts/contract/spare-part'
import { createTestPlant, type Answer, type Caller, type TestPlant } from '../harness'
import { plantTime, countRows, expectOk } from '../plant-staff'
import {
  buildOp,
  countDeadlocks,
  sendOutbox,
  createWorkshop,
  STOCK,
  type Create,
  type Phone,
  type Workshop,
} from './phone-outboxes'

const NOW = plantTime('10:00')
/** Longer than any normal wait; only a lock-up takes longer. */
const GUARD_MS = 110_000
const PHONES = 8
const REPAIRS_EACH = 3
const DESK = 8

let plant: TestPlant
let admin: Caller
let place: Workshop
const rounds: string[] = []
const create: Create = async (endpoint, body) => {
  const { method, path } = splitRoute(endpoint.routes[0]!)
  return expectOk(await admin.raw(method, path, body)) as { id: string }
}
const send = async (body: object): Promise<SyncResponse> =>
  expectOk(await admin.raw('POST', '/sync', body)) as unknown as SyncResponse

beforeAll(async () => {
  plant = await createTestPlant()
  plant.clock.set(NOW)
  admin = await plant.as('admin')
  place = await createWorkshop(create, NOW, 4, 6)
  for (const n of [0, 1]) rounds.push(await newRound(n))
}, 120_000)
afterAll(() => plant.close())

/** Creates a started round with one point that accepts any number of answers. */
async function newRound(n: number): Promise<string> {
  const point = { key: 'b', equipmentId: place.machines[n]!, code: null, instruction: null, scanRequired: false }
  const item = { pointKey: 'b', key: 'note', label: 'Note', kind: 'text' as const, optional: true }
  const made = await create(inspectionPlan.endpoints.create, {
    name: `Round ${n}`,
    frequency: 'daily',
    times: [{ at: '10:15' }],
    minutesBefore: 30,
    minutesAfter: 60,
    validFrom: '2026-11-01',
    points: [point],
    items: [item],
  })
  const [round] = await plant.query<{ id: string }>('select id from inspection_round where plan_id = $1', [made.id])
  await create(startRound, { roundId: round!.id })
  return round!.id
}

/** Returns three parts in a different order per phone. */
const partsFor = (n: number): string[] => [0, 1, 2].map((i) => place.parts[(n * 5 + i * (n % 2 ? 2 : 4)) % 6]!)
const used = new Map<string, number>()
const countPartUse = (part: string, quantity: number): { partId: string; quantity: number } => {
  used.set(part, (used.get(part) ?? 0) + quantity)
  return { partId: part, quantity }
}

/** Reports, accepts, finishes with parts and confirms repairs, half of them of a stopped line; answers points; moves stock. */
function workOf(p: number): Phone {
  const phone: Phone = { userId: admin.userId, clientId: `phone-${p}`, ops: [] }
  const add = (op: { name: string }, body: Record<string, unknown>, after: string[] = []): string => {
    phone.ops.push(buildOp(phone, phone.ops.length, NOW, { op, body, ...(after.length ? { dependsOn: after } : {}) }))
    return phone.ops.at(-1)!.id
  }
  for (let i = 0; i < REPAIRS_EACH; i++) {
    const n = p * REPAIRS_EACH + i
    const id = createUuid7(Date.now())
    const stopped = n % 2 ? { lineStopped: true, stoppedAt: plantTime('09:30') } : {}
    const equipmentId = place.machines[(p + i * (p % 2 ? 1 : 3)) % 4]!
    const reported = add(reportRepair, { id, equipmentId, faultKind: 'mechanical', severity: 'high', ...stopped })
    add(moveStock, { ...countPartUse(place.parts[n % 6]!, 1), kind: 'out', occurredAt: NOW })
    const accepted = add(acceptRepair, { id }, [reported])
    // The report made on the round belongs to the point’s answer.
    const answered = add(
      answerPoint,
      {
        roundId: rounds[n % 2],
        pointKey: 'b',
        state: 'done',
        presence: 'byHand',
        values: [],
        occurredAt: NOW,
        repairIds: [id],
      },
      [accepted],
    )
    const parts = partsFor(n).map((part) => countPartUse(part, 2))
    const hours = [{ userId: admin.userId, hours: 0.5 }]
    const finished = add(finishRepair, { id, causes: 'worn', actions: 'replaced', parts, hours, endedAt: NOW }, [
      answered,
    ])
    add(confirmProduction, { id }, [finished])
  }
  return phone
}
/** Desktop calls at the same time: reports, movements and part records with idempotency keys and retries. */
async function atDesk(n: number): Promise<string> {
  const keyed = async (
    method: string,
    path: string,
    body: object,
  ): Promise<Answer<{ id: string; version: number }>> => {
    const key = randomUUID()
    for (;;) {
      const answer = (await admin.raw(method, path, body, { 'idempotency-key': key })) as unknown as Answer<{
        id: string
        version: number
      }>
      if (answer.errno !== '4502') return answer
      expect(answer.status).toBe(503)
    }
  }
  const equipmentId = place.machines[n % 4]
  const report = expectOk(
    await keyed('POST', '/book/add_repair', { equipmentId, faultKind: 'electrical', severity: 'low' }),
  )
  expectOk(
    await keyed('POST', '/spare/move', { ...countPartUse(place.parts[n % 6]!, 3), kind: 'out', occurredAt: NOW }),
  )
  const record = { equipmentId, occurredAt: NOW, result: 'ok', cause: 'worn' }
  const first = partsFor(n).map((partId) => ({ partId, quantity: 9 }))
  const made = expectOk(await keyed('POST', '/book/add_parts', { ...record, parts: first }))
  const parts = partsFor(n + 1)
    .toReversed()
    .map((part) => countPartUse(part, 1))
  expectOk(await keyed('PUT', '/book/edit_parts', { id: made.id, version: made.version, parts }))
  return report.id
}

test(
  'repairs with parts, stops, round answers, stock and records of parts over the same rows: all done, each once',
  async () => {
    const phones = Array.from({ length: PHONES }, (_, p) => workOf(p))
    const [drained, desk] = await Promise.all([
      Promise.all(phones.map((phone) => sendOutbox(phone, send))),
      Promise.all(Array.from({ length: DESK }, (_, n) => atDesk(n))),
    ])
    const ops = phones.flatMap((p) => p.ops)
    const answers = drained.flatMap((d) => [...d.answers.values()])
    expect(answers.map((a) => [a.status, a.errmsg])).toEqual(ops.map(() => ['done', '']))
    for (const answer of drained.flatMap((d) => d.retried)) expect(answer.errno).toBe('4502')
    expect(await countDeadlocks(plant)).toBe(0)

    const sent = ops.filter((op) => op.op === reportRepair.name)
    const repairs = await plant.query<Record<string, unknown>>('select * from repair order by number')
    expect(repairs.map((r) => r['number'])).toEqual(
      Array.from({ length: sent.length + DESK }, (_, i) => `R20261120-${String(i + 1).padStart(3, '0')}`),
    )
    for (const op of sent) {
      // Reported, accepted, linked to an answer, finished, confirmed: one version each.
      expect(repairs.find((r) => r['id'] === op.body['id'])).toMatchObject({ state: 'toConfirmFinally', version: 5 })
    }
    for (const id of desk) expect(repairs.find((r) => r['id'] === id)).toMatchObject({ state: 'reported', version: 1 })
    // Desktop reports are still open and more urgent than repairs awaiting confirmation.
    expect(await countRows(plant, 'equipment', `condition <> 'reported'`)).toBe(0)

    const stoppedCount = sent.filter((op) => op.body['lineStopped'] === true).length
    const stops = await plant.query<{ id: string; repair_id: string; ended_at: string | null }>(
      'select * from line_stop',
    )
    expect(new Set(stops.map((s) => s.repair_id)).size).toBe(stoppedCount)
    expect(stops).toHaveLength(stoppedCount)
    expect(stops.filter((s) => s.ended_at === null)).toEqual([])

    for (const part of place.parts) {
      const [row] = await plant.query<{ quantity: number; booked: number }>(
        `select quantity, (select sum(case kind when 'out' then -quantity else quantity end) from stock_movement where part_id = p.id) as booked from spare_part p where id = $1`,
        [part],
      )
      expect([row!.quantity, row!.booked]).toEqual([STOCK - used.get(part)!, STOCK - used.get(part)!])
    }
    const answeredCount = ops.filter((op) => op.op === answerPoint.name).length
    expect(await countRows(plant, 'inspection_result')).toBe(answeredCount)
    expect(await countRows(plant, 'inspection_result', 'repair_id is null')).toBe(0)
    expect(await countRows(plant, 'inspection_round', 'points_done = 1')).toBe(2)
    expect(await countRows(plant, partsRecord.table)).toBe(DESK)
    expect(await countRows(plant, 'sync_op')).toBe(ops.length + 4 * DESK)
  },
  GUARD_MS,
)
