import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { closeOrder, changeRunState } from '@/areas/orders/contract/work-order-endpoints'
import { recordPrintedLabels } from '@/areas/rolls/contract/jumbo-endpoints'
import {
  doffRoll,
  downgradeRoll,
  takeBackJumboDowngrades,
  editRoll,
  removeRoll,
  retireRoll,
  weighRoll,
  windRoll,
} from '@/areas/rolls/contract/jumbo-commands'
import type { TestPlant } from '../harness'
import { plantTime, countRows, expectOk, NOW, fetchRow, createStaffedPlant, sync, type Staff } from '../plant-staff'
import { doffJumboRoll, createLine, createOrder, startRunningOrder, type Roll } from './winder-plant'

let plant: TestPlant
let staff: Staff
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
}, 120_000)
afterAll(() => plant.close())
const operator = () => staff['operator-line']
const figuresOf = (id: string) => fetchRow(plant, 'work_order', id)

describe('a roll', () => {
  test('is wound, doffed with a number, and weighed; its order counts it', async () => {
    const run = await startRunningOrder(plant, staff)
    const wound = expectOk(
      await operator().call(windRoll, {
        workOrderId: run.order.id,
        lineId: run.line.id,
        speed: 200,
        occurredAt: plantTime('08:30'),
      }),
    ) as unknown as Roll
    expect(wound).toMatchObject({
      state: 'winding',
      number: null,
      startedAt: plantTime('08:30'),
      gsm: 15,
      widthMm: 3200,
      businessDate: '2026-11-20',
      shift: 'early',
      netKg: null,
      version: 1,
    })
    const roll = await doffJumboRoll(staff, run, { id: wound.id, occurredAt: plantTime('09:20') })
    expect(roll).toMatchObject({
      id: wound.id,
      state: 'uncut',
      number: `${run.order.batch}-${run.line.code}-261120-001`,
      doffedAt: plantTime('09:20'),
      startedAt: plantTime('08:30'),
      speed: 200,
      lengthM: 10_000,
      leftM: 10_000,
      expectedKg: 480,
      netKg: null,
      userId: operator().userId,
      version: 2,
    })
    expect(await figuresOf(run.order.id)).toMatchObject({
      jumbo_rolls: 1,
      jumbo_kg: 480,
      good_kg: 0,
      version: run.order.version,
    })
    const weighed = expectOk(
      await operator().call(weighRoll, { id: roll.id, version: 2, grossKg: 492, coreKg: 10, weighedBy: 'scale' }),
    )
    expect(weighed).toMatchObject({ netKg: 482, weightUnusual: false, weighedBy: 'scale', version: 3 })
    expect(await figuresOf(run.order.id)).toMatchObject({ jumbo_rolls: 1, jumbo_kg: 482 })
    expect(await countRows(plant, 'operation_log', `resource = 'jumboRoll' and row_id = $1`, [roll.id])).toBe(3)
  })
  test('doffed after midnight has the business date of its night shift', async () => {
    const run = await startRunningOrder(plant, staff)
    const early = await doffJumboRoll(staff, run, { occurredAt: plantTime('08:10') })
    expect(early).toMatchObject({ businessDate: '2026-11-20', shift: 'early' })
    plant.clock.set(plantTime('03:00', '2026-11-21'))
    try {
      const late = await doffJumboRoll(staff, run)
      expect(late).toMatchObject({
        businessDate: '2026-11-20',
        shift: 'night',
        number: expect.stringMatching(/-261120-002$/) as string,
      })
    } finally {
      plant.clock.set(NOW)
    }
  })
  test('doffed or started before its order is refused', async () => {
    const run = await startRunningOrder(plant, staff)
    const { started_at: startedAt } = await fetchRow(plant, 'work_order', run.order.id)
    const began = Date.parse(String(startedAt))
    const minutesBefore = (minutes: number) => new Date(began - minutes * 60_000).toISOString()
    for (let roll = 0; roll < 6; roll++)
      expect(
        await operator().call(
          doffRoll,
          {
            workOrderId: run.order.id,
            lineId: run.line.id,
            lengthM: 10_000,
            occurredAt: minutesBefore(90 - roll * 10),
          },
          { language: 'en' },
        ),
      ).toMatchObject({
        errno: '6000',
        errmsg: expect.stringMatching(/The time entered \(.*\) is before .*/),
        data: { issues: [{ path: ['occurredAt'], code: 'tooEarly' }] },
      })
    const begun = { workOrderId: run.order.id, lineId: run.line.id, lengthM: 10_000, occurredAt: plantTime('09:50') }
    expect((await operator().call(doffRoll, { ...begun, startedAt: minutesBefore(60) })).errno).toBe('6000')
    const startsLate = await operator().call(doffRoll, { ...begun, startedAt: plantTime('09:59') })
    expect(startsLate).toMatchObject({ errno: '4013', data: { issues: [{ path: ['startedAt'], code: 'afterOther' }] } })
    expect(startsLate.errmsg).toContain('落卷时间')
    expect(
      (
        await operator().call(changeRunState, {
          id: run.order.id,
          action: 'finish',
          shortReason: '试单',
          occurredAt: minutesBefore(30),
        })
      ).errno,
    ).toBe('6000')
    expect(await countRows(plant, 'jumbo_roll', 'work_order_id = $1', [run.order.id])).toBe(0)
  })
  test('without a start begins at the end of the previous one', async () => {
    const run = await startRunningOrder(plant, staff)
    await doffJumboRoll(staff, run, { occurredAt: plantTime('09:00') })
    expect(await doffJumboRoll(staff, run, { occurredAt: plantTime('09:50') })).toMatchObject({
      startedAt: plantTime('09:00'),
      doffedAt: plantTime('09:50'),
    })
  })
  test('saved offline before its order was finished is accepted, a later one is not', async () => {
    const run = await startRunningOrder(plant, staff)
    expectOk(
      await operator().call(changeRunState, {
        id: run.order.id,
        action: 'finish',
        shortReason: '试单',
        occurredAt: plantTime('09:30'),
      }),
    )
    const id = createUuid7(1)
    const op = {
      id: createUuid7(Date.now()),
      op: doffRoll,
      body: { id, workOrderId: run.order.id, lineId: run.line.id, lengthM: 9000 },
      occurredAt: plantTime('09:20'),
    }
    const [firstAnswer] = await sync(operator(), [op])
    expect(firstAnswer).toMatchObject({ status: 'done', data: { id, state: 'uncut', doffedAt: plantTime('09:20') } })
    const [again] = await sync(operator(), [op])
    expect(again).toMatchObject({ status: 'done', data: firstAnswer!.data })
    expect(await countRows(plant, 'jumbo_roll', 'work_order_id = $1', [run.order.id])).toBe(1)
    const [late] = await sync(operator(), [
      {
        op: doffRoll,
        body: { id: createUuid7(2), workOrderId: run.order.id, lineId: run.line.id, lengthM: 9000 },
        occurredAt: plantTime('09:40'),
      },
    ])
    expect(late).toMatchObject({ status: 'refused', errno: '6000' })
  })
  test('wound, marked, doffed and weighed offline arrives as one roll', async () => {
    const run = await startRunningOrder(plant, staff)
    const id = createUuid7(Date.now())
    const where = { workOrderId: run.order.id, lineId: run.line.id }
    const answers = await sync(operator(), [
      { op: windRoll, body: { id, ...where, speed: 200 }, occurredAt: plantTime('08:30') },
      {
        op: editRoll,
        body: { id, defects: [{ kind: 'hole', fromM: 12_000, toM: 12_000 }] },
        occurredAt: plantTime('09:00'),
      },
      { op: doffRoll, body: { id, ...where, lengthM: 10_000 }, occurredAt: plantTime('09:20') },
      { op: weighRoll, body: { id, grossKg: 480 }, occurredAt: plantTime('09:25') },
    ])
    expect(answers.map((a) => a.status)).toEqual(['done', 'done', 'done', 'done'])
    expect(answers[3]!.data).toMatchObject({
      state: 'uncut',
      netKg: 480,
      number: expect.stringContaining('-001') as string,
      defects: [{ kind: 'hole', fromM: 10_000, toM: 10_000 }],
    })
  })
  test.each([
    ['of a planned order', async () => ({ workOrderId: (await createOrder(staff)).id }), '6000', 'is "Planned"'],
    [
      'of an order of another line',
      async () => ({ workOrderId: (await startRunningOrder(plant, staff)).order.id }),
      '6000',
      'does not run at',
    ],
    [
      'at a slitting machine',
      async () => ({ lineId: (await createLine(staff, { kind: 'slitting' })).id }),
      '6000',
      'has no winder',
    ],
    ['of no length', () => ({ lengthM: 0 }), '4013', ''],
    [
      'of a length with a digit too many',
      () => ({ lengthM: 100_000 }),
      '6000',
      '100,000 m is too far from the expected',
    ],
    ['without a length', () => ({ lengthM: undefined }), '4042', ''],
    ['of an unknown order', () => ({ workOrderId: createUuid7(3) }), '4006', ''],
    ['with a number of its own', () => ({ number: 'X-1' }), '4013', ''],
    [
      'with a defect beyond its width',
      () => ({ defects: [{ kind: 'hole', fromM: 1, toM: 2, fromMm: 9000 }] }),
      '4013',
      '',
    ],
    ['ten times too heavy', () => ({ grossKg: 4800 }), '6000', 'check the decimal point'],
    ['of no weight', () => ({ grossKg: 0 }), '6000', 'above 0'],
  ])('%s is refused and stores nothing', async (_what, wrong, errno, sentence) => {
    const run = await startRunningOrder(plant, staff)
    const more = await wrong()
    const countsBefore = [await countRows(plant, 'jumbo_roll'), await countRows(plant, 'number_series')]
    const answer = await operator().call(
      doffRoll,
      { workOrderId: run.order.id, lineId: run.line.id, lengthM: 10_000, ...more } as never,
      { language: 'en' },
    )
    expect([answer.errno, answer.errmsg]).toEqual([errno, expect.stringContaining(sentence)])
    expect([await countRows(plant, 'jumbo_roll'), await countRows(plant, 'number_series')]).toEqual(countsBefore)
  })
  test('doffed before its start is refused; with a known wrong phone clock it follows on that day', async () => {
    const run = await startRunningOrder(plant, staff)
    const wound = expectOk(
      await operator().call(windRoll, {
        workOrderId: run.order.id,
        lineId: run.line.id,
        occurredAt: plantTime('08:30'),
      } as never),
    )
    const dayBehind = '2026-11-19T00:30:00.000Z'
    const body = { id: wound.id, workOrderId: run.order.id, lineId: run.line.id, lengthM: 9000, occurredAt: dayBehind }
    expect((await operator().call(doffRoll, body as never)).errno).toBe('6000')
    expect(await fetchRow(plant, 'jumbo_roll', wound.id)).toMatchObject({ state: 'winding', doffed_at: null })
    const [answer] = await sync(operator(), [{ op: doffRoll, body, occurredAt: dayBehind }], dayBehind)
    expect(answer).toMatchObject({
      status: 'done',
      drift: true,
      data: { startedAt: plantTime('08:30'), doffedAt: plantTime('08:30'), businessDate: '2026-11-20' },
    })
  })
  test('on the winder when its order was finished belongs to that order', async () => {
    const run = await startRunningOrder(plant, staff)
    const id = createUuid7()
    const where = { lineId: run.line.id, workOrderId: run.order.id }
    expectOk(await operator().call(windRoll, { id, ...where, occurredAt: plantTime('09:00') }))
    expectOk(await operator().call(changeRunState, { id: run.order.id, action: 'finish', shortReason: '试单' }))
    const next = await createOrder(staff)
    await plant.query(
      `update work_order set state = 'running', line_id = $3, started_at = $2, run_since = $2, version = version + 1 where id = $1`,
      [next.id, plantTime('08:00'), run.line.id],
    )
    expect((await operator().call(windRoll, { lineId: run.line.id, workOrderId: next.id })).errno).toBe('6000')
    expect(
      (
        await operator().call(
          doffRoll,
          { id, lineId: run.line.id, workOrderId: next.id, lengthM: 9000 },
          { language: 'en' },
        )
      ).errmsg,
    ).toContain(`started for order ${run.order.number}`)
    expect(expectOk(await operator().call(doffRoll, { id, ...where, lengthM: 9000 }))).toMatchObject({
      state: 'uncut',
      workOrderId: run.order.id,
      productId: run.order.productId,
    })
    expectOk(await operator().call(windRoll, { lineId: run.line.id, workOrderId: next.id }))
  })
  test('of a finished or a closed order is refused', async () => {
    const run = await startRunningOrder(plant, staff)
    expectOk(await operator().call(changeRunState, { id: run.order.id, action: 'finish', shortReason: '试单' }))
    const doff = () => operator().call(doffRoll, { workOrderId: run.order.id, lineId: run.line.id, lengthM: 10_000 })
    expect((await doff()).errno).toBe('6000')
    expectOk(await staff.admin.call(closeOrder, { id: run.order.id, shortReason: '试单' }))
    expect((await doff()).errno).toBe('6000')
    expect(await countRows(plant, 'jumbo_roll', 'work_order_id = $1', [run.order.id])).toBe(0)
  })
})

