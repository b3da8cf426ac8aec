import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import {
  qualityCheckMetrics,
  inspectorAndItemOptions,
  qualityCheckFilterValues,
  qualityCheckOptions,
  qualityCheckPhoto,
} from '@/areas/quality/contract/check-endpoints'
import { addCheck, downgradeCheck, editCheck, qualityCheck } from '@/areas/quality/contract/quality-check'
import { takeBackJumboDowngrades } from '@/areas/rolls/contract/jumbo-commands'
import { reworkRoll } from '@/areas/slitting/contract/rework'
import { failedPackageChecks } from '@/areas/packing/contract/package-endpoints'
import { takeBackSlitDowngrades } from '@/areas/slitting/contract/slitting-commands'
import { tableTemplate } from '@/areas/quality/contract/table-template'
import type { Caller, TestPlant } from '../harness'
import {
  plantTime,
  countRows,
  expectOk,
  NOW,
  collectNotices,
  fetchRow,
  createStaffedPlant,
  sync,
  type Staff,
} from '../plant-staff'
import { emptyItem, createHall, PHOTO, type Hall } from './rolls-to-check'

let plant: TestPlant
let staff: Staff
let inspector: Caller
let lead: Caller
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
  inspector = staff.quality
  lead = await plant.as('quality-lead')
}, 120_000)
beforeEach(() => {
  plant.clock.set(NOW)
})
afterAll(() => plant.close())

const items = [
  {
    ...emptyItem,
    item: '克重',
    itemEn: 'Basis weight',
    kind: 'number' as const,
    unit: 'g/m²',
    low: 19,
    target: 20,
    high: 21,
    readings: 2,
  },
  { ...emptyItem, item: '外观', itemEn: 'Appearance', kind: 'okNotOk' as const },
]
let serial = 0
const sheetOf = async ({ floor }: Hall) =>
  expectOk(
    await lead.call(tableTemplate.endpoints.create, {
      name: `检验表${++serial}`,
      use: 'check',
      productId: floor.productId,
      items,
    }),
  )
const { readings: _readings, ...unjudged } = emptyItem
const gsm = (value: number | null, number = 1, more: object = {}) => ({
  ...unjudged,
  item: '克重',
  kind: 'number' as const,
  number,
  value,
  verdict: null,
  ...more,
})
const noPlace = { lane: null, fromM: null, toM: null, fromMm: null, note: null }
const hole = (more: object = {}) => ({ kind: 'hole' as const, severity: 'major' as const, ...noPlace, ...more })
const gel = (more: object = {}) => ({ kind: 'gel' as const, severity: 'minor' as const, ...noPlace, ...more })
const checks = (id: string) => countRows(plant, 'quality_check', 'id = $1', [id])

