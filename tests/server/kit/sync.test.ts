import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import type { SyncAnswer, SyncCommand, SyncResponse } from '@/contract/sync'
import { equipment } from '@/areas/equipment/contract/equipment'
import { firstLevelCheck } from '@/areas/equipment/contract/check-records'
import { createTestPlant, type Caller, type TestPlant } from '../harness'

let plant: TestPlant
let worker: Caller
let other: Caller
let machine: string
beforeAll(async () => {
  plant = await createTestPlant()
  worker = await plant.as('maint')
  other = await plant.as('maint-lead')
  const made = await other.call(equipment.endpoints.create, { code: 'M-204', name: '2号计量泵' } as never)
  machine = (made.data as { id: string }).id
}, 120_000)
afterAll(() => plant.close())

let seq = 0
const op = (over: Partial<SyncCommand> = {}): SyncCommand => ({
  id: createUuid7(),
  userId: worker.userId,
  clientId: 'phone-1',
  seq: ++seq,
  op: firstLevelCheck.endpoints.create.name,
  schemaVersion: 1,
  body: { id: createUuid7(), equipmentId: machine, occurredAt: '2026-03-01T02:00:00.000Z', result: 'ok' },
  occurredAt: new Date().toISOString(),
  ...over,
})
const send = async (ops: unknown[], who: Caller = worker, sentAt = new Date().toISOString()): Promise<SyncResponse> => {
  const answer = await who.raw('POST', '/sync', { ops, sentAt })
  expect(answer.errno).toBe('200')
  return answer.data as unknown as SyncResponse
}
const sendOne = async (o: unknown, who?: Caller): Promise<SyncAnswer> => (await send([o], who)).answers[0]!
const rows = async () => (await plant.query<{ n: number }>('select count(*)::int as n from first_level_check'))[0]!.n

