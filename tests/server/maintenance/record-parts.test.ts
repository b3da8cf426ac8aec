import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { mainLubrication } from '@/areas/equipment/contract/lubrication'
import { electricalPartsRecord, partsRecord } from '@/areas/equipment/contract/parts-records'
import { assistRecord, pmRecord } from '@/areas/equipment/contract/work-records'
import { equipmentHistory } from '@/areas/maintenance/contract/machine-endpoints'
import { repair } from '@/areas/maintenance/contract/repair'
import { acceptRepair, finishRepair } from '@/areas/maintenance/contract/repair-commands'
import { moveStock, stockMovement } from '@/areas/spareParts/contract/spare-part'
import type { TestPlant } from '../harness'
import {
  plantTime,
  expectOk,
  createMachine,
  createPart,
  reportFault,
  collectNotices,
  NOW,
  createStaffedPlant,
  sync,
  type Staff,
} from '../plant-staff'

let plant: TestPlant
let staff: Staff
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
})
afterAll(() => plant.close())

const loadStock = async (id: string): Promise<number> =>
  (
    await plant.query<{ quantity: number }>('select quantity::float8 as quantity from spare_part where id = $1', [id])
  )[0]!.quantity
const loadMoves = async (id: string): Promise<string[]> =>
  (
    await plant.query<{ kind: string; quantity: number }>(
      `select kind, quantity::float8 as quantity from stock_movement where part_id = $1 and (record_id is not null or repair_id is not null) `,
      [id],
    )
  )
    .map((m) => `${m.kind} ${m.quantity}`)
    .sort()
const line = (partId: string, quantity: number) => ({ partId, quantity }) as never
/** Inserts machine records with parts and a reason. */
const record = (equipmentId: string, parts: unknown[], more: object = { cause: 'worn' }) =>
  ({ equipmentId, occurredAt: NOW, result: 'ok', parts, ...more }) as never

