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
import { plantTime, countRows, expectOk, NOW, fetchRow, createStaffedPlant, sync, type Staff } from '../plant-staff'
import { insertFeed, insertJumbo, createFloor, insertStop, type Floor } from './running-line'

let plant: TestPlant
let staff: Staff
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
  await plant.query('update app_user set team = null') // tests/server/security/handover-teams covers who may sign
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
  expectOk(
    await staff['operator-line'].call(wasteDisposal.endpoints.create, { lineId: floor.line.id, lines: [...lines] }),
  )
const handOver = async (floor: Floor) => {
  const squad = handoverWriteCommands.find(({ kind }) => kind === 'squadLeader')!.endpoint
  const { id } = expectOk(await staff['operator-line'].call(squad, { lineId: floor.line.id }))
  expectOk(await staff['operator-line'].call(giveHandover, { id }))
  expectOk(await staff['prod-lead'].call(takeHandover, { id }))
}

describe('the head of a shift record', () => {
  test.each([
    ['empty: of now', {}, { businessDate: '2026-11-20', shift: 'early' }],
    [
      'a day before: no shift is made up',
      { businessDate: '2026-11-19' },
      { businessDate: '2026-11-19', shift: null, team: null },
    ],
    ['as given', { businessDate: '2026-11-19', shift: 'night' }, { businessDate: '2026-11-19', shift: 'night' }],
  ])('%s', async (_what, input, expected) => {
    const floor = await createFloor(plant, staff)
    const row = expectOk(
      await staff['operator-line'].call(processRecord.endpoints.create, {
        lineId: floor.line.id,
        occurredAt: NOW,
        kind: 'event',
        description: '换滤网',
        ...input,
      }),
    )
    expect(row).toMatchObject({ ...expected, userId: staff['operator-line'].userId, filledAt: NOW })
  })
  test('belongs to the day before for a night shift after midnight', async () => {
    const floor = await createFloor(plant, staff)
    plant.clock.set(plantTime('03:00', '2026-11-21'))
    expect(
      expectOk(
        await staff['operator-line'].call(processRecord.endpoints.create, {
          lineId: floor.line.id,
          occurredAt: plantTime('02:00', '2026-11-21'),
          kind: 'event',
          description: 'x',
        }),
      ),
    ).toMatchObject({ businessDate: '2026-11-20', shift: 'night' })
  })
  test('is refused for a future event, also when moved there', async () => {
    const { line } = await createFloor(plant, staff)
    const input = { lineId: line.id, occurredAt: NOW, kind: 'event' as const, description: 'x' }
    const call = staff['operator-line'].call
    expect((await call(processRecord.endpoints.create, { ...input, occurredAt: plantTime('11:00') })).errno).toBe(
      '6000',
    )
    expect(await countRows(plant, 'process_record', 'line_id = $1', [line.id])).toBe(0)
    const { id, version } = expectOk(await call(processRecord.endpoints.create, input))
    expect((await call(processRecord.endpoints.update, { id, version, occurredAt: plantTime('11:00') })).errno).toBe(
      '6000',
    )
    expect(await fetchRow(plant, 'process_record', id)).toMatchObject({ occurred_at: NOW, version })
  })
  test('is refused for an unknown shift', async () => {
    const floor = await createFloor(plant, staff)
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
  const createSummary = async () => {
    const floor = await createFloor(plant, staff)
    await insertJumbo(plant, floor, plantTime('08:30'))
    await insertJumbo(plant, floor, plantTime('09:30'), { kg: 400, grade: 'downgraded' })
    await insertFeed(plant, floor, plantTime('09:00'), 1100)
    await insertStop(plant, floor, plantTime('08:00'), plantTime('08:15'))
    return floor
  }
  test('previews the shift and each order, and stores the totals of the rolls', async () => {
    const floor = await createSummary()
    const [whole, ofOrder] = expectOk(await staff['operator-line'].call(teamSummaryPreview, { lineId: floor.line.id }))
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
    const row = expectOk(
      await staff['operator-line'].call(teamSummary.endpoints.create, {
        lineId: floor.line.id,
        workOrderId: floor.order.id,
      }),
    )
    expect(row).toMatchObject({ jumboRolls: 2, goodKg: 600, downgradedKg: 400, correction: null })
  })
  test('needs a reason that names the corrected metric', async () => {
    const floor = await createSummary()
    const create = teamSummary.endpoints.create
    const answer = await staff['operator-line'].call(create, { lineId: floor.line.id, goodKg: 650 }, en)
    expect([answer.errno, answer.errmsg]).toEqual([
      '6000',
      'These figures differ from the system; enter a reason: Good (600)',
    ])
    expect(await countRows(plant, 'team_summary', 'line_id = $1', [floor.line.id])).toBe(0)
    const row = expectOk(
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
      expectOk(
        await staff['prod-lead'].call(teamSummary.endpoints.update, {
          id: row.id,
          version: row.version,
          wasteKg: 20,
          correction: '清机',
        }),
      ),
    ).toMatchObject({ wasteKg: 20, goodKg: 650 })
  })
  test('of the whole shift exists once, also when two people save at once', async () => {
    const floor = await createSummary()
    const answers = await Promise.all(
      [staff['operator-line'], staff['prod-lead']].map((caller) =>
        caller.call(teamSummary.endpoints.create, { lineId: floor.line.id }),
      ),
    )
    expect(answers.map(({ errno }) => errno).sort()).toEqual(['200', '6000'])
    expectOk(
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
  test('cannot be changed, added or removed once the squad leaders have signed', async () => {
    const floor = await createSummary()
    const row = expectOk(await staff['operator-line'].call(teamSummary.endpoints.create, { lineId: floor.line.id }))
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
    expect(await fetchRow(plant, 'team_summary', row.id)).toMatchObject({ version: row.version })
    expectOk(await staff.admin.call(wasteDisposal.endpoints.create, { lineId: floor.line.id, lines: [...lines] })) // waste is weighed first and checked later
  })
})

describe('waste records', () => {
  test('are summed up and checked by a second person', async () => {
    const row = await waste(await createFloor(plant, staff))
    expect(row).toMatchObject({ totalKg: 15.75, state: 'entered' })
    const ownCheck = await staff['operator-line'].call(checkWaste, { id: row.id, state: 'checked' }, en)
    expect([ownCheck.errno, ownCheck.errmsg]).toEqual(['6000', 'You cannot check waste you entered yourself'])
    expect(
      expectOk(await staff['prod-lead'].call(checkWaste, { id: row.id, state: 'checked', version: row.version })),
    ).toMatchObject({ state: 'checked', checkedBy: staff['prod-lead'].userId, checkedAt: NOW })
    for (const answer of [
      await staff.admin.call(checkWaste, { id: row.id, state: 'disputed', note: 'x' }),
      await staff.admin.call(wasteDisposal.endpoints.update, { id: row.id, version: row.version + 1, note: 'x' }),
      await staff.admin.call(wasteDisposal.endpoints.remove, { id: row.id }),
    ])
      expect(answer.errno).toBe('6000')
  })
  test('state a reason when disputed, are corrected, and need a new check', async () => {
    const row = await waste(await createFloor(plant, staff))
    expect((await staff['prod-lead'].call(checkWaste, { id: row.id, state: 'disputed' })).errno).toBe('4042')
    const disputed = expectOk(
      await staff['prod-lead'].call(checkWaste, { id: row.id, state: 'disputed', note: '少一袋' }),
    )
    const corrected = expectOk(
      await staff['operator-line'].call(wasteDisposal.endpoints.update, {
        id: row.id,
        version: disputed.version,
        lines: [{ ...lines[0], kg: 20 }],
      }),
    )
    expect(corrected).toMatchObject({ totalKg: 20, state: 'entered', checkedBy: null, checkNote: '少一袋' })
  })
  test('checked by two at once are checked once; an edited record returns both versions as a conflict', async () => {
    const row = await waste(await createFloor(plant, staff))
    const answers = await Promise.all(
      [staff['prod-lead'], staff.admin].map((caller) => caller.call(checkWaste, { id: row.id, state: 'checked' })),
    )
    expect(answers.map(({ errno }) => errno).sort()).toEqual(['200', '6000'])
    const other = await waste(await createFloor(plant, staff))
    expectOk(
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
  test('a conversion leads from one order to another and ends after its start', async () => {
    const [firstFloor, secondFloor] = [await createFloor(plant, staff), await createFloor(plant, staff)]
    const input = {
      lineId: firstFloor.line.id,
      fromOrderId: firstFloor.order.id,
      toOrderId: secondFloor.order.id,
      startsAt: plantTime('09:00'),
    }
    const add = (more: object) => staff['prod-lead'].call(productConversion.endpoints.create, { ...input, ...more })
    expect((await add({ toOrderId: firstFloor.order.id })).errno).toBe('6000')
    expect((await add({ endsAt: plantTime('08:00') })).errno).toBe('4013')
    const row = expectOk(await add({ wasteKg: 40 }))
    expect(
      (
        await staff['prod-lead'].call(productConversion.endpoints.update, {
          id: row.id,
          version: row.version,
          endsAt: plantTime('08:30'),
        })
      ).errno,
    ).toBe('4013')
    expect(
      expectOk(
        await staff['prod-lead'].call(productConversion.endpoints.update, {
          id: row.id,
          version: row.version,
          endsAt: plantTime('09:40'),
        }),
      ),
    ).toMatchObject({ endsAt: plantTime('09:40'), wasteKg: 40 })
    expect((await staff['operator-line'].call(productConversion.endpoints.create, { ...input } as never)).errno).toBe(
      '401',
    )
  })
  test('product information is read at the line and edited by the lead', async () => {
    const floor = await createFloor(plant, staff)
    const row = expectOk(
      await staff['prod-lead'].call(productInfo.endpoints.create, {
        lineId: floor.line.id,
        productId: floor.productId,
        requirements: '白度',
      }),
    )
    expect(
      expectOk(await staff['operator-line'].call(productInfo.endpoints.list, { productId: floor.productId })).list.map(
        ({ id }) => id,
      ),
    ).toEqual([row.id])
  })
  test('a post time from a phone arrives once, with the shift of its entry', async () => {
    const floor = await createFloor(plant, staff)
    const id = createUuid7()
    const op = {
      id: createUuid7(),
      op: postTime.endpoints.create,
      body: {
        id,
        lineId: floor.line.id,
        post: '卷绕',
        personId: staff['operator-line'].userId,
        startsAt: plantTime('07:00'),
      },
      occurredAt: plantTime('07:30'),
    }
    for (let round = 0; round < 2; round += 1)
      expect((await sync(staff['operator-line'], [op]))[0]).toMatchObject({
        status: 'done',
        data: { businessDate: '2026-11-19', shift: 'night', filledAt: plantTime('07:30') },
      })
    expect(await countRows(plant, 'post_time', 'id = $1', [id])).toBe(1)
    const moved = expectOk(
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
