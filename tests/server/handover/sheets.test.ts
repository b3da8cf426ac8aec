import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { giveHandover, handoverWriteCommands, takeHandover } from '@/areas/handover/contract/handover'
import { dailyInspection } from '@/areas/quality/contract/inspections'
import {
  checkWaste,
  postTime,
  processRecord,
  productConversion,
  productInfo,
  teamSummary,
  teamSummaryPreview,
  wasteDisposal,
} from '@/areas/handover/contract/production-records'
import type { TestPlant } from '../harness'
import { at, countOf, good, NOW, rowOf, staffed, sync, type Staff } from '../people'
import { feed, jumbo, newFloor, stop, type Floor } from './floor'

let plant: TestPlant
let staff: Staff
beforeAll(async () => {
  ;({ plant, staff } = await staffed())
  await plant.query('update app_user set team = null') // who may sign is asked in security/handovers
  plant.app.changes.publishSoon(['user'])
}, 120_000)
beforeEach(() => {
  plant.clock.set(NOW)
})
afterAll(() => plant.close())

const en = { language: 'en' } as const
const lines = [
  { kind: 'edgeTrim', kg: 12.5, destination: 'pellets' },
  { kind: 'purge', kg: 3.25, destination: 'disposed' },
] as const
const waste = async (floor: Floor) =>
  good(await staff['operator-line'].call(wasteDisposal.endpoints.create, { lineId: floor.line.id, lines: [...lines] }))
const handOver = async (floor: Floor) => {
  const squad = handoverWriteCommands.find(({ kind }) => kind === 'squadLeader')!.endpoint
  const { id } = good(await staff['operator-line'].call(squad, { lineId: floor.line.id }))
  good(await staff['operator-line'].call(giveHandover, { id }))
  good(await staff['prod-lead'].call(takeHandover, { id }))
}

describe('the head of a sheet', () => {
  test.each([
    ['empty: of now', {}, { businessDate: '2026-11-20', shift: 'early' }],
    [
      'a day before: no shift is made up',
      { businessDate: '2026-11-19' },
      { businessDate: '2026-11-19', shift: null, team: null },
    ],
    ['as given', { businessDate: '2026-11-19', shift: 'night' }, { businessDate: '2026-11-19', shift: 'night' }],
  ])('%s', async (_what, given, expected) => {
    const floor = await newFloor(plant, staff)
    const row = good(
      await staff['operator-line'].call(processRecord.endpoints.create, {
        lineId: floor.line.id,
        occurredAt: NOW,
        kind: 'event',
        description: '换滤网',
        ...given,
      }),
    )
    expect(row).toMatchObject({ ...expected, userId: staff['operator-line'].userId, filledAt: NOW })
  })
  test('of a night shift after midnight is of the day before', async () => {
    const floor = await newFloor(plant, staff)
    plant.clock.set(at('03:00', '2026-11-21'))
    expect(
      good(
        await staff['operator-line'].call(processRecord.endpoints.create, {
          lineId: floor.line.id,
          occurredAt: at('02:00', '2026-11-21'),
          kind: 'event',
          description: 'x',
        }),
      ),
    ).toMatchObject({ businessDate: '2026-11-20', shift: 'night' })
  })
  test('of an event to come is refused, and so is one moved there', async () => {
    const { line } = await newFloor(plant, staff)
    const input = { lineId: line.id, occurredAt: NOW, kind: 'event' as const, description: 'x' }
    const call = staff['operator-line'].call
    expect((await call(processRecord.endpoints.create, { ...input, occurredAt: at('11:00') })).errno).toBe('6000')
    expect(await countOf(plant, 'process_record', 'line_id = $1', [line.id])).toBe(0)
    const { id, version } = good(await call(processRecord.endpoints.create, input))
    expect((await call(processRecord.endpoints.update, { id, version, occurredAt: at('11:00') })).errno).toBe('6000')
    expect(await rowOf(plant, 'process_record', id)).toMatchObject({ occurred_at: NOW, version })
  })
  test('with a shift of no such name is refused', async () => {
    const floor = await newFloor(plant, staff)
    expect(
      (
        await staff['operator-line'].call(processRecord.endpoints.create, {
          lineId: floor.line.id,
          occurredAt: NOW,
          kind: 'event',
          description: 'x',
          shift: 'tea',
        })
      ).errno,
    ).toBe('4013')
  })
})