describe('two tablets at one winder', () => {
  test('wind one roll: the second is refused by name', async () => {
    const run = await startRunningOrder(plant, staff)
    const wind = () => operator().call(windRoll, { workOrderId: run.order.id, lineId: run.line.id }, { language: 'en' })
    const answers = await Promise.all([wind(), wind()])
    expect(answers.map((a) => a.errno).sort()).toEqual(['200', '6000'])
    expect(answers.find((a) => a.errno === '6000')!.errmsg).toBe(
      `${run.line.code} is still winding a roll of order ${run.order.number}: doff it first`,
    )
  })
  test('doff a roll once: the second gets a message', async () => {
    const run = await startRunningOrder(plant, staff)
    const wound = expectOk(
      await operator().call(windRoll, {
        workOrderId: run.order.id,
        lineId: run.line.id,
        occurredAt: plantTime('09:00'),
      }),
    ) as unknown as Roll
    const doff = (who: keyof Staff) =>
      staff[who].call(
        doffRoll,
        { id: wound.id, workOrderId: run.order.id, lineId: run.line.id, lengthM: 9000 },
        { language: 'en' },
      )
    const answers = await Promise.all([doff('operator-line'), doff('prod-lead'), doff('admin')])
    expect(answers.map((a) => a.errno).sort()).toEqual(['200', '6000', '6000'])
    expect(await countRows(plant, 'jumbo_roll', 'line_id = $1', [run.line.id])).toBe(1)
    expect(answers.find((a) => a.errno === '6000')!.errmsg).toContain('-001 is "Uncut"')
  })
  test('doff an unstarted roll once: the second learns who did it', async () => {
    const run = await startRunningOrder(plant, staff)
    const first = await doffJumboRoll(staff, run)
    const second = await staff['prod-lead'].call(
      doffRoll,
      { workOrderId: run.order.id, lineId: run.line.id, lengthM: 9000 },
      { language: 'en' },
    )
    expect([second.errno, second.errmsg]).toEqual([
      '6000',
      `operator-line person has just doffed ${first.number} at ${run.line.code}: this is the same roll`,
    ])
  })
  test('doff the next roll once: the second learns so, however it names the roll', async () => {
    const run = await startRunningOrder(plant, staff)
    const on = { workOrderId: run.order.id, lineId: run.line.id, speed: 200 }
    const wind = async (more: object) =>
      expectOk(await operator().call(windRoll, { ...on, ...more })) as unknown as Promise<Roll>
    const first = await wind({ occurredAt: plantTime('09:00') })
    const roll = await doffJumboRoll(staff, run, { id: first.id, lengthM: 3020, occurredAt: plantTime('09:15') })
    const next = await wind({ occurredAt: plantTime('09:15') })
    const second = (lengthM: number, more: object = {}) =>
      staff['prod-lead'].call(
        doffRoll,
        { ...on, id: next.id, lengthM, occurredAt: plantTime('09:16'), ...more },
        { language: 'en' },
      )
    const same = `operator-line person has just doffed ${roll.number} at ${run.line.code}: this is the same roll`
    expect((await second(3020)).errmsg).toBe(same)
    // A roll that nobody started is not a second one.
    expect((await second(3020, { id: createUuid7() })).errmsg).toContain(
      `is still winding a roll of order ${run.order.number}`,
    )
    // A roll with plausible metres is a new one, and so is a long one some time later.
    expect((await second(180)).errno).toBe('200')
    const third = await wind({ occurredAt: plantTime('09:16') })
    const late = { id: third.id, lengthM: 3020, occurredAt: plantTime('09:19') }
    expect((await operator().call(doffRoll, { ...on, ...late })).errno).toBe('200')
  })
  test('get twenty numbers for twenty doffs at once, all counted by the order', async () => {
    const run = await startRunningOrder(plant, staff)
    const all = await Promise.all(Array.from({ length: 20 }, () => doffJumboRoll(staff, run)))
    expect(all.map((r) => r.number).sort()).toEqual(
      Array.from(
        { length: 20 },
        (_, i) => `${run.order.batch}-${run.line.code}-261120-${String(i + 1).padStart(3, '0')}`,
      ),
    )
    expect(await figuresOf(run.order.id)).toMatchObject({ jumbo_rolls: 20, jumbo_kg: 9600 })
  })
})