describe('a check', () => {
  test('is a form with a photo; the server knows the roll’s order and takes the limits of the check sheet', async () => {
    const hall = await createHall(plant, staff)
    const template = await sheetOf(hall)
    const answer = await inspector.upload(
      '/quality/check',
      PHOTO,
      {
        number: hall.slit[0]!.number,
        templateId: template.id,
        readings: JSON.stringify([gsm(20.4, 1, { low: 0, high: 999 }), gsm(21.6, 2, { low: 0, high: 999 })]),
      },
      'roll.png',
      'picture',
    )
    const row = expectOk(answer as never) as { id: string; images: string[] }
    expect(row).toMatchObject({
      number: hall.slit[0]!.number,
      slitRollId: hall.slit[0]!.id,
      jumboRollId: hall.jumboId,
      lineId: hall.floor.line.id,
      productId: hall.floor.productId,
      workOrderId: hall.floor.order.id,
      team: 'B',
      shift: 'early',
      businessDate: '2026-11-20',
      checkedAt: NOW,
      userId: inspector.userId,
      result: 'notOk',
      outOfLimits: 1,
      flag: null,
    })
    expect(row).toMatchObject({
      readings: [
        { low: 19, high: 21 },
        { low: 19, high: 21, value: 21.6 },
      ],
    })
    expect(row.images).toHaveLength(1)
    const picture = await lead.call(qualityCheckPhoto, { id: row.id })
    expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/png'])
    expect((await lead.call(qualityCheckPhoto, { id: row.id, index: 1 })).errno).toBe('4006')
  })
  test('loses the limits of its check sheet when the sheet is removed from it', async () => {
    const hall = await createHall(plant, staff)
    const template = await sheetOf(hall)
    const row = expectOk(
      await inspector.call(addCheck, { jumboRollId: hall.jumboId, templateId: template.id, readings: [gsm(21.6)] }),
    )
    expect(row).toMatchObject({ result: 'notOk', outOfLimits: 1 })
    const edited = expectOk(await inspector.call(editCheck, { id: row.id, version: row.version, templateId: null }))
    expect(edited).toMatchObject({ templateId: null, result: 'ok', outOfLimits: 0 })
    expect(edited.readings[0]).toMatchObject({ value: 21.6, low: null, high: null })
  })
  test('keeps its limits when the check sheet changes', async () => {
    const hall = await createHall(plant, staff)
    const template = await sheetOf(hall)
    const row = expectOk(
      await inspector.call(addCheck, { jumboRollId: hall.jumboId, templateId: template.id, readings: [gsm(20.8)] }),
    )
    expect(row).toMatchObject({ result: 'ok', number: hall.jumboNumber, slitRollId: null, team: 'A' })
    expectOk(
      await lead.call(tableTemplate.endpoints.update, {
        id: template.id,
        version: template.version,
        items: [{ ...items[0]!, high: 20.5 }],
      }),
    )
    expect(await fetchRow(plant, 'quality_check', row.id)).toMatchObject({ result: 'ok' })
    expect(expectOk(await inspector.call(editCheck, { id: row.id, version: row.version, note: '复核' }))).toMatchObject(
      {
        result: 'ok',
        note: '复核',
      },
    )
    expect(
      expectOk(
        await inspector.call(addCheck, { jumboRollId: hall.jumboId, templateId: template.id, readings: [gsm(20.8)] }),
      ),
    ).toMatchObject({ result: 'notOk' })
  })
  test('from an offline phone names the roll by number; sent twice it is stored once, its photo follows', async () => {
    const hall = await createHall(plant, staff)
    const [id, photo] = [createUuid7(), createUuid7()]
    const body = {
      id,
      number: hall.slit[1]!.number,
      readings: [],
      defects: [hole({ fromM: 10, toM: 20 })],
      images: [photo],
    }
    const op = { id: createUuid7(), op: addCheck, body, occurredAt: plantTime('09:40') }
    for (let round = 0; round < 2; round += 1)
      expect((await sync(inspector, [op]))[0]).toMatchObject({
        status: 'done',
        data: { id, slitRollId: hall.slit[1]!.id, checkedAt: plantTime('09:40'), result: 'notOk', images: [photo] },
      })
    expect(await checks(id)).toBe(1)
    expect(await countRows(plant, 'quality_check', 'slit_roll_id = $1', [hall.slit[1]!.id])).toBe(1)
    expect(await countRows(plant, 'quality_check', 'slit_roll_id = $1', [hall.slit[0]!.id])).toBe(0)
  })
  test('is refused before the day on which its roll was made', async () => {
    const hall = await createHall(plant, staff)
    const check = (occurredAt: string) => inspector.call(addCheck, { jumboRollId: hall.jumboId, occurredAt } as never)
    const answer = await check(plantTime('09:00', '2026-11-19'))
    expect([answer.errno, answer.errmsg]).toEqual(['6000', expect.stringContaining('时钟') as string])
    expectOk(await check(plantTime('09:00')))
  })
  test('puts a defect on a slit roll into that roll’s lane, whatever the input says', async () => {
    const hall = await createHall(plant, staff)
    expect(
      expectOk(
        await inspector.call(addCheck, { slitRollId: hall.slit[1]!.id, defects: [hole({ lane: 7, fromM: 3 })] }),
      ),
    ).toMatchObject({ defects: [{ lane: 2, fromM: 3 }] })
  })
})

