import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { answerPoint, claimRound, finishRound, startRound } from '@/areas/rounds/contract/round-commands'
import { equipmentHistory, maintenanceCount } from '@/areas/maintenance/contract/machine-endpoints'
import { inspectionPlan } from '@/areas/rounds/contract/inspection-plan'
import { inspectionResult, inspectionRound } from '@/areas/rounds/contract/inspection-round'
import { reportRepair, withdrawRepair } from '@/areas/maintenance/contract/repair-commands'
import { shiftPack } from '@/contract/kit'
import { readSheet } from '@/server/excel/read-sheet'
import type { CreateInput, Row } from '@/contract/resource'
import type { TestPlant } from '../harness'
import {
  plantTime,
  countRows,
  expectOk,
  createMachine,
  collectNotices,
  NOW,
  fetchRow,
  runJob,
  createStaffedPlant,
  sync,
  type Staff,
} from '../plant-staff'

let plant: TestPlant
let staff: Staff
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
}, 120_000)
beforeEach(() => {
  plant.clock.set(NOW)
})
afterAll(() => plant.close())

type Plan = CreateInput<typeof inspectionPlan>
let serial = 0
const planFor = (equipmentId: string, more: Partial<Plan> = {}): Plan => ({
  name: `早班巡检 ${++serial}`,
  frequency: 'daily',
  times: [{ at: '10:15' }],
  minutesBefore: 30,
  minutesAfter: 60,
  validFrom: '2026-11-01',
  points: [
    { key: 'a', equipmentId, code: `CP-${serial}`, instruction: null, scanRequired: true },
    { key: 'b', equipmentId, code: null, instruction: null, scanRequired: false },
  ],
  items: [
    {
      pointKey: 'a',
      key: 'noise',
      label: '异响',
      labelEn: null,
      kind: 'okNotOk',
      unit: null,
      low: null,
      high: null,
      warnLow: null,
      warnHigh: null,
      optional: false,
    },
    {
      pointKey: 'a',
      key: 'temp',
      label: '轴承温度',
      labelEn: null,
      kind: 'number',
      unit: '°C',
      low: 10,
      high: 80,
      warnLow: null,
      warnHigh: 70,
      optional: false,
    },
    {
      pointKey: 'b',
      key: 'note',
      label: '备注',
      labelEn: null,
      kind: 'text',
      unit: null,
      low: null,
      high: null,
      warnLow: null,
      warnHigh: null,
      optional: true,
    },
  ],
  ...more,
})
const newPlan = async (more: Partial<Plan> = {}, equipmentId?: string): Promise<Row<typeof inspectionPlan>> =>
  expectOk(
    await staff['maint-lead'].call(
      inspectionPlan.endpoints.create,
      planFor(equipmentId ?? (await createMachine(staff)).id, more),
    ),
  )
const roundsOf = (planId: string) =>
  plant.query<{ id: string; state: string; due_at: string; shift: string; business_date: string }>(
    'select * from inspection_round where plan_id = $1 order by due_at',
    [planId],
  )
const newRound = async (more: Partial<Plan> = {}) => {
  const made = await newPlan(more)
  return { plan: made, roundId: (await roundsOf(made.id))[0]!.id }
}
const pointA = (more: object = {}) => ({
  pointKey: 'a',
  state: 'done' as const,
  presence: 'scanned' as const,
  occurredAt: NOW,
  values: [
    { itemKey: 'noise', answer: 'ok' as const, number: null, text: null, images: [] },
    { itemKey: 'temp', answer: null, number: 55, text: null, images: [] },
  ],
  ...more,
})
const pointB = { pointKey: 'b', state: 'done' as const, presence: 'byHand' as const, values: [], occurredAt: NOW }