describe('editing a roll', () => {
  test('marks weights beyond the tolerance as unusual and refuses typing mistakes', async () => {
    const roll = await doffJumboRoll(staff, await startRunningOrder(plant, staff))
    expect(expectOk(await operator().call(weighRoll, { id: roll.id, grossKg: 560 }))).toMatchObject({
      netKg: 560,
      weightUnusual: true,
    })
    const slip = await operator().call(weighRoll, { id: roll.id, grossKg: 48 }, { language: 'en' })
    expect([slip.errno, slip.errmsg]).toEqual([
      '6000',
      '48 kg is too far from the expected 480 kg: check the decimal point',
    ])
    expect((await operator().call(weighRoll, { id: roll.id, grossKg: 12, coreKg: 12 })).errno).toBe('6000')
    expect(await fetchRow(plant, 'jumbo_roll', roll.id)).toMatchObject({ net_kg: 560, version: 2 })
  })
  test('downgrades metres; a roll without a good metre is waste', async () => {
    const roll = await doffJumboRoll(staff, await startRunningOrder(plant, staff))
    const downgradeLine = (fromM: number, toM: number, grade = 'downgraded') => ({
      fromM,
      toM,
      grade,
      defect: 'streak',
    })
    expect(
      expectOk(await operator().call(downgradeRoll, { id: roll.id, downgrades: [downgradeLine(0, 500)] } as never)),
    ).toMatchObject({ grade: 'downgraded', version: 2 })
    expect(
      expectOk(
        await operator().call(downgradeRoll, {
          id: roll.id,
          downgrades: [downgradeLine(0, 10_000, 'waste')],
          seenDowngrades: [],
        } as never),
      ),
    ).toMatchObject({ grade: 'waste' })
    // Omitting a downgrade does not withdraw it: a withdrawal needs a reason, and an inspector may withdraw too.
    expect((await operator().call(downgradeRoll, { id: roll.id, downgrades: [] } as never)).errno).toBe('6000')
    const back = { id: roll.id, lines: [downgradeLine(0, 500), downgradeLine(0, 10_000, 'waste')], why: '卷号选错' }
    expect(expectOk(await staff.quality.call(takeBackJumboDowngrades, back as never))).toMatchObject({
      grade: 'good',
      downgrades: [],
      takenBackDowngrades: [
        { toM: 500, why: '卷号选错' },
        { toM: 10_000, why: '卷号选错' },
      ],
    })
    for (const wrong of [downgradeLine(0, 10_001), downgradeLine(500, 500), downgradeLine(10_000, 10_000)])
      expect((await operator().call(downgradeRoll, { id: roll.id, downgrades: [wrong] } as never)).errno).toBe('4013')
  })
  test('recalculates the expected mass for a new length; edits of different fields merge, of the same field conflict', async () => {
    const run = await startRunningOrder(plant, staff)
    const roll = await doffJumboRoll(staff, run)
    expect(
      expectOk(await operator().call(editRoll, { id: roll.id, version: roll.version, lengthM: 9000 })),
    ).toMatchObject({
      lengthM: 9000,
      leftM: 9000,
      expectedKg: 432,
      version: 2,
    })
    expect(await figuresOf(run.order.id)).toMatchObject({ jumbo_kg: 432 })
    expect(
      expectOk(await staff['prod-lead'].call(editRoll, { id: roll.id, version: roll.version, note: '边不齐' })),
    ).toMatchObject({ lengthM: 9000, note: '边不齐', version: 3 })
    const stale = await staff['prod-lead'].call(editRoll, { id: roll.id, version: roll.version, lengthM: 9500 })
    expect([stale.errno, (stale.data as unknown as { conflict: boolean }).conflict]).toEqual(['6000', true])
  })
  test('refuses a defect beyond the possible wound length', async () => {
    const run = await startRunningOrder(plant, staff)
    const wound = expectOk(
      await operator().call(windRoll, {
        workOrderId: run.order.id,
        lineId: run.line.id,
        speed: 200,
        occurredAt: plantTime('08:30'),
      }),
    ) as unknown as Roll
    const markHole = (fromM: number) =>
      operator().call(editRoll, { id: wound.id, defects: [{ kind: 'hole', fromM, toM: fromM, images: [] }] } as never)
    expect((await markHole(99_999)).errno).toBe('4013')
    expect(expectOk(await markHole(2500)).defects).toHaveLength(1)
  })
  test('keeps the defects that two people add', async () => {
    const roll = await doffJumboRoll(staff, await startRunningOrder(plant, staff))
    const hole = (fromM: number) => ({ kind: 'hole', fromM, toM: fromM, fromMm: null, toMm: null, images: [] })
    const add = (who: 'prod-lead' | 'operator-line', version: number, ...defects: object[]) =>
      staff[who].call(editRoll, { id: roll.id, version, defects } as never)
    expectOk(await add('operator-line', roll.version, hole(10)))
    const both = expectOk(await add('prod-lead', roll.version, hole(20))) as unknown as Roll
    expect(both.defects.map(({ fromM }) => fromM)).toEqual([10, 20])
    // One removes a defect, the other adds one.
    expectOk(await add('operator-line', both.version, hole(20)))
    const last = expectOk(await add('prod-lead', both.version, hole(10), hole(20), hole(30))) as unknown as Roll
    expect(last.defects.map(({ fromM }) => fromM)).toEqual([20, 30])
    // Both change the same defect: people must decide.
    expectOk(await add('operator-line', last.version, hole(21), hole(30)))
    expect((await add('prod-lead', last.version, hole(22), hole(30))).errno).toBe('6000')
  })
  test('keeps the photo of a defect until the defect is removed', async () => {
    const roll = await doffJumboRoll(staff, await startRunningOrder(plant, staff))
    const photo = createUuid7(77)
    const used = () =>
      countRows(plant, 'file_use', `file_id = $1 and resource = 'jumboRoll' and row_id = $2`, [photo, roll.id])
    expectOk(
      await operator().call(editRoll, {
        id: roll.id,
        defects: [{ kind: 'hole', fromM: 1, toM: 2, images: [photo] }],
      } as never),
    )
    expect(await used()).toBe(1)
    expectOk(await operator().call(editRoll, { id: roll.id, defects: [] }))
    expect(await used()).toBe(0)
  })
  test('undoes an uncut roll only, and does not reuse its number', async () => {
    const run = await startRunningOrder(plant, staff)
    const roll = await doffJumboRoll(staff, run, { occurredAt: plantTime('09:00') })
    expect((await staff['prod-lead'].call(removeRoll, { id: roll.id, reason: ' ' })).errno).not.toBe('200')
    await plant.query(`update jumbo_roll set user_id = $2 where id = $1`, [roll.id, staff['prod-lead'].userId])
    expect((await operator().call(removeRoll, { id: roll.id, reason: '误操作' })).errno, 'of another').toBe('401')
    expect(expectOk(await staff['prod-lead'].call(removeRoll, { id: roll.id, reason: '误操作' }))).toMatchObject({
      state: 'deleted',
      number: roll.number,
      reason: '误操作',
    })
    expect(await figuresOf(run.order.id)).toMatchObject({ jumbo_rolls: 0, jumbo_kg: 0 })
    expect((await staff['prod-lead'].call(removeRoll, { id: roll.id, reason: 'x' })).errno).toBe('6000')
    const next = await doffJumboRoll(staff, run)
    expect(next.number).toMatch(/-002$/)
    await plant.query(`update jumbo_roll set state = 'slitting' where id = $1`, [next.id])
    expect((await staff['prod-lead'].call(removeRoll, { id: next.id, reason: 'x' })).errno).toBe('6000')
    const ownRoll = await doffJumboRoll(staff, run)
    expect(
      expectOk(await operator().call(removeRoll, { id: ownRoll.id, reason: '误操作' })),
      'a slip of their own',
    ).toMatchObject({ state: 'deleted' })
    expect((await operator().call(editRoll, { id: next.id, lengthM: 8000 })).errno).toBe('6000')
    expectOk(await operator().call(editRoll, { id: next.id, note: '仍可备注' }))
  })
  test('sold whole counts as good by its downgrades; scrapped it is waste', async () => {
    const run = await startRunningOrder(plant, staff)
    const sold = await doffJumboRoll(staff, run, { grossKg: 480, occurredAt: plantTime('09:00') })
    expectOk(
      await operator().call(downgradeRoll, {
        id: sold.id,
        downgrades: [{ fromM: 0, toM: 1000, grade: 'downgraded', defect: 'hole' }],
      } as never),
    )
    expectOk(await operator().call(retireRoll, { id: sold.id, action: 'consume', reason: '整卷发货' }))
    const scrap = await doffJumboRoll(staff, run)
    expectOk(await operator().call(retireRoll, { id: scrap.id, action: 'scrap', reason: '油污' }))
    expect(await figuresOf(run.order.id)).toMatchObject({
      jumbo_rolls: 2,
      jumbo_kg: 960,
      good_rolls: 0,
      good_kg: 432,
      downgraded_kg: 48,
      waste_kg: 480,
    })
    expect((await operator().call(retireRoll, { id: scrap.id, action: 'scrap', reason: 'x' })).errno).toBe('6000')
  })
  test('counts printed labels without a conflict with an edit', async () => {
    const roll = await doffJumboRoll(staff, await startRunningOrder(plant, staff))
    expect(expectOk(await operator().call(recordPrintedLabels, { ids: roll.id, kind: 'jumboRoll' }))).toEqual({
      printed: 1,
    })
    expectOk(await operator().call(recordPrintedLabels, { ids: `${roll.id}, ${roll.id}`, kind: 'jumboRoll' }))
    // The printed weight is stored with the count, so that a reweighed roll is known to need a new label.
    const [printed] = await plant.query<{ label_said: string; grade: string; length_m: number; width_mm: number }>(
      'select label_said, grade, length_m::float8 as length_m, width_mm::float8 as width_mm from jumbo_roll where id = $1',
      [roll.id],
    )
    expect(printed!.label_said.split(' ').slice(1)).toEqual(
      [printed!.grade, printed!.length_m, printed!.width_mm].map((one) => String(one ?? '')),
    )
    expect(await fetchRow(plant, 'jumbo_roll', roll.id)).toMatchObject({ labels: 2, version: roll.version })
    const labels = async () => (await fetchRow<{ labels: number }>(plant, 'jumbo_roll', roll.id)).labels
    const labelsBefore = await labels()
    const print = {
      op: recordPrintedLabels,
      id: createUuid7(),
      body: { id: createUuid7(), ids: roll.id, kind: 'jumboRoll' },
    }
    for (const [answer] of [await sync(operator(), [print]), await sync(operator(), [print])])
      expect(answer).toMatchObject({ status: 'done', data: { printed: 1 } })
    expect(await labels(), 'printed without a network, sent twice, counted once').toBe(labelsBefore + 1)
    expect(
      (await operator().call(recordPrintedLabels, { ids: `${roll.id},${createUuid7(9)}`, kind: 'jumboRoll' })).errno,
    ).toBe('4006')
    expect((await operator().call(recordPrintedLabels, { ids: 'x', kind: 'jumboRoll' })).errno).toBe('4013')
  })
  test.each([
    ['a viewer wind', 'viewer', windRoll],
    ['a viewer doff', 'viewer', doffRoll],
    ['maintenance doff', 'maint', doffRoll],
    ['quality weigh', 'quality', weighRoll],
    ['a viewer take back', 'viewer', removeRoll],
    ['a viewer downgrade', 'viewer', downgradeRoll],
    // A manager sees all rolls and changes none.
    ['a manager wind', 'manager', windRoll],
    ['a manager doff', 'manager', doffRoll],
    ['a manager edit', 'manager', editRoll],
    ['a manager weigh', 'manager', weighRoll],
    ['a manager downgrade', 'manager', downgradeRoll],
    ['a manager retire', 'manager', retireRoll],
    ['a manager take back', 'manager', removeRoll],
    ['maintenance downgrade', 'maint', downgradeRoll],
    ['a viewer retire', 'viewer', retireRoll],
    ['a viewer edit', 'viewer', editRoll],
  ] as const)('never lets %s', async (_what, who, endpoint) => {
    const run = await startRunningOrder(plant, staff)
    const roll = await doffJumboRoll(staff, run)
    const doffInput: Record<string, unknown> = {
      id: roll.id,
      workOrderId: run.order.id,
      lineId: run.line.id,
      lengthM: 1,
      grossKg: 480,
      reason: 'x',
      action: 'scrap',
      downgrades: [{ fromM: 0, toM: 1000, grade: 'downgraded', defect: 'hole' }],
    }
    const body = Object.fromEntries(
      Object.keys(endpoint.input).flatMap((name) => (name in doffInput ? [[name, doffInput[name]]] : [])),
    )
    expect((await staff[who].call(endpoint as never, body as never)).errno).toBe('401')
    expect(await fetchRow(plant, 'jumbo_roll', roll.id)).toMatchObject({
      state: 'uncut',
      version: roll.version,
      grade: 'good',
    })
  })
})
