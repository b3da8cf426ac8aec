import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { splitRoute } from '@/contract/endpoint'
import { reportRepair } from '@/areas/maintenance/contract/repair-commands'
import { moveStock } from '@/areas/spareParts/contract/spare-part'
import type { SyncAnswer, SyncResponse } from '@/contract/sync'
import { createTestPlant, type Caller, type TestPlant } from '../harness'
import { plantTime, countRows, expectOk } from '../plant-staff'
import {
  countDeadlocks,
  sendOutbox,
  createWorkshop,
  buildReportsAndMoves,
  STOCK,
  type Create,
  type DrainResult,
  type Phone,
  type Workshop,
} from './phone-outboxes'

const NOW = plantTime('10:00')
/** Longer than any normal wait; only a lock-up takes longer. */
const GUARD_MS = 100_000
const PHONES = 10
const EACH = 30

let plant: TestPlant
let admin: Caller
let place: Workshop
const create: Create = async (endpoint, body) => {
  const { method, path } = splitRoute(endpoint.routes[0]!)
  return expectOk(await admin.raw(method, path, body)) as { id: string }
}
const send = async (body: object): Promise<SyncResponse> =>
  expectOk(await admin.raw('POST', '/sync', body)) as unknown as SyncResponse
const drained = (phones: Phone[]): Promise<DrainResult[]> => Promise.all(phones.map((phone) => sendOutbox(phone, send)))
const answersOf = (all: DrainResult[]): SyncAnswer[] => all.flatMap(({ answers }) => [...answers.values()])

beforeAll(async () => {
  plant = await createTestPlant()
  plant.clock.set(NOW)
  admin = await plant.as('admin')
  place = await createWorkshop(create, NOW)
}, 120_000)
afterAll(() => plant.close())

/** The data that the phones may change, to prove that a repeat changes nothing. */
const loadState = () =>
  plant.query(
    `select (select jsonb_agg(to_jsonb(r) order by r.id) from repair r) as repairs, (select jsonb_agg(to_jsonb(p) order by p.id) from spare_part p) as parts,
       (select count(*)::int from stock_movement) as movements, (select count(*)::int from sync_op) as ledger, (select count(*)::int from operation_log) as log`,
  )

describe(`${PHONES} phones reconnect at once with ${EACH} commands each for the same machines and parts`, () => {
  test(
    'have them all done, each once, and nobody is told of a server error',
    async () => {
      const phones = buildReportsAndMoves(admin.userId, place, PHONES, EACH, NOW)
      const all = await drained(phones)
      const answers = answersOf(all)
      expect(answers.map((a) => [a.status, a.errno, a.errmsg])).toEqual(
        Array.from({ length: PHONES * EACH }, () => ['done', '200', '']),
      )
      for (const answer of all.flatMap((d) => d.retried)) expect(answer.errno).toBe('4502')
      expect(await countDeadlocks(plant)).toBe(0)

      const ops = phones.flatMap((p) => p.ops)
      const reported = ops.filter((op) => op.op === reportRepair.name)
      const repairs = await plant.query<{ id: string; number: string }>('select id, number from repair order by number')
      expect(repairs.map((r) => r.id).sort()).toEqual(reported.map((op) => String(op.body['id'])).sort())
      expect(repairs.map((r) => r.number)).toEqual(
        reported.map((_, i) => `R20261120-${String(i + 1).padStart(3, '0')}`),
      )
      for (const machine of place.machines)
        expect(await countRows(plant, 'equipment', `id = $1 and condition = 'reported'`, [machine])).toBe(1)

      const moved = ops.filter((op) => op.op === moveStock.name)
      expect(await countRows(plant, 'stock_movement', `kind = 'out'`)).toBe(moved.length)
      for (const part of place.parts) {
        const takenQuantities = moved
          .filter((op) => op.body['partId'] === part)
          .map((op) => Number(op.body['quantity']))
        const [row] = await plant.query<{ quantity: number }>('select quantity from spare_part where id = $1', [part])
        expect(row!.quantity).toBe(STOCK - takenQuantities.reduce((a, b) => a + b, 0))
        // Every movement starts at the quantity where another ended.
        const lines = await plant.query<{ kind: string; quantity: number; after: number }>(
          'select kind, quantity, quantity_after as after from stock_movement where part_id = $1',
          [part],
        )
        const outs = lines.filter((l) => l.kind === 'out')
        expect(outs.map((l) => l.after + l.quantity).sort()).toEqual(
          [STOCK, ...outs.map((l) => l.after)]
            .sort((a, b) => b - a)
            .slice(0, -1)
            .sort(),
        )
      }
      const ledger = await plant.query<{ op_id: string }>('select op_id from sync_op')
      expect(ledger.map((l) => l.op_id).sort()).toEqual(ops.map((op) => op.id).sort())
    },
    GUARD_MS,
  )

  test(
    'may send everything again and get the stored answers; another content under the same key is refused',
    async () => {
      const phones = buildReportsAndMoves(admin.userId, place, 3, 10, NOW)
      const first = answersOf(await drained(phones))
      const stateBefore = await loadState()
      // Each batch is sent twice at once: after a lost answer, and by the worker beside the page.
      const again = await drained([...phones, ...phones])
      for (const answer of first)
        expect(again.map((d) => d.answers.get(answer.id)).filter((a) => a !== undefined)).toEqual([answer, answer])
      const altered = await Promise.all(
        phones.map((p) =>
          sendOutbox({ ...p, ops: p.ops.map((op) => ({ ...op, body: { ...op.body, reason: 'other' } })) }, send),
        ),
      )
      expect(answersOf(altered).map((a) => a.status)).toEqual(Array.from({ length: 30 }, () => 'refused'))
      expect(await loadState()).toEqual(stateBefore)
    },
    GUARD_MS,
  )
})