describe('a round plan', () => {
  test('creates the rounds of the next 24 hours with shift and business date', async () => {
    const made = await newPlan({ frequency: 'everyHours', every: 6, firstTime: '00:00', times: [] })
    expect((await roundsOf(made.id)).map((r) => [r.due_at, r.shift, r.business_date])).toEqual([
      [plantTime('12:00'), 'early', '2026-11-20'],
      [plantTime('18:00'), 'middle', '2026-11-20'],
      [plantTime('00:00', '2026-11-21'), 'night', '2026-11-20'],
      [plantTime('06:00', '2026-11-21'), 'night', '2026-11-20'],
    ])
  })
  test('creates each round once, however many instances run it', async () => {
    const made = await newPlan()
    await Promise.all([runJob(plant, 'rounds-ahead'), runJob(plant, 'rounds-ahead')])
    expect(await roundsOf(made.id)).toHaveLength(1)
    plant.clock.set(plantTime('10:00', '2026-11-21'))
    await runJob(plant, 'rounds-ahead')
    expect((await roundsOf(made.id)).map((r) => r.due_at)).toEqual([
      plantTime('10:15'),
      plantTime('10:15', '2026-11-21'),
    ])
  })
  test('marks the missed rounds of a 36-hour outage', async () => {
    const made = await newPlan()
    plant.clock.set(plantTime('22:00', '2026-11-21'))
    await runJob(plant, 'rounds-ahead')
    await runJob(plant, 'rounds-watch')
    expect((await roundsOf(made.id)).map((r) => [r.due_at, r.state])).toEqual([
      [plantTime('10:15'), 'missed'],
      [plantTime('10:15', '2026-11-21'), 'missed'],
      [plantTime('10:15', '2026-11-22'), 'due'],
    ])
  })
  test('drops its future rounds when paused and creates none for the pause afterwards', async () => {
    const made = await newPlan({ times: [{ at: '11:00' }, { at: '12:00' }, { at: '15:00' }] })
    const paused = expectOk(
      await staff['maint-lead'].call(inspectionPlan.endpoints.update, { id: made.id, version: 1, paused: true }),
    )
    expect(await roundsOf(made.id)).toHaveLength(0)
    expect(await countRows(plant, 'gone_row', `resource = 'inspectionRound'`)).toBeGreaterThanOrEqual(3)
    plant.clock.set(plantTime('14:00'))
    expectOk(
      await staff['maint-lead'].call(inspectionPlan.endpoints.update, {
        id: made.id,
        version: paused.version,
        paused: false,
      }),
    )
    await runJob(plant, 'rounds-ahead')
    expect((await roundsOf(made.id)).map((r) => r.due_at)).toEqual([
      plantTime('15:00'),
      plantTime('11:00', '2026-11-21'),
      plantTime('12:00', '2026-11-21'),
    ])
  })
  test('leaves the points of an open round unchanged by an edit', async () => {
    const made = await newPlan({ times: [{ at: '10:15' }, { at: '15:00' }] })
    expectOk(
      await staff['maint-lead'].call(inspectionPlan.endpoints.update, {
        id: made.id,
        version: 1,
        times: [{ at: '16:00' }],
        points: [made.points[0]!],
        items: made.items.slice(0, 2),
      }),
    )
    expect(
      await plant.query('select due_at, points_total from inspection_round where plan_id = $1 order by due_at', [
        made.id,
      ]),
    ).toEqual([
      { due_at: plantTime('10:15'), points_total: 2 },
      { due_at: plantTime('16:00'), points_total: 1 },
    ])
  })
  test.each([
    ['no times', { times: [] }, '时间点'],
    [
      'no weekday',
      {
        monday: false,
        tuesday: false,
        wednesday: false,
        thursday: false,
        friday: false,
        saturday: false,
        sunday: false,
      },
      '至少选择一天',
    ],
    ['an end before its begin', { validUntil: '2026-10-31' }, '截止日期'],
    ['a point twice', (p: Plan) => ({ points: [p.points[0]!, p.points[0]!] }), '重复'],
    ['an item of no point', (p: Plan) => ({ points: [p.points[1]!] }), '没有对应的巡检点'],
    ['a point without items', (p: Plan) => ({ items: p.items.slice(0, 2) }), '没有检查项目'],
    [
      'limits crossed',
      (p: Plan) => ({ items: [...p.items.slice(2), { ...p.items[1]!, low: 90 }, p.items[0]!] }),
      '下限大于上限',
    ],
    [
      'a number without unit',
      (p: Plan) => ({ items: [...p.items.slice(2), { ...p.items[1]!, unit: null }, p.items[0]!] }),
      '单位',
    ],
  ])('with %s is refused in words', async (_what, wrong, words) => {
    const plan = planFor((await createMachine(staff)).id)
    const answer = await staff['maint-lead'].call(inspectionPlan.endpoints.create, {
      ...plan,
      ...(typeof wrong === 'function' ? wrong(plan) : wrong),
    } as never)
    expect([answer.errno, answer.errmsg]).toEqual(['6000', expect.stringContaining(words)])
    expect(await countRows(plant, 'inspection_plan', 'name = $1', [plan.name])).toBe(0)
  })
  test('can be deleted only while no round was walked or missed', async () => {
    const fresh = await newPlan({ times: [{ at: '18:00' }] })
    expect((await staff['maint-lead'].call(inspectionPlan.endpoints.remove, { id: fresh.id })).errno).toBe('200')
    const { plan } = await newRound()
    const answer = await staff['maint-lead'].call(inspectionPlan.endpoints.remove, { id: plan.id }, { language: 'en' })
    expect([answer.errno, answer.errmsg]).toEqual(['6000', expect.stringContaining('1 dependent records')])
  })
  test('cannot be created by those who walk it', async () => {
    expect(
      (await staff.maint.call(inspectionPlan.endpoints.create, planFor((await createMachine(staff)).id))).errno,
    ).toBe('401')
  })
})