describe('a record with parts of the store', () => {
  test('moves their stock once; corrections and removals book the difference', async () => {
    const [machine, bearing, seal] = [
      await createMachine(staff),
      await createPart(staff, 10),
      await createPart(staff, 5),
    ]
    const made = expectOk(
      await staff.maint.call(
        partsRecord.endpoints.create,
        record(machine.id, [line(bearing.id, 3), { partName: '垫片', quantity: 1 }]),
      ),
    )
    expect([await loadStock(bearing.id), await loadMoves(bearing.id)]).toEqual([7, ['out 3']])
    const update = async (patch: object, version: number) =>
      expectOk(
        await staff['maint-lead'].call(partsRecord.endpoints.update, { id: made.id, version, ...patch } as never),
      )
    await update({ note: '只改备注' }, 1)
    expect(await loadMoves(bearing.id)).toEqual(['out 3'])
    await update({ parts: [line(bearing.id, 1), line(seal.id, 2)] }, 2)
    expect([await loadStock(bearing.id), await loadStock(seal.id), await loadMoves(bearing.id)]).toEqual([
      9,
      3,
      ['in 2', 'out 3'],
    ])
    const listed = expectOk(await staff['maint-lead'].call(stockMovement.endpoints.list, { recordId: made.id })).list
    expect(listed.map((m) => [m.recordKind, m.kind, m.quantity]).sort()).toEqual([
      ['partsRecord', 'in', 2],
      ['partsRecord', 'out', 2],
      ['partsRecord', 'out', 3],
    ])
    const history = expectOk(
      await staff['maint-lead'].call(equipmentHistory, { id: machine.id, kind: 'stockMovement' }),
    )
    expect(history.total).toBe(3)
    expectOk(await staff['maint-lead'].call(partsRecord.endpoints.remove, { id: made.id }))
    expect([await loadStock(bearing.id), await loadStock(seal.id), await loadMoves(bearing.id)]).toEqual([
      10,
      5,
      ['in 1', 'in 2', 'out 3'],
    ])
  })
  test('moves stock for every kind; lubricants in the unit of the store', async () => {
    const machine = await createMachine(staff)
    const [fuse, oil, grease, drum, rag] = [
      await createPart(staff, 4),
      await createPart(staff, 5, { unit: 'L', kind: 'lubricant' }),
      await createPart(staff, 2, { unit: 'kg', kind: 'lubricant' }),
      await createPart(staff, 3, { unit: '桶' }),
      await createPart(staff, 9),
    ]
    expectOk(await staff.maint.call(electricalPartsRecord.endpoints.create, record(machine.id, [line(fuse.id, 1)])))
    expectOk(
      await staff.maint.call(
        assistRecord.endpoints.create,
        record(machine.id, [line(rag.id, 2)], { kind: 'cleaning', work: '清洁' }),
      ),
    )
    expectOk(
      await staff.maint.call(pmRecord.endpoints.create, record(machine.id, [line(rag.id, 3)], { title: '保养' })),
    )
    const point = (partId: string, amount: number, unit: string) => ({
      point: '轴承',
      lubricant: '油',
      partId,
      amount,
      unit,
    })
    expectOk(
      await staff.maint.call(mainLubrication.endpoints.create, {
        equipmentId: machine.id,
        occurredAt: NOW,
        result: 'ok',
        points: [
          point(oil.id, 250, 'mL'),
          point(oil.id, 1, 'L'),
          point(grease.id, 40, 'g'),
          point(drum.id, 12, 'shots'),
        ],
      } as never),
    )
    expect([
      await loadStock(fuse.id),
      await loadStock(rag.id),
      await loadStock(oil.id),
      await loadStock(grease.id),
      await loadStock(drum.id),
    ]).toEqual([3, 4, 3.75, 1.96, 3])
  })
  test('converts lubricants with written units and reports those that cannot be converted', async () => {
    const heard = collectNotices(plant)
    const machine = await createMachine(staff)
    const [oil, grease, filter] = [
      await createPart(staff, 5, { unit: '升', kind: 'lubricant' }),
      await createPart(staff, 2, { unit: '公斤', kind: 'lubricant' }),
      await createPart(staff, 3, { unit: '只' }),
    ]
    const point = (partId: string, amount: number, unit: string) => ({
      point: '轴承',
      lubricant: '油',
      partId,
      amount,
      unit,
    })
    const made = expectOk(
      await staff.maint.call(mainLubrication.endpoints.create, {
        equipmentId: machine.id,
        occurredAt: NOW,
        result: 'ok',
        points: [point(oil.id, 250, 'mL'), point(grease.id, 40, 'g'), point(filter.id, 30, 'g')],
      } as never),
    )
    // 5 L − 0.25 L, 2 kg − 0.04 kg; filters are not weighed.
    expect([await loadStock(oil.id), await loadStock(grease.id), await loadStock(filter.id)]).toEqual([4.75, 1.96, 3])
    const sentence = `“${filter.code}”：记录用了 30 克，库存单位是“只”，不能换算，未扣减库存；请手工出库`
    const filterNotices = heard.filter((n) => n.id === filter.id)
    expect(filterNotices.map(({ notice, title, to }) => [notice, title.zh, to])).toEqual([
      ['stockNotTaken', sentence, undefined],
      ['stockNotTaken', sentence, [staff.maint.userId]],
    ])
    const lines = await plant.query<Record<string, unknown>>(
      'select kind, quantity, quantity_after, reason, record_id from stock_movement where part_id = $1 and record_id is not null',
      [filter.id],
    )
    expect(lines[0]).toMatchObject({
      kind: 'count',
      quantity: 0,
      quantity_after: 3,
      reason: sentence,
      record_id: made.id,
    })
    // Saving the same line again changes nothing.
    expectOk(
      await staff['maint-lead'].call(mainLubrication.endpoints.update, {
        id: made.id,
        version: made.version,
        note: '补',
      } as never),
    )
    expect(heard.filter((n) => n.id === filter.id)).toHaveLength(2)
  })
  test('is refused without enough stock, like a repair, and stores nothing', async () => {
    const [machine, part] = [await createMachine(staff), await createPart(staff, 2)]
    const answer = await staff.maint.call(partsRecord.endpoints.create, record(machine.id, [line(part.id, 3)]))
    expect([answer.errno, answer.errmsg]).toEqual(['6000', expect.stringContaining(part.code)])
    expect([await loadStock(part.id), await loadMoves(part.id)]).toEqual([2, []])
    expect(expectOk(await staff.maint.call(partsRecord.endpoints.list, { equipmentId: machine.id })).total).toBe(0)
  })
  test('sent twice by an offline phone books once; too large a quantity is parked', async () => {
    const [machine, part] = [await createMachine(staff), await createPart(staff, 5)]
    const buildBody = (quantity: number) => ({
      id: createUuid7(Date.now()),
      ...(record(machine.id, [line(part.id, quantity)]) as object),
    })
    const op = { id: createUuid7(Date.now()), op: partsRecord.endpoints.create, body: buildBody(2) }
    for (const _delivery of [1, 2]) expect((await sync(staff.maint, [op])).map((a) => a.status)).toEqual(['done'])
    expect([await loadStock(part.id), await loadMoves(part.id)]).toEqual([3, ['out 2']])
    expect(
      (
        await sync(staff.maint, [
          { op: partsRecord.endpoints.create, body: buildBody(4) },
          { op: partsRecord.endpoints.create, body: buildBody(1) },
        ])
      ).map((a) => a.status),
    ).toEqual(['refused', 'done'])
    expect(await loadStock(part.id)).toBe(2)
  })
  test('never takes more than the stock when ten are saved at once', async () => {
    const [machine, part] = [await createMachine(staff), await createPart(staff, 6)]
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        staff.maint.call(partsRecord.endpoints.create, record(machine.id, [line(part.id, 1)])),
      ),
    )
    expect(answers.filter((a) => a.errno === '200')).toHaveLength(6)
    expect([await loadStock(part.id), (await loadMoves(part.id)).length]).toEqual([0, 6])
  })
})