describe('a team summary', () => {
  const made = async () => {
    const floor = await newFloor(plant, staff)
    await jumbo(plant, floor, at('08:30'))
    await jumbo(plant, floor, at('09:30'), { kg: 400, grade: 'downgraded' })
    await feed(plant, floor, at('09:00'), 1100)
    await stop(plant, floor, at('08:00'), at('08:15'))
    return floor
  }
  test('is previewed for the shift and each order, and stores what the rolls say', async () => {
    const floor = await made()
    const [whole, ofOrder] = good(await staff['operator-line'].call(teamSummaryPreview, { lineId: floor.line.id }))
    expect(whole).toMatchObject({
      workOrderId: null,
      jumboRolls: 2,
      goodKg: 600,
      downgradedKg: 400,
      wasteKg: 0,
      fedKg: 1100,
      stopMinutes: 15,
    })
    expect(ofOrder).toMatchObject({ workOrderId: floor.order.id, number: floor.order.number, goodKg: 600 })
    const row = good(
      await staff['operator-line'].call(teamSummary.endpoints.create, {
        lineId: floor.line.id,
        workOrderId: floor.order.id,
      }),
    )
    expect(row).toMatchObject({ jumboRolls: 2, goodKg: 600, downgradedKg: 400, correction: null })
  })
  test('corrected needs a reason that names the figure', async () => {
    const floor = await made()
    const create = teamSummary.endpoints.create
    const answer = await staff['operator-line'].call(create, { lineId: floor.line.id, goodKg: 650 }, en)
    expect([answer.errno, answer.errmsg]).toEqual([
      '6000',
      'These figures differ from the system; enter a reason: Good (600)',
    ])
    expect(await countOf(plant, 'team_summary', 'line_id = $1', [floor.line.id])).toBe(0)
    const row = good(
      await staff['operator-line'].call(create, { lineId: floor.line.id, goodKg: 650, correction: '一卷未称' }),
    )
    expect(row).toMatchObject({ goodKg: 650, downgradedKg: 400 })
    const edit = await staff['prod-lead'].call(teamSummary.endpoints.update, {
      id: row.id,
      version: row.version,
      wasteKg: 20,
      correction: null,
    })
    expect(edit.errno).toBe('6000')
    expect(
      good(
        await staff['prod-lead'].call(teamSummary.endpoints.update, {
          id: row.id,
          version: row.version,
          wasteKg: 20,
          correction: '清机',
        }),
      ),
    ).toMatchObject({ wasteKg: 20, goodKg: 650 })
  })
  test('of the whole shift stands once, also when two write it at once', async () => {
    const floor = await made()
    const answers = await Promise.all(
      [staff['operator-line'], staff['prod-lead']].map((caller) =>
        caller.call(teamSummary.endpoints.create, { lineId: floor.line.id }),
      ),
    )
    expect(answers.map(({ errno }) => errno).sort()).toEqual(['200', '6000'])
    good(
      await staff['operator-line'].call(teamSummary.endpoints.create, {
        lineId: floor.line.id,
        workOrderId: floor.order.id,
      }),
    )
    expect(
      (
        await staff['operator-line'].call(teamSummary.endpoints.create, {
          lineId: floor.line.id,
          workOrderId: floor.order.id,
        })
      ).errno,
    ).toBe('4003')
  })
  test('cannot change, come or go once the squad leaders have signed', async () => {
    const floor = await made()
    const row = good(await staff['operator-line'].call(teamSummary.endpoints.create, { lineId: floor.line.id }))
    await handOver(floor)
    const refused = [
      await staff.admin.call(teamSummary.endpoints.update, { id: row.id, version: row.version, note: 'x' }, en),
      await staff.admin.call(teamSummary.endpoints.remove, { id: row.id }, en),
      await staff.admin.call(teamSummary.endpoints.create, { lineId: floor.line.id, workOrderId: floor.order.id }, en),
      await staff.admin.call(
        dailyInspection.endpoints.create,
        { lineId: floor.line.id, items: [{ item: '网带', result: 'ok', value: null, unit: null, note: null }] },
        en,
      ),
    ]
    for (const answer of refused)
      expect([answer.errno, answer.errmsg]).toEqual([
        '6000',
        expect.stringMatching(/has been handed over: its sheets can no longer be changed/),
      ])
    expect(await rowOf(plant, 'team_summary', row.id)).toMatchObject({ version: row.version })
    good(await staff.admin.call(wasteDisposal.endpoints.create, { lineId: floor.line.id, lines: [...lines] })) // waste is weighed and checked afterwards
  })
})