describe('walking a round', () => {
  test('start, answer and finish store progress, presence and findings', async () => {
    const { roundId } = await newRound()
    expect(expectOk(await staff.maint.call(startRound, { roundId }))).toMatchObject({
      state: 'inProgress',
      userId: staff.maint.userId,
      startedAt: NOW,
    })
    const round = await fetchRow<{ points: { code: string }[] }>(plant, 'inspection_round', roundId)
    const result = expectOk(
      await staff.maint.call(answerPoint, {
        roundId,
        ...pointA({ scannedText: `cp:${round.points[0]!.code}` }),
        values: [
          { itemKey: 'noise', answer: 'notOk', number: null, text: null, images: [] },
          { itemKey: 'temp', answer: null, number: 75, text: null, images: [] },
        ],
      }),
    )
    expect(result).toMatchObject({
      presence: 'scanned',
      verdict: 'notOk',
      findings: [
        { itemKey: 'noise', label: '异响', verdict: 'notOk' },
        { itemKey: 'temp', label: '轴承温度', verdict: 'warn' },
      ],
    })
    expect(await fetchRow(plant, 'inspection_round', roundId)).toMatchObject({
      points_done: 1,
      points_total: 2,
      findings: 2,
    })
    const early = await staff.maint.call(finishRound, { roundId, finishedAt: NOW }, { language: 'en' })
    expect([early.errno, early.errmsg]).toEqual(['6000', 'Points still open: 1'])
    expectOk(await staff.maint.call(answerPoint, { roundId, ...pointB }))
    expect(expectOk(await staff.maint.call(finishRound, { roundId, finishedAt: NOW, note: '正常' }))).toMatchObject({
      state: 'done',
      finishedAt: NOW,
      pointsDone: 2,
      late: false,
      note: '正常',
    })
  })
  test('the newest of two answers at a point counts, also when it arrives first', async () => {
    const { roundId } = await newRound()
    expectOk(await staff.maint.call(startRound, { roundId, occurredAt: plantTime('09:50') }))
    const { code } = (await fetchRow<{ points: { code: string }[] }>(plant, 'inspection_round', roundId)).points[0]!
    expectOk(
      await staff.maint.call(answerPoint, {
        roundId,
        ...pointA({ scannedText: code, occurredAt: plantTime('09:58') }),
      }),
    )
    expectOk(
      await staff.maint.call(answerPoint, {
        roundId,
        pointKey: 'a',
        state: 'skipped',
        reason: '停机',
        occurredAt: plantTime('09:55'),
      }),
    )
    expect(await fetchRow(plant, 'inspection_round', roundId)).toMatchObject({ points_done: 1, points_skipped: 0 })
    expect(await countRows(plant, 'inspection_result', 'round_id = $1', [roundId])).toBe(2)
    // A later skip does not remove the measured value.
    const skip = { pointKey: 'a', state: 'skipped' as const, reason: '停机', occurredAt: plantTime('09:59') }
    expectOk(await staff.maint.call(answerPoint, { roundId, ...skip }))
    expect(await fetchRow(plant, 'inspection_round', roundId)).toMatchObject({ points_done: 1, points_skipped: 0 })
  })
  test('a standard skip reason is shown in each reader’s language, also in exports', async () => {
    const { roundId } = await newRound()
    expectOk(await staff.maint.call(startRound, { roundId }))
    const skip = {
      roundId,
      pointKey: 'a',
      state: 'skipped' as const,
      occurredAt: NOW,
      reason: '§maintenance:presets.skip.danger',
    }
    const [answer] = await sync(staff.maint, [{ op: answerPoint, body: { id: createUuid7(), ...skip } }])
    expect(answer).toMatchObject({ errno: '200' })
    const [row] = expectOk(await staff.maint.call(inspectionResult.endpoints.list, { roundId })).list
    expect(row?.reason).toBe(skip.reason)
    const machine = { id: row!.equipmentId! }
    for (const [language, word] of [
      ['zh', '现场不安全'],
      ['en', 'Not safe'],
    ] as const) {
      const sheet = await staff['maint-lead'].call(inspectionResult.endpoints.export, { roundId }, { language })
      const cells = (await readSheet(sheet.bytes)).rows.flat()
      expect(cells).toContain(word)
      expect(JSON.stringify(cells)).not.toContain('§')
      const { list } = expectOk(await staff['maint-lead'].call(equipmentHistory, machine, { language }))
      expect(list.map(({ title }) => title).join()).toContain(word)
    }
    // No phone offers this reason here, so its text would be read as a key.
    for (const reason of ['§maintenance:presets.skip.rain', '§orders:presets.pause.fault'])
      expect(await staff.maint.call(answerPoint, { ...skip, reason })).toMatchObject({ errno: '4013' })
  })
  test('a finding becomes one repair; after a withdrawal it can be reported again', async () => {
    const { roundId } = await newRound()
    expectOk(await staff.maint.call(startRound, { roundId }))
    const result = expectOk(await staff.maint.call(answerPoint, { roundId, ...pointB }))
    const reported = expectOk(
      await staff.maint.call(reportRepair, {
        equipmentId: result.equipmentId!,
        faultKind: 'mechanical',
        severity: 'low',
        inspectionResultId: result.id,
      }),
    )
    expect(await fetchRow(plant, 'inspection_result', result.id)).toMatchObject({ repair_id: reported.id })
    expectOk(await staff.maint.call(withdrawRepair, { id: reported.id, reason: '误报' }))
    expect(await fetchRow(plant, 'inspection_result', result.id)).toMatchObject({ repair_id: null })
  })
  test.each([
    ['a point that is not in it', () => ({ ...pointB, pointKey: 'z' }), '6000'],
    [
      'an item of another point',
      () => ({ ...pointB, values: [{ itemKey: 'temp', answer: null, number: 5, text: null, images: [] }] }),
      '6000',
    ],
    ['a skip without a reason', () => ({ pointKey: 'a', state: 'skipped', occurredAt: NOW }), '6000'],
    ['no scan where one must be', () => pointA({ presence: 'byHand' }), '6000'],
    ['a scan without its text', () => pointA(), '4042'],
    ['the code of another machine', () => pointA({ scannedText: 'eq:OTHER' }), '6000'],
    [
      'an item left open',
      (code: string) =>
        pointA({
          scannedText: code,
          values: [{ itemKey: 'noise', answer: 'ok', number: null, text: null, images: [] }],
        }),
      '4042',
    ],
    ['no presence', () => ({ ...pointB, presence: null }), '4042'],
  ])('refuses %s and stores nothing', async (_what, input, expected) => {
    const { roundId } = await newRound()
    expectOk(await staff.maint.call(startRound, { roundId }))
    const { code } = (await fetchRow<{ points: { code: string }[] }>(plant, 'inspection_round', roundId)).points[0]!
    expect((await staff.maint.call(answerPoint, { roundId, ...input(code) } as never)).errno).toBe(expected)
    expect(await countRows(plant, 'inspection_result', 'round_id = $1', [roundId])).toBe(0)
  })
  test('a typed code is stored but proves no presence: refused where a scan is required', async () => {
    const { roundId } = await newRound()
    expectOk(await staff.maint.call(startRound, { roundId }))
    const { points } = await fetchRow<{ points: { code: string }[] }>(plant, 'inspection_round', roundId)
    const [scan] = points
    const typed = pointA({ presence: 'byHand', scannedText: scan!.code })
    expect((await staff.maint.call(answerPoint, { roundId, ...typed })).errno).toBe('6000')
    expect(await countRows(plant, 'inspection_result', 'round_id = $1', [roundId])).toBe(0)
    const machine = await createMachine(staff)
    const made = await newPlan({}, machine.id)
    const other = (await roundsOf(made.id))[0]!.id
    expectOk(await staff.maint.call(startRound, { roundId: other }))
    const pointAnswer = { ...pointB, roundId: other, scannedText: machine.code }
    expectOk(await staff.maint.call(answerPoint, pointAnswer))
    const seen = expectOk(await staff['maint-lead'].call(inspectionResult.endpoints.list, { roundId: other }))
    expect(seen.list).toMatchObject([{ presence: 'byHand', scannedText: machine.code }])
  })
  test('the machine’s own label proves presence', async () => {
    const machine = await createMachine(staff)
    const made = await newPlan({}, machine.id)
    const roundId = (await roundsOf(made.id))[0]!.id
    expectOk(await staff.maint.call(startRound, { roundId }))
    expect(
      expectOk(
        await staff.maint.call(answerPoint, {
          roundId,
          ...pointA({ scannedText: `https://mes.example/s/eq/${machine.code}` }),
        }),
      ),
    ).toMatchObject({ presence: 'scanned' })
  })
  test('answers too early, too late, repeated, unknown or by a stranger are refused', async () => {
    const { roundId } = await newRound({ times: [{ at: '11:00' }] })
    expect((await staff.maint.call(startRound, { roundId }, { language: 'en' })).errmsg).toBe(
      'The round opens at 2026-11-20 10:30',
    )
    plant.clock.set(plantTime('12:00'))
    expect((await staff.maint.call(startRound, { roundId }, { language: 'en' })).errmsg).toBe(
      'The round closed at 2026-11-20 12:00 and counts as missed',
    )
    plant.clock.set(plantTime('11:00'))
    expectOk(await staff.maint.call(startRound, { roundId }))
    const begun = await fetchRow(plant, 'inspection_round', roundId)
    expect(expectOk(await staff.maint.call(startRound, { roundId }))).toMatchObject({ version: begun['version'] })
    expect(
      (
        await staff['maint-lead'].call(
          answerPoint,
          { roundId, ...pointB, occurredAt: plantTime('11:00') },
          { language: 'en' },
        )
      ).errmsg,
    ).toBe('maint person has claimed this round')
    expect((await staff.maint.call(startRound, { roundId: createUuid7(1) })).errno).toBe('4006')
    expect((await staff.viewer.call(startRound, { roundId })).errno).toBe('401')
    expect((await staff.manager.call(finishRound, { roundId, finishedAt: NOW })).errno).toBe('401')
  })
  test('a round for named people is closed to others; the list names them', async () => {
    const { roundId } = await newRound({ userIds: [staff['maint-lead'].userId] })
    expect((await staff.maint.call(claimRound, { roundId }, { language: 'en' })).errmsg).toBe(
      'This round is not assigned to you',
    )
    expect(expectOk(await staff['maint-lead'].call(claimRound, { roundId }))).toMatchObject({
      assignedTo: staff['maint-lead'].userId,
      state: 'due',
    })
  })
  test('a claimed round is closed to others; the lead may take it over before its start', async () => {
    const { roundId } = await newRound()
    expectOk(await staff.maint.call(claimRound, { roundId }))
    expectOk(await staff.maint.call(claimRound, { roundId }))
    // The input is valid, so the phone shows no form.
    expect(await staff['operator-line'].call(claimRound, { roundId })).toMatchObject({
      errno: '6000',
      data: { ofRow: true },
    })
    expectOk(await staff['maint-lead'].call(claimRound, { roundId }))
    expect((await staff.maint.call(startRound, { roundId })).errno).toBe('6000')
    expectOk(await staff['maint-lead'].call(startRound, { roundId }))
    expect((await staff.maint.call(claimRound, { roundId })).errno).toBe('6000')
  })
})