describe('POST /api/sync', () => {
  test('applies a command once, however often it arrives', async () => {
    const rowsBefore = await rows()
    const command = op()
    const first = await sendOne(command)
    expect([first.status, first.errmsg]).toEqual(['done', ''])
    const again = await sendOne(command)
    expect(again).toEqual(first)
    const parallel = await Promise.all(Array.from({ length: 20 }, () => sendOne(command)))
    expect(parallel.every((a) => a.status === 'done' || a.status === 'retry')).toBe(true)
    expect(await rows()).toBe(rowsBefore + 1)
  })
  test('refuses the same id with other content', async () => {
    const command = op()
    await sendOne(command)
    const other_ = await sendOne({ ...command, body: { ...command.body, result: 'notOk' } })
    expect(other_.status).toBe('refused')
    const [row] = await plant.query<{ result: string }>('select result from first_level_check where id = $1', [
      command.body['id'],
    ])
    expect(row!.result).toBe('ok')
  })
  test.each(['+275760-09-13T00:00:00Z', '-271821-04-20T00:00:00Z', '9999-12-31T23:00:00-05:00', '1', '2026-02-30'])(
    'a command of %s is refused, not kept on the phone for ever',
    async (occurredAt) => {
      const before = await rows()
      expect(await sendOne(op({ occurredAt }))).toMatchObject({ status: 'refused', errno: '4013' })
      expect(await rows()).toBe(before)
    },
  )
  test('skips a bad command without a trace and continues with the others', async () => {
    const rowsBefore = await rows()
    const { answers } = await send([
      op(),
      op({ body: { equipmentId: createUuid7(), occurredAt: 'x' } }),
      op({ op: 'role.create' }),
      op({ op: 'no.such' }),
      { id: 'junk' },
      op({
        body: { id: createUuid7(), equipmentId: createUuid7(), occurredAt: '2026-03-01T02:00:00.000Z', result: 'ok' },
      }),
      op(),
    ])
    expect(answers.map((a) => a.status)).toEqual([
      'done',
      'refused',
      'refused',
      'refused',
      'refused',
      'refused',
      'done',
    ])
    expect(answers[1]!.issues!.map((i) => i.path[0])).toContain('occurredAt')
    expect(await rows()).toBe(rowsBefore + 2)
  })
  test('accepts commands of the token’s owner only, and only with the permission', async () => {
    const before = await rows()
    expect((await sendOne(op(), other)).status).toBe('refused')
    const viewer = await plant.as('viewer')
    const refused = await sendOne(op({ userId: viewer.userId }), viewer)
    expect([refused.status, refused.errno]).toEqual(['refused', '401'])
    expect(await rows()).toBe(before)
  })
  test('delays a command until its dependency is applied', async () => {
    const first = op()
    const second = op({ dependsOn: [first.id] })
    expect((await sendOne(second)).status).toBe('waiting')
    const { answers } = await send([first, second])
    expect(answers.map((a) => a.status)).toEqual(['done', 'done'])
  })
  test('flags a clock that is a day off and still accepts the work', async () => {
    const { answers } = await send([op({ occurredAt: '2020-01-01T00:00:00.000Z' })], worker, '2020-01-01T00:00:05.000Z')
    expect(answers[0]).toMatchObject({ status: 'done', drift: true })
  })
  test('sets back by the error of a fast clock what has not happened yet', async () => {
    const hour = 3_600_000
    const now = Date.now()
    const toMoment = (ms: number) => new Date(ms).toISOString()
    const fastClock = toMoment(now + 3 * hour)
    const loadMoment = async (occurredAt: string, sentAt = fastClock) => {
      const plainCommand = op()
      const command: SyncCommand = { ...plainCommand, body: { ...plainCommand.body, occurredAt } }
      const { answers } = await send([command], worker, sentAt)
      expect(answers[0]).toMatchObject({ status: 'done' })
      const [row] = await plant.query<{ at: string }>('select occurred_at as at from first_level_check where id = $1', [
        command.body['id'],
      ])
      return Date.parse(row!.at)
    }
    // Entered 10 minutes before sending, by a clock that is 3 h fast: it happened 10 minutes ago.
    const corrected = await loadMoment(toMoment(now + 3 * hour - 600_000))
    expect(Math.abs(corrected - (now - 600_000))).toBeLessThan(60_000)
    // What lies in the past stays as it was entered.
    expect(await loadMoment(toMoment(now - 5 * hour))).toBe(Date.parse(toMoment(now - 5 * hour)))
  })
  test('sets forward by the error of a slow clock what was saved with it', async () => {
    const [minute, hour] = [60_000, 3_600_000]
    const now = Date.now()
    const toMoment = (ms: number) => new Date(ms).toISOString()
    const loadMoment = async (slowMs: number, enteredMs: number, over: Partial<SyncCommand> = {}) => {
      const plainCommand = op({ occurredAt: toMoment(now - slowMs - 9 * minute), clockOffsetMs: 0, ...over })
      const body = { ...plainCommand.body, occurredAt: toMoment(enteredMs) }
      const command: SyncCommand = { ...plainCommand, body }
      const { answers } = await send([command], worker, toMoment(now - slowMs))
      expect(answers[0]).toMatchObject({ status: 'done' })
      const [row] = await plant.query<{ at: string }>('select occurred_at as at from first_level_check where id = $1', [
        command.body['id'],
      ])
      return Math.round((Date.parse(row!.at) - now) / minute)
    }
    // Entered 10 minutes before sending, by a clock that is 3 h or 2 days slow: it happened 10 minutes ago.
    expect(await loadMoment(3 * hour, now - 3 * hour - 10 * minute)).toBe(-10)
    expect(await loadMoment(48 * hour, now - 48 * hour - 10 * minute)).toBe(-10)
    // The phone knew the error and has corrected the moments itself.
    const corrected = { occurredAt: toMoment(now - 9 * minute), clockOffsetMs: 3 * hour }
    expect(await loadMoment(3 * hour, now - 10 * minute, corrected)).toBe(-10)
    const offline = { occurredAt: toMoment(now - 5 * hour), clockOffsetMs: 3 * hour }
    expect(await loadMoment(3 * hour, now - 5 * hour, offline)).toBe(-300)
    // An app of before 1.1 does not say what it added, and may have corrected the moments.
    const silent = { occurredAt: toMoment(now - 5 * hour), clockOffsetMs: undefined }
    expect(await loadMoment(3 * hour, now - 5 * hour, silent)).toBe(-300)
    // A delay of 4 minutes on the network is no wrong clock, and an earlier moment was entered on purpose.
    expect(await loadMoment(4 * minute, now - 14 * minute)).toBe(-14)
    expect(await loadMoment(3 * hour, now - 24 * hour)).toBe(-24 * 60)
  })
  test('writes who, when and from where to the audit log', async () => {
    const command = op({ occurredAt: '2026-03-05T01:02:03.000Z' })
    await sendOne(command)
    const [log] = await plant.query(
      'select user_id, via, operation, occurred_at from operation_log where row_id = $1',
      [command.body['id']],
    )
    expect(log).toMatchObject({
      user_id: worker.userId,
      via: 'sync',
      operation: 'firstLevelCheck.create',
      occurred_at: '2026-03-05T01:02:03.000Z',
    })
  })
  test('refuses more than 50 commands at once, and anything but a list', async () => {
    expect(
      (
        await worker.raw('POST', '/sync', {
          ops: Array.from({ length: 51 }, () => op()),
          sentAt: new Date().toISOString(),
        })
      ).errno,
    ).toBe('4013')
    expect((await worker.raw('POST', '/sync', {})).errno).toBe('4013')
    expect((await plant.stranger.raw('POST', '/sync', { ops: [] })).status).toBe(401)
  })
  test('applies 999 of a thousand commands when one is poisoned', async () => {
    const rowsBefore = await rows()
    const all = Array.from({ length: 1000 }, (_, i) => (i === 500 ? op({ body: { equipmentId: '\0' } }) : op()))
    const ended = new Map<string, string>()
    // A busy server asks the phone to retry commands that it did not start in time.
    for (let left = all; left.length > 0; left = all.filter(({ id }) => !ended.has(id)))
      for (const { id, status } of (await send(left.slice(0, 50))).answers)
        if (status !== 'retry' && status !== 'waiting') ended.set(id, status)
    expect([...ended.values()].filter((status) => status === 'done')).toHaveLength(999)
    expect(await rows()).toBe(rowsBefore + 999)
  })
})