describe('a repair and its part records that name the same parts', () => {
  const accepted = async () => {
    const report = await reportFault(staff)
    expectOk(await staff.maint.call(acceptRepair, { id: report.id }))
    return report
  }
  const finish = (id: string, parts: unknown[]) =>
    staff.maint.call(finishRepair, {
      id,
      endedAt: plantTime('11:00'),
      causes: '磨损',
      actions: '更换',
      hours: [{ userId: staff.maint.userId, hours: 0.5 }],
      parts,
    } as never)
  test('the record first, then the repair: the same pieces leave once', async () => {
    const [report, part] = [await accepted(), await createPart(staff, 10)]
    plant.clock.set(plantTime('11:00'))
    const made = expectOk(
      await staff.maint.call(
        partsRecord.endpoints.create,
        record(report.equipmentId, [line(part.id, 2)], { cause: 'worn', repairId: report.id }),
      ),
    )
    expectOk(await finish(report.id, [line(part.id, 2)]))
    expect([await loadStock(part.id), await loadMoves(part.id)]).toEqual([8, ['out 2']])
    expectOk(await staff['maint-lead'].call(partsRecord.endpoints.remove, { id: made.id }))
    expect(await loadStock(part.id)).toBe(8) // the repair itself still contains the part
  })
  test('the repair first: a record with more parts takes the difference and returns it when removed', async () => {
    const [report, part] = [await accepted(), await createPart(staff, 10)]
    expectOk(await finish(report.id, [line(part.id, 2)]))
    const made = expectOk(
      await staff.maint.call(
        partsRecord.endpoints.create,
        record(report.equipmentId, [line(part.id, 3)], { cause: 'worn', repairId: report.id }),
      ),
    )
    expect([await loadStock(part.id), await loadMoves(part.id)]).toEqual([7, ['out 1', 'out 2']])
    expectOk(
      await staff['maint-lead'].call(partsRecord.endpoints.update, {
        id: made.id,
        version: 1,
        repairId: null,
      } as never),
    )
    expect([await loadStock(part.id), await loadMoves(part.id)]).toEqual([5, ['in 1', 'out 1', 'out 2', 'out 3']]) // they now count as separate pieces
  })
  test('parts issued for the repair are not taken again', async () => {
    const [report, part] = [await accepted(), await createPart(staff, 10)]
    expectOk(
      await staff['maint-lead'].call(moveStock, {
        partId: part.id,
        kind: 'out',
        quantity: 2,
        repairId: report.id,
        occurredAt: NOW,
      }),
    )
    expectOk(
      await staff.maint.call(
        partsRecord.endpoints.create,
        record(report.equipmentId, [line(part.id, 2)], { cause: 'worn', repairId: report.id }),
      ),
    )
    expect(await loadStock(part.id)).toBe(8)
    expect(expectOk(await staff.maint.call(repair.endpoints.list, { id: report.id })).list[0]!.number).toBe(
      report.number,
    )
  })
})