describe('the round job', () => {
  test('announces each opened and each missed round once', async () => {
    const heard = collectNotices(plant)
    const { roundId, plan } = await newRound({ times: [{ at: '11:00' }] })
    await runJob(plant, 'rounds-watch')
    expect(heard.filter((n) => n.id === roundId)).toEqual([])
    for (const time of ['10:31', '10:32']) {
      plant.clock.set(plantTime(time))
      await runJob(plant, 'rounds-watch')
    }
    expect(heard.filter((n) => n.id === roundId)).toEqual([
      {
        notice: 'roundDue',
        id: roundId,
        title: { zh: `${plan.name} 11:00`, en: `${plan.name} 11:00` },
        keys: ['pollingWork'],
      },
    ])
    for (const time of ['12:00', '12:01']) {
      plant.clock.set(plantTime(time))
      await runJob(plant, 'rounds-watch')
    }
    expect(heard.filter((n) => n.id === roundId).map((n) => n.notice)).toEqual(['roundDue', 'roundMissed'])
    expect(await fetchRow(plant, 'inspection_round', roundId)).toMatchObject({ state: 'missed', version: 2 })
  })
  test('marks a round that was started and not finished as missed', async () => {
    const { roundId } = await newRound()
    expectOk(await staff.maint.call(startRound, { roundId }))
    plant.clock.set(plantTime('11:15'))
    await runJob(plant, 'rounds-watch')
    expect(await fetchRow(plant, 'inspection_round', roundId)).toMatchObject({ state: 'missed' })
    expect((await staff.maint.call(finishRound, { roundId, finishedAt: plantTime('11:15') })).errno).toBe('6000')
  })
  test('is overruled by a round walked offline in time', async () => {
    const { roundId } = await newRound()
    const { code } = (await fetchRow<{ points: { code: string }[] }>(plant, 'inspection_round', roundId)).points[0]!
    plant.clock.set(plantTime('14:00'))
    await runJob(plant, 'rounds-watch')
    expect(await fetchRow(plant, 'inspection_round', roundId)).toMatchObject({ state: 'missed' })
    const answers = await sync(staff.maint, [
      { op: startRound, body: { roundId, occurredAt: plantTime('10:05') }, occurredAt: plantTime('10:05') },
      {
        op: answerPoint,
        body: { roundId, ...pointA({ scannedText: code, occurredAt: plantTime('10:10') }) },
        occurredAt: plantTime('10:10'),
      },
      { op: answerPoint, body: { roundId, ...pointB, occurredAt: plantTime('10:20') }, occurredAt: plantTime('10:20') },
      { op: finishRound, body: { roundId, finishedAt: plantTime('10:25') }, occurredAt: plantTime('10:25') },
    ])
    expect(answers.map((a) => a.status)).toEqual(['done', 'done', 'done', 'done'])
    expect(await fetchRow(plant, 'inspection_round', roundId)).toMatchObject({
      state: 'done',
      late: true,
      finished_at: plantTime('10:25'),
      started_at: plantTime('10:05'),
    })
  })
  test('is not overruled by a round walked after its closing, or never started', async () => {
    const [firstRound, secondRound] = [await newRound(), await newRound()]
    plant.clock.set(plantTime('14:00'))
    await runJob(plant, 'rounds-watch')
    const answers = await sync(staff.maint, [
      { op: startRound, body: { roundId: firstRound.roundId, occurredAt: plantTime('11:20') } },
      { op: finishRound, body: { roundId: secondRound.roundId, finishedAt: plantTime('10:30') } },
    ])
    expect(answers.map((a) => a.status)).toEqual(['refused', 'refused'])
    expect((await roundsOf(firstRound.plan.id))[0]).toMatchObject({ state: 'missed' })
    expect((await roundsOf(secondRound.plan.id))[0]).toMatchObject({ state: 'missed' })
  })
})