describe('an invalid check', () => {
  test.each([
    ['below nought', -3, '6000', '负数'],
    ['a slip of the decimal point', 2004, '6000', '小数点'],
  ])('with a reading %s is refused and stores nothing', async (_what, value, errno, word) => {
    const hall = await createHall(plant, staff)
    const template = await sheetOf(hall)
    const id = createUuid7()
    const answer = await inspector.call(addCheck, {
      id,
      jumboRollId: hall.jumboId,
      templateId: template.id,
      readings: [gsm(value)],
    })
    expect(answer.errno).toBe(errno)
    expect(answer.errmsg).toContain(word)
    expect(answer.errmsg).toContain('克重')
    expect(await checks(id)).toBe(0)
  })
  test.each([['text'], [null], ['NaN']])('with a non-numeric value (%s) is refused at its field', async (value) => {
    const hall = await createHall(plant, staff)
    const answer = await inspector.raw('POST', '/quality/check', {
      jumboRollId: hall.jumboId,
      readings: [{ item: '克重', kind: 'number', number: value === null ? null : 1, value: value ?? 1 }],
    })
    expect(['4013', '4042']).toContain(answer.errno)
    expect(await countRows(plant, 'quality_check', 'jumbo_roll_id = $1', [hall.jumboId])).toBe(0)
  })
  test('without a roll, of an unknown roll, or of a roll without an order is refused', async () => {
    const answer = await inspector.call(addCheck, { number: 'X-404' })
    expect([answer.errno, answer.errmsg]).toEqual(['6000', '没有卷 X-404，请核对标签'])
    expect((await inspector.call(addCheck, { number: 'X-404' }, { language: 'en' })).errmsg).toBe(
      'There is no roll X-404; check the label',
    )
    expect((await inspector.call(addCheck, { slitRollId: createUuid7() })).errno).not.toBe('200')
    expect((await inspector.call(addCheck, {})).errno).toBe('4042')
  })
  test('with a defect beyond the end of the roll is refused', async () => {
    const hall = await createHall(plant, staff)
    const answer = await inspector.call(addCheck, { slitRollId: hall.slit[0]!.id, defects: [hole({ fromM: 5001 })] })
    expect([answer.errno, answer.errmsg]).toEqual(['6000', `5001 m 不在卷 ${hall.slit[0]!.number} 上，该卷长 5000 m`])
  })
  test('with a photo that is no picture stores neither check nor file', async () => {
    const hall = await createHall(plant, staff)
    const files = await countRows(plant, 'stored_file', 'true')
    const answer = await inspector.upload(
      '/quality/check',
      Buffer.from('no picture'),
      { number: hall.jumboNumber },
      'a.png',
      'picture',
    )
    expect(answer.errno).not.toBe('200')
    expect(answer.errmsg).not.toBe('')
    expect(await countRows(plant, 'quality_check', 'jumbo_roll_id = $1', [hall.jumboId])).toBe(0)
    expect(await countRows(plant, 'stored_file', 'true')).toBe(files)
  })
  test('a second check sheet for one product is refused while the first is in use', async () => {
    const hall = await createHall(plant, staff)
    const first = await sheetOf(hall)
    const second = () =>
      lead.call(
        tableTemplate.endpoints.create,
        { name: `又一张${++serial}`, use: 'check', productId: hall.floor.productId, items },
        { language: 'en' },
      )
    const refused = await second()
    expect(refused.errno).toBe('6000')
    expect(refused.errmsg).toContain(first.name)
    const { update } = tableTemplate.endpoints
    const off = expectOk(await lead.call(update, { id: first.id, version: first.version, active: false }))
    expectOk(await second())
    expect((await lead.call(update, { id: first.id, version: off.version, active: true })).errno).toBe('6000')
    expectOk(await lead.call(update, { id: first.id, version: off.version, note: '旧表' }))
  })
  test('check sheets with swapped limits or a duplicate item are refused', async () => {
    const make = (more: object[]) =>
      lead.call(tableTemplate.endpoints.create, { name: `错${++serial}`, use: 'check', items: more as never })
    expect((await make([{ item: 'a', kind: 'number', low: 2, high: 1 }])).errno).toBe('4013')
    expect((await make([items[1]!, items[1]!])).errno).toBe('4013')
    expect((await lead.call(tableTemplate.endpoints.create, { name: '门幅', use: 'codeWidth', items })).errno).toBe(
      '4042',
    )
  })
})