describe('waste', () => {
  test('is added up, and checked by somebody else', async () => {
    const row = await waste(await newFloor(plant, staff))
    expect(row).toMatchObject({ totalKg: 15.75, state: 'entered' })
    const own = await staff['operator-line'].call(checkWaste, { id: row.id, state: 'checked' }, en)
    expect([own.errno, own.errmsg]).toEqual(['6000', 'You cannot check waste you entered yourself'])
    expect(
      good(await staff['prod-lead'].call(checkWaste, { id: row.id, state: 'checked', version: row.version })),
    ).toMatchObject({ state: 'checked', checkedBy: staff['prod-lead'].userId, checkedAt: NOW })
    for (const answer of [
      await staff.admin.call(checkWaste, { id: row.id, state: 'disputed', note: 'x' }),
      await staff.admin.call(wasteDisposal.endpoints.update, { id: row.id, version: row.version + 1, note: 'x' }),
      await staff.admin.call(wasteDisposal.endpoints.remove, { id: row.id }),
    ])
      expect(answer.errno).toBe('6000')
  })
  test('disputed says why, is corrected, and is then to be checked again', async () => {
    const row = await waste(await newFloor(plant, staff))
    expect((await staff['prod-lead'].call(checkWaste, { id: row.id, state: 'disputed' })).errno).toBe('4042')
    const disputed = good(await staff['prod-lead'].call(checkWaste, { id: row.id, state: 'disputed', note: '少一袋' }))
    const corrected = good(
      await staff['operator-line'].call(wasteDisposal.endpoints.update, {
        id: row.id,
        version: disputed.version,
        lines: [{ ...lines[0], kg: 20 }],
      }),
    )
    expect(corrected).toMatchObject({ totalKg: 20, state: 'entered', checkedBy: null, checkNote: '少一袋' })
  })
  test('checked by two at once is checked once; on what changed meanwhile both versions come back', async () => {
    const row = await waste(await newFloor(plant, staff))
    const answers = await Promise.all(
      [staff['prod-lead'], staff.admin].map((caller) => caller.call(checkWaste, { id: row.id, state: 'checked' })),
    )
    expect(answers.map(({ errno }) => errno).sort()).toEqual(['200', '6000'])
    const other = await waste(await newFloor(plant, staff))
    good(
      await staff['operator-line'].call(wasteDisposal.endpoints.update, {
        id: other.id,
        version: other.version,
        note: '重称',
      }),
    )
    expect(
      await staff['prod-lead'].call(checkWaste, { id: other.id, state: 'checked', version: other.version }),
    ).toMatchObject({ errno: '6000', data: { conflict: true } })
  })
})

describe('conversions, product information and post times', () => {
  test('a conversion leads from one order to another and ends after it began', async () => {
    const [one, two] = [await newFloor(plant, staff), await newFloor(plant, staff)]
    const input = { lineId: one.line.id, fromOrderId: one.order.id, toOrderId: two.order.id, startsAt: at('09:00') }
    const add = (more: object) => staff['prod-lead'].call(productConversion.endpoints.create, { ...input, ...more })
    expect((await add({ toOrderId: one.order.id })).errno).toBe('6000')
    expect((await add({ endsAt: at('08:00') })).errno).toBe('4013')
    const row = good(await add({ wasteKg: 40 }))
    expect(
      (
        await staff['prod-lead'].call(productConversion.endpoints.update, {
          id: row.id,
          version: row.version,
          endsAt: at('08:30'),
        })
      ).errno,
    ).toBe('4013')
    expect(
      good(
        await staff['prod-lead'].call(productConversion.endpoints.update, {
          id: row.id,
          version: row.version,
          endsAt: at('09:40'),
        }),
      ),
    ).toMatchObject({ endsAt: at('09:40'), wasteKg: 40 })
    expect((await staff['operator-line'].call(productConversion.endpoints.create, { ...input } as never)).errno).toBe(
      '401',
    )
  })
  test('product information is read at the line and written by the lead', async () => {
    const floor = await newFloor(plant, staff)
    const row = good(
      await staff['prod-lead'].call(productInfo.endpoints.create, {
        lineId: floor.line.id,
        productId: floor.productId,
        requirements: '白度',
      }),
    )
    expect(
      good(await staff['operator-line'].call(productInfo.endpoints.list, { productId: floor.productId })).list.map(
        ({ id }) => id,
      ),
    ).toEqual([row.id])
  })
  test('a post time written on a phone arrives once with the shift it was written in', async () => {
    const floor = await newFloor(plant, staff)
    const id = createUuid7()
    const op = {
      id: createUuid7(),
      op: postTime.endpoints.create,
      body: { id, lineId: floor.line.id, post: '卷绕', personId: staff['operator-line'].userId, startsAt: at('07:00') },
      occurredAt: at('07:30'),
    }
    for (let round = 0; round < 2; round += 1)
      expect((await sync(staff['operator-line'], [op]))[0]).toMatchObject({
        status: 'done',
        data: { businessDate: '2026-11-19', shift: 'night', filledAt: at('07:30') },
      })
    expect(await countOf(plant, 'post_time', 'id = $1', [id])).toBe(1)
    const moved = good(
      await staff['operator-line'].call(postTime.endpoints.update, {
        id,
        version: 1,
        businessDate: '2026-11-20',
        shift: 'early',
      }),
    )
    expect(moved).toMatchObject({ businessDate: '2026-11-20', shift: 'early' })
  })
})