describe('a round walked offline while somebody else started it', () => {
  const codeOf = async (roundId: string) =>
    (await fetchRow<{ points: { code: string }[] }>(plant, 'inspection_round', roundId)).points[0]!.code
  const walk = async (roundId: string, baseVersion: number | null = 1) => {
    const scannedText = await codeOf(roundId)
    return [
      {
        op: startRound,
        body: { roundId, occurredAt: plantTime('09:50') },
        occurredAt: plantTime('09:50'),
        baseVersion,
      },
      { op: answerPoint, body: { roundId, ...pointA({ scannedText, occurredAt: plantTime('09:52') }) } },
      { op: answerPoint, body: { roundId, ...pointB, occurredAt: plantTime('09:54') } },
      { op: finishRound, body: { roundId, finishedAt: plantTime('09:56'), note: '皮带有异味' } },
    ]
  }
  const statuses = async (ops: Parameters<typeof sync>[1]) => (await sync(staff.maint, ops)).map((a) => a.status)
  const allDone = ['done', 'done', 'done', 'done']

  test('is stored completely, each answer with its author; the other person may still correct', async () => {
    const { roundId } = await newRound()
    expectOk(await staff['maint-lead'].call(startRound, { roundId, occurredAt: plantTime('09:53') }))
    expectOk(await staff['maint-lead'].call(answerPoint, { roundId, ...pointB, occurredAt: plantTime('09:55') }))
    expect(await statuses(await walk(roundId))).toEqual(allDone)
    expect(await fetchRow(plant, 'inspection_round', roundId)).toMatchObject({
      state: 'done',
      started_at: plantTime('09:50'),
      finished_at: plantTime('09:56'),
      points_done: 2,
      walkers: [staff['maint-lead'].userId, staff.maint.userId],
    })
    const storedResults = await plant.query<{ user_id: string; point_key: string }>(
      'select user_id, point_key from inspection_result where round_id = $1 order by occurred_at',
      [roundId],
    )
    expect(storedResults.map((r) => [r.point_key, r.user_id])).toEqual([
      ['a', staff.maint.userId],
      ['b', staff.maint.userId],
      ['b', staff['maint-lead'].userId],
    ])
    // The other person’s phone reconnects even later.
    const late = { roundId, ...pointB, occurredAt: plantTime('09:57') }
    expectOk(await staff['maint-lead'].call(answerPoint, late))
    expectOk(await staff['maint-lead'].call(finishRound, { roundId, finishedAt: plantTime('09:58') }))
    expect((await staff['operator-line'].call(answerPoint, late)).errno).toBe('6000')
    expect((await staff.maint.call(answerPoint, late)).errno).toBe('6000')
  })
  test('adds a note to the round if the other person has finished it', async () => {
    const { roundId } = await newRound()
    const scannedText = await codeOf(roundId)
    const lead = staff['maint-lead']
    expectOk(await lead.call(startRound, { roundId, occurredAt: plantTime('09:45') }))
    expectOk(await lead.call(answerPoint, { roundId, ...pointA({ scannedText, occurredAt: plantTime('09:46') }) }))
    expectOk(await lead.call(answerPoint, { roundId, ...pointB, occurredAt: plantTime('09:47') }))
    expectOk(await lead.call(finishRound, { roundId, finishedAt: plantTime('09:48'), note: '正常' }))
    expect(await statuses(await walk(roundId))).toEqual(allDone)
    expect(await fetchRow(plant, 'inspection_round', roundId)).toMatchObject({
      finished_at: plantTime('09:48'),
      user_id: lead.userId,
      note: '正常',
      added_notes: [{ userId: staff.maint.userId, note: '皮带有异味' }],
    })
    // A repeat adds no second note.
    expectOk(await staff.maint.call(finishRound, { roundId, finishedAt: plantTime('09:56'), note: '皮带有异味' }))
    expect((await fetchRow<{ added_notes: object[] }>(plant, 'inspection_round', roundId)).added_notes).toHaveLength(1)
    expect(await countRows(plant, 'inspection_result', 'round_id = $1', [roundId])).toBe(4)
  })
  test('is stored if the other person had only claimed it; those who saw the claim are notified', async () => {
    const { roundId } = await newRound()
    expectOk(await staff['maint-lead'].call(claimRound, { roundId }))
    const [start] = await walk(roundId, 2)
    expect(await sync(staff.maint, [start!])).toMatchObject([
      { status: 'refused', errmsg: expect.stringContaining('maint-lead person') },
    ])
    expect(await statuses(await walk(roundId))).toEqual(allDone)
    expectOk(await staff['maint-lead'].call(startRound, { roundId, occurredAt: plantTime('09:55') }))
  })
  test('is refused if the round is not for that person', async () => {
    const { roundId } = await newRound({ userIds: [staff['maint-lead'].userId] })
    expectOk(await staff['maint-lead'].call(startRound, { roundId, occurredAt: plantTime('09:45') }))
    expect((await statuses(await walk(roundId))).slice(1)).not.toContain('done')
    expect(await countRows(plant, 'inspection_result', 'round_id = $1', [roundId])).toBe(0)
  })
})