describe('permissions', () => {
  test('inspectors create and edit; the lead deletes and exports; others see nothing', async () => {
    const hall = await createHall(plant, staff)
    const row = expectOk(await inspector.call(addCheck, { jumboRollId: hall.jumboId }))
    for (const stranger of [staff.viewer, staff['operator-line'], staff.maint, staff['prod-lead']]) {
      expect((await stranger.call(addCheck, { jumboRollId: hall.jumboId })).errno).toBe('401')
      expect((await stranger.call(qualityCheck.endpoints.list, {})).data).toBeNull()
      expect((await stranger.call(qualityCheckPhoto, { id: row.id })).errno).toBe('401')
    }
    expect((await staff.manager.call(addCheck, { jumboRollId: hall.jumboId })).errno).toBe('401')
    expect((await inspector.call(qualityCheck.endpoints.remove, { id: row.id })).errno).toBe('401')
    expect((await inspector.call(qualityCheck.endpoints.export, {})).errno).toBe('401')
    expect((await inspector.call(tableTemplate.endpoints.create, { name: 'x', use: 'check', items })).errno).toBe('401')
    expect((await lead.call(qualityCheck.endpoints.export, {})).headers['content-type']).toContain('spreadsheetml')
    expectOk(await lead.call(qualityCheck.endpoints.remove, { id: row.id }))
    expect(await checks(row.id)).toBe(0)
  })
})

describe('a roll that changed during the check', () => {
  test('by a downgrade: the check is stored and only its inspector notified', async () => {
    const hall = await createHall(plant, staff)
    await plant.query(`update slit_roll set grade = 'downgraded' where id = $1`, [hall.slit[0]!.id])
    const heardNotices = collectNotices(plant)
    const row = expectOk(await inspector.call(addCheck, { slitRollId: hall.slit[0]!.id, seenGrade: 'good' }))
    expect(row).toMatchObject({ flag: 'downgradedMeanwhile', result: 'ok' })
    expect(heardNotices).toMatchObject([{ notice: 'checkFlagged', id: row.id, to: [inspector.userId] }])
    expect(heardNotices[0]!.title.zh).toContain(hall.slit[0]!.number)
    expect(
      expectOk(await inspector.call(addCheck, { slitRollId: hall.slit[0]!.id, seenGrade: 'downgraded' })).flag,
    ).toBeNull()
    expect(heardNotices).toHaveLength(1)
  })
  test('by a sale: the late check is stored and flagged, and the lead notified', async () => {
    const hall = await createHall(plant, staff, 'shipped')
    const heardNotices = collectNotices(plant)
    const id = createUuid7()
    const [answer] = await sync(inspector, [
      {
        op: addCheck,
        body: { id, slitRollId: hall.slit[0]!.id, seenGrade: 'good', defects: [hole()] },
        occurredAt: plantTime('08:00'),
      },
    ])
    expect(answer).toMatchObject({ status: 'done', data: { flag: 'soldMeanwhile', result: 'notOk' } })
    expect(await checks(id)).toBe(1)
    expect(heardNotices).toMatchObject([{ notice: 'checkFlagged', id, keys: ['qualitySheetDelete'] }])
    expect(heardNotices[0]!.to).toBeUndefined()
    expect((await inspector.call(downgradeCheck, { id, grade: 'downgraded' })).errno).toBe('6000')
    expect(await fetchRow(plant, 'slit_roll', hall.slit[0]!.id)).toMatchObject({ grade: 'good', downgrades: [] })
  })
})

describe('a failed check', () => {
  const addFailedCheck = async (roll: object, defects: object[]) =>
    expectOk(await inspector.call(addCheck, { ...roll, defects: defects as never }))
  test('is shown with the package of its roll until the roll is downgraded', async () => {
    const hall = await createHall(plant, staff, 'packed')
    const [first] = hall.slit
    const loadPackageChecks = async () =>
      expectOk(await staff['prod-lead'].call(failedPackageChecks, { id: hall.packageId }))
    expect(await loadPackageChecks()).toEqual([])
    const row = await addFailedCheck({ slitRollId: first!.id }, [hole({ fromM: 1000, toM: 1200 })])
    expect(row.toDowngrade).toBe(true)
    expect(await loadPackageChecks()).toEqual([{ slitRollId: first!.id, number: first!.number }])
    expectOk(await inspector.call(downgradeCheck, { id: row.id, grade: 'downgraded' }))
    expect(await loadPackageChecks()).toEqual([])
  })
  test('of a jumbo is shown with the packages of its rolls only', async () => {
    const hall = await createHall(plant, staff, 'packed')
    const [first, second] = hall.slit
    const loadPackageChecks = async () =>
      expectOk(await staff['prod-lead'].call(failedPackageChecks, { id: hall.packageId }))
    // Slit from 5,000 to 10,000 m of the jumbo.
    const failedJumbo = await addFailedCheck({ jumboRollId: hall.jumboId }, [hole({ fromM: 1000, toM: 1200 })])
    expect(failedJumbo.toDowngrade).toBe(true)
    expect(await loadPackageChecks()).toEqual([])
    const inLane = await addFailedCheck({ jumboRollId: hall.jumboId }, [hole({ lane: 2, fromM: 9000, toM: 9500 })])
    expect(await loadPackageChecks()).toEqual([{ slitRollId: second!.id, number: second!.number }])
    await addFailedCheck({ jumboRollId: hall.jumboId }, [hole({ fromM: 6000, toM: 6100 })])
    expect((await loadPackageChecks()).map(({ slitRollId }) => slitRollId)).toEqual([first!.id, second!.id])
    expectOk(await inspector.call(downgradeCheck, { id: inLane.id, grade: 'downgraded' }))
    expect(await loadPackageChecks()).toHaveLength(2) // the other message still names both
  })
  test('downgrades exactly its lane and metres, once, and the order counts them', async () => {
    const hall = await createHall(plant, staff)
    const [first, second] = hall.slit
    await plant.query(`update slit_roll set downgrades = $2, grade = 'downgraded' where id = $1`, [
      first!.id,
      JSON.stringify([{ fromM: 0, toM: 50, grade: 'downgraded', defect: 'gel', reason: null }]),
    ])
    const row = await addFailedCheck({ slitRollId: first!.id }, [
      hole({ fromM: 1000, toM: 1200 }),
      gel({ fromM: 3000, toM: 4000 }),
    ])
    const orderBefore = await fetchRow<{ downgraded_kg: number; good_kg: number }>(
      plant,
      'work_order',
      hall.floor.order.id,
    )
    expect(row.toDowngrade).toBe(true)
    for (let round = 0; round < 2; round += 1)
      expect(expectOk(await inspector.call(downgradeCheck, { id: row.id, grade: 'downgraded' }))).toMatchObject({
        downgradedAt: NOW,
        downgradedKg: 20, // 200 of 5000 m of 500 kg
        toDowngrade: false,
      })
    expect(await fetchRow(plant, 'slit_roll', first!.id)).toMatchObject({
      grade: 'downgraded',
      downgrades: [
        { fromM: 0, toM: 50, defect: 'gel' },
        { fromM: 1000, toM: 1200, grade: 'downgraded', defect: 'hole' },
      ],
    })
    expect(await fetchRow(plant, 'slit_roll', second!.id)).toMatchObject({ grade: 'good', downgrades: [] })
    expect(await fetchRow(plant, 'jumbo_roll', hall.jumboId)).toMatchObject({ grade: 'good', downgrades: [] })
    const orderAfter = await fetchRow<{ downgraded_kg: number; good_kg: number }>(
      plant,
      'work_order',
      hall.floor.order.id,
    )
    expect([orderAfter.downgraded_kg - orderBefore.downgraded_kg, orderAfter.good_kg - orderBefore.good_kg]).toEqual([
      20, -20,
    ])
  })
  test('of a jumbo with one defect at two places downgrades each in its own lane', async () => {
    const hall = await createHall(plant, staff)
    const row = await addFailedCheck({ jumboRollId: hall.jumboId }, [
      hole({ lane: 1, fromM: 9000, toM: 9100 }),
      hole({ lane: 2, fromM: 9400, toM: 9500 }),
    ])
    expectOk(await inspector.call(downgradeCheck, { id: row.id, grade: 'downgraded' }))
    const lines = async (at: number) =>
      (await fetchRow<{ downgrades: object[] }>(plant, 'slit_roll', hall.slit[at]!.id)).downgrades.length
    expect([await lines(0), await lines(1)]).toEqual([1, 1])
  })
  test('of a jumbo downgrades the uncut rest and the slit rolls from that place and lane', async () => {
    const hall = await createHall(plant, staff)
    const row = await addFailedCheck({ jumboRollId: hall.jumboId }, [hole({ lane: 2, fromM: 9000, toM: 9500 })])
    expectOk(await inspector.call(downgradeCheck, { id: row.id, grade: 'waste' }))
    expect(await fetchRow(plant, 'jumbo_roll', hall.jumboId)).toMatchObject({
      downgrades: [{ fromM: 9000, toM: 9500, grade: 'waste', defect: 'hole' }],
    })
    expect(await fetchRow(plant, 'slit_roll', hall.slit[0]!.id)).toMatchObject({ downgrades: [] })
    // The last metres wound on the jumbo are the first on the slit roll.
    expect(await fetchRow(plant, 'slit_roll', hall.slit[1]!.id)).toMatchObject({
      downgrades: [{ fromM: 500, toM: 1000, grade: 'waste' }],
    })
  })
  /** Withdraws downgrades (撤销降等) of a slit roll, as the slitter sends it. */
  const takeBack = async (rollId: string, lines: { fromM: number; toM: number; grade?: string; defect?: string }[]) => {
    const [at] = await plant.query<{ set: string; cutting: string }>(
      `select s.id as set, s.cutting_id as cutting from slit_set s join slit_roll r on r.slit_set_id = s.id where r.id = $1`,
      [rollId],
    )
    const named = lines.map((line) => ({ grade: 'downgraded', defect: 'hole', ...line }))
    const body = { id: at!.set, cuttingId: at!.cutting, rollId, lines: named as never, why: '看错了卷' }
    return expectOk(await lead.call(takeBackSlitDowngrades, body))
  }
  const check = async (id: string) => (await lead.call(qualityCheck.endpoints.list, { id })).data!.list[0]!
  test('shows withdrawn downgrades, waits again when none remains, and downgrades again', async () => {
    const hall = await createHall(plant, staff)
    const [roll] = hall.slit
    const { id } = await addFailedCheck({ slitRollId: roll!.id }, [
      hole({ fromM: 1000, toM: 1200 }),
      hole({ fromM: 3000, toM: 3100 }),
    ])
    // Of 500 kg on 5000 m: 20 and 10.
    const worsen = () => inspector.call(downgradeCheck, { id, grade: 'downgraded' })
    expect(expectOk(await worsen())).toMatchObject({ downgradedKg: 30, takenBackAt: null })
    const later = plantTime('10:20')
    plant.clock.set(later)
    await takeBack(roll!.id, [{ fromM: 1000, toM: 1200 }])
    expect(await check(id)).toMatchObject({ downgradedKg: 10, downgradedAt: NOW, takenBackAt: later })
    expect((await check(id)).toDowngrade).toBe(false)
    await takeBack(roll!.id, [{ fromM: 3000, toM: 3100 }])
    expect(await check(id)).toMatchObject({
      downgradedKg: 0,
      downgradedAt: null,
      takenBackAt: later,
      toDowngrade: true,
    })
    const waiting = expectOk(
      await lead.call(qualityCheck.endpoints.list, { toDowngrade: 'true', slitRollId: roll!.id }),
    )
    expect(waiting.list.map((row) => row.id)).toEqual([id])
    // Saved offline before the withdrawal, which is the better-informed decision.
    const [late] = await sync(
      inspector,
      [{ op: downgradeCheck, body: { id, grade: 'downgraded' }, occurredAt: plantTime('10:10') }],
      later,
    )
    expect(late).toMatchObject({ status: 'done', data: { downgradedAt: null, downgradedKg: 0 } })
    expect(await fetchRow(plant, 'slit_roll', roll!.id)).toMatchObject({ grade: 'good' })
    expect(expectOk(await worsen())).toMatchObject({ downgradedKg: 30, takenBackAt: null, toDowngrade: false })
    // Downgrades the rest again without counting existing parts twice.
    await takeBack(roll!.id, [{ fromM: 1000, toM: 1200 }])
    expect(expectOk(await worsen())).toMatchObject({ downgradedKg: 30, takenBackAt: null })
    expect(await fetchRow(plant, 'slit_roll', roll!.id)).toMatchObject({
      downgrades: [{ fromM: 3000 }, { fromM: 1000 }],
    })
  })
  test('of a jumbo follows withdrawals on the jumbo and its slit rolls', async () => {
    const hall = await createHall(plant, staff)
    const { id } = await addFailedCheck({ jumboRollId: hall.jumboId }, [hole({ fromM: 9000, toM: 9500 })])
    const other = await addFailedCheck({ slitRollId: hall.slit[0]!.id }, [
      gel({ severity: 'major', fromM: 0, toM: 100 }),
    ])
    const whole = expectOk(await inspector.call(downgradeCheck, { id, grade: 'downgraded' })).downgradedKg!
    expectOk(await inspector.call(downgradeCheck, { id: other.id, grade: 'downgraded' }))
    expect(whole).toBe(30) // 500 of 10,000 m of 600 kg
    // One of the two slit rolls: 500 of 5000 m of its 500 kg.
    await takeBack(hall.slit[1]!.id, [{ fromM: 500, toM: 1000 }])
    expect((await check(id)).downgradedKg).toBeCloseTo(Math.max(0, whole - 50), 2)
    expect((await check(other.id)).downgradedKg).toBe(10)
    const lines = [{ fromM: 9000, toM: 9500, grade: 'downgraded' as const, defect: 'hole' as const }]
    expectOk(await lead.call(takeBackJumboDowngrades, { id: hall.jumboId, lines, why: '看错了卷' }))
    expect(await check(id)).toMatchObject({ downgradedKg: 0, downgradedAt: null, toDowngrade: true })
    expect(await check(other.id)).toMatchObject({ downgradedKg: 10, takenBackAt: null })
  })
  test('counts as downgraded when rework sold its whole roll as a lower grade, until that is withdrawn', async () => {
    const hall = await createHall(plant, staff)
    const slitRollId = hall.slit[0]!.id
    const { id } = await addFailedCheck({ slitRollId }, [hole({ fromM: 1000, toM: 1200 })])
    expectOk(await inspector.call(downgradeCheck, { id, grade: 'downgraded' }))
    expectOk(
      await staff.admin.call(reworkRoll, {
        kind: 'regrade',
        slitRollId,
        defect: 'streak',
        reason: '整卷降等',
      } as never),
    )
    expect(await check(id)).toMatchObject({ downgradedKg: 20, takenBackAt: null, toDowngrade: false })
    await takeBack(slitRollId, [{ fromM: 0, toM: 5000, defect: 'streak' }])
    expect(await check(id)).toMatchObject({ downgradedKg: 0, downgradedAt: null, toDowngrade: true })
  })
  test('by readings alone asks for the defect; a passed check downgrades nothing', async () => {
    const hall = await createHall(plant, staff)
    const template = await sheetOf(hall)
    const slitRollId = hall.slit[0]!.id
    const row = expectOk(await inspector.call(addCheck, { slitRollId, templateId: template.id, readings: [gsm(25)] }))
    expect((await inspector.call(downgradeCheck, { id: row.id, grade: 'downgraded' })).errno).toBe('4042')
    expect(
      expectOk(await inspector.call(downgradeCheck, { id: row.id, grade: 'downgraded', defect: 'wrongWeight' })),
    ).toMatchObject({ downgradedKg: 500 })
    const fine = expectOk(await inspector.call(addCheck, { slitRollId: hall.slit[1]!.id }))
    expect((await inspector.call(downgradeCheck, { id: fine.id, grade: 'waste' })).errno).toBe('6000')
    expect(await fetchRow(plant, 'slit_roll', hall.slit[1]!.id)).toMatchObject({ grade: 'good' })
  })
})