test('a phone stores the rounds for everybody, its role and its person, not those for others', async () => {
  const roleOf = async (name: keyof Staff): Promise<string> =>
    (await plant.query<{ role_id: string }>('select role_id from app_user where id = $1', [staff[name].userId]))[0]!
      .role_id
  const [maint, lead] = ['maint', 'maint-lead'] as const
  const rounds = {
    everybody: await newRound(),
    'the workers': await newRound({ roleIds: [await roleOf(maint)] }),
    'the leads': await newRound({ roleIds: [await roleOf(lead)] }),
    'the worker': await newRound({ userIds: [staff[maint].userId] }),
    'the lead': await newRound({ userIds: [staff[lead].userId] }),
    'the lead, taken over by the worker': await newRound({ userIds: [staff[lead].userId] }),
  }
  const names = new Map(Object.entries(rounds).map(([name, { roundId }]) => [roundId, name]))
  await plant.query('update inspection_round set assigned_to = $2 where id = $1', [
    rounds['the lead, taken over by the worker'].roundId,
    staff[maint].userId,
  ])
  // The pack uses the database clock, which the test clock does not stop.
  await plant.query(`update inspection_round set closes_at = now() + interval '1 hour' where id = any($1)`, [
    [...names.keys()],
  ])
  const packed = async (name: keyof Staff) => {
    const { rows } = expectOk(await staff[name].call(shiftPack, {})) as unknown as {
      rows: Record<string, { id: string }[]>
    }
    const known = new Set(rows['inspectionRound']?.map(({ id }) => id))
    return [...names].flatMap(([id, what]) => (known.has(id) ? [what] : []))
  }
  expect(await packed(maint)).toEqual(['everybody', 'the workers', 'the worker', 'the lead, taken over by the worker'])
  expect(await packed(lead)).toEqual(['everybody', 'the leads', 'the lead', 'the lead, taken over by the worker'])
  // Operators walk rounds for everybody too.
  expect(await packed('operator-line')).toEqual(['everybody'])
})

test('today’s metrics count rounds by state and the person’s own', async () => {
  await plant.query('truncate inspection_result, inspection_round, repair, line_stop cascade')
  const walked = await newRound()
  await newRound({ userIds: [staff['maint-lead'].userId] })
  expectOk(await staff.maint.call(startRound, { roundId: walked.roundId }))
  expect(expectOk(await staff.maint.call(maintenanceCount, {}))).toMatchObject({
    total: 2,
    today: 2,
    due: 1,
    inProgress: 1,
    done: 0,
    missed: 0,
    mine: 1,
    openRepairs: 0,
  })
  expect(expectOk(await staff['maint-lead'].call(maintenanceCount, {}))).toMatchObject({ mine: 1 })
  // A person who only reads repairs gets no counts of rounds, plans, tasks and stock.
  const ofRepairs = expectOk(await staff.quality.call(maintenanceCount, {}))
  expect(Object.entries(ofRepairs).filter(([, figure]) => figure !== null)).toEqual([
    ['mine', 0],
    ['openRepairs', 0],
  ])
  const ofTheStore = expectOk(await (await plant.as('accountant')).call(maintenanceCount, {}))
  expect(Object.entries(ofTheStore).filter(([, figure]) => figure !== null)).toEqual([['belowMinimum', 0]])
  expect(expectOk(await staff.maint.call(inspectionRound.endpoints.list, { state: 'inProgress' }))).toMatchObject({
    total: 1,
  })
})