describe('lists and metrics', () => {
  test('judge a roll by its first complete check, and sort defects by Pareto', async () => {
    const [firstHall, secondHall] = [await createHall(plant, staff), await createHall(plant, staff)]
    const template = expectOk(
      await lead.call(tableTemplate.endpoints.create, {
        name: `必填${++serial}`,
        use: 'check',
        items: [{ ...items[0]!, required: true }],
      }),
    )
    const addCheckAt = async (time: string, roll: object, more: object = {}) => {
      plant.clock.set(plantTime(time))
      return expectOk(await inspector.call(addCheck, { ...roll, ...more }))
    }
    const [a, b] = firstHall.slit
    await addCheckAt('10:00', { slitRollId: a!.id }, { defects: [hole(), gel()] })
    await addCheckAt('10:10', { slitRollId: a!.id })
    // An empty form is not a first check.
    expect(
      await addCheckAt('10:20', { slitRollId: b!.id }, { templateId: template.id, readings: [gsm(null, 1)] }),
    ).toMatchObject({ result: 'incomplete' })
    await addCheckAt('10:30', { slitRollId: b!.id })
    await addCheckAt('10:40', { jumboRollId: firstHall.jumboId })
    await addCheckAt('10:50', { slitRollId: secondHall.slit[0]!.id }, { defects: [hole()] })
    const loadMetrics = async (more: object) =>
      expectOk(
        await lead.call(qualityCheckMetrics, {
          from: '2026-11-20',
          to: '2026-11-20',
          lineId: firstHall.floor.line.id,
          ...more,
        }),
      )
    expect(await loadMetrics({ by: 'line' })).toMatchObject({
      rolls: 3,
      passed: 2,
      firstPassPercent: 66.7,
      rows: [{ id: firstHall.floor.line.id, rolls: 3, passed: 2, firstPassPercent: 66.7 }],
      defects: [
        { kind: 'gel', label: '晶点', count: 1, percent: 50, cumulative: 50 },
        { kind: 'hole', label: '破洞', count: 1, percent: 50, cumulative: 100 },
      ],
    })
    expect((await loadMetrics({ by: 'team' })).rows).toEqual([
      { id: 'B', label: 'B', rolls: 2, passed: 1, firstPassPercent: 50 },
      { id: 'A', label: 'A', rolls: 1, passed: 1, firstPassPercent: 100 },
    ])
    expect(await loadMetrics({ from: '2026-11-19', to: '2026-11-19' })).toMatchObject({
      rolls: 0,
      firstPassPercent: null,
      rows: [],
      defects: [],
    })
  })
  test('name what has data; options name everything', async () => {
    const other = `无人测${++serial}`
    expectOk(
      await lead.call(tableTemplate.endpoints.create, {
        name: other,
        use: 'check',
        items: [{ ...emptyItem, item: other, kind: 'okNotOk' }],
      }),
    )
    const { inspectors, items: read } = expectOk(await lead.call(qualityCheckFilterValues, {}))
    expect(inspectors.map(({ id }) => id)).toEqual([inspector.userId])
    expect(read.map(({ key }) => key)).toEqual(['克重'])
    const may = expectOk(await inspector.call(inspectorAndItemOptions, {}))
    expect(may.items.map(({ key }) => key)).toContain(other)
    expect(may.inspectors.map(({ id }) => id)).toContain(lead.userId)
    expect(may.inspectors.map(({ id }) => id)).not.toContain(staff.viewer.userId)
    const form = expectOk(await inspector.call(qualityCheckOptions, {}, { language: 'en' }))
    expect(form.defects).toHaveLength(19)
    expect(form.defects.at(-1)).toEqual({ key: 'tooManySplices', label: 'Too many splices' })
    expect(form.templates.map(({ label }) => label)).toContain(other)
    expect((await plant.stranger.raw('OPTIONS', '/quality/check')).status).toBe(401)
  })
})
