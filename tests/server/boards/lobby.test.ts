import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as lobby from '@/areas/boards/contract/lobby-endpoints'
import { enterLobby, lobbyLinkList, makeLobbyLink, revokeLobbyLink } from '@/areas/boards/contract/lobby-link'
import { areaContracts } from '@/areas/contracts'
import { namesByKeyword, user } from '@/areas/access/contract/user'
import { ownAccount } from '@/areas/access/contract/session'
import { lineBoard } from '@/areas/boards/contract/board-endpoints'
import { recalculateMetrics, setTargets } from '@/areas/figures/server/queries'
import { getAreaEndpoints } from '@/contract/area'
import { canCall } from '@/contract/endpoint'
import { line } from '@/plant/contract/line'
import { runAsSystem } from '@/server/start-application'
import { callerOf, type Caller, type TestPlant } from '../harness'
import { at, good, staffed, type Staff } from '../people'
import { doffed, running } from '../rolls/winder-plant'

let plant: TestPlant
let staff: Staff
let lineId: string
const keeper = () => staff.manager
const english = { language: 'en' as const }
beforeAll(async () => {
  ;({ plant, staff } = await staffed())
  const run = await running(plant, staff)
  lineId = run.at.id
  await doffed(staff, run, { occurredAt: at('09:00') })
  await runAsSystem(plant.app, 'test', (ctx) => recalculateMetrics(ctx, { from: '2026-11-20', to: '2026-11-20' }))
}, 120_000)
afterAll(() => plant.close())

async function newScreen(name: string): Promise<{ id: string; secret: string; screen: Caller }> {
  const { id, secret } = good(await keeper().call(makeLobbyLink, { name }))
  const { token } = good(await plant.stranger.call(enterLobby, { secret }))
  return { id, secret, screen: callerOf(plant.http, token, '') }
}
const reads = [
  lobby.readLobbySetting,
  lobby.lobbyNotices,
  lobby.lobbyHeadlines,
  lobby.lobbyOutput,
  lobby.lobbyEnergy,
  lobby.lobbyOrders,
  lobby.lobbyScreenData,
] as const

describe('a screen', () => {
  test('gets in by a link once, sees the screens, and nothing else', async () => {
    const { secret, screen } = await newScreen('一号车间')
    for (const read of reads)
      expect((await screen.call(read as typeof lobby.readLobbySetting, {})).errno, read.name).toBe('200')
    const second = await plant.stranger.call(enterLobby, { secret }, english)
    expect(second).toMatchObject({ errno: '6000', data: null })
    expect(second.errmsg).toContain('used already')
    expect((await screen.call(line.endpoints.list, {})).errno).toBe('401')
    expect((await screen.call(namesByKeyword, {})).errno).toBe('401')
    expect((await screen.call(ownAccount, {})).errno).toBe('401')
    expect((await screen.call(user.endpoints.list, {})).errno).toBe('401')
    expect((await screen.call(lineBoard, {})).errno).toBe('401')
    expect((await screen.call(lobbyLinkList, {})).errno).toBe('401')
    expect(
      (await screen.call(lobby.setLobbySetting, { dataSeconds: 5, noticeSeconds: 5, theme: 'dark', scenes: [] })).errno,
    ).toBe('401')
  })
  test('may call the reads of the large screens alone, of all calls that there are', () => {
    const screen = { isSup: false, keys: new Set(['dataCenterScreen']), screen: true }
    const open = areaContracts
      .flatMap(getAreaEndpoints)
      .filter((endpoint) => endpoint.access !== 'public' && canCall(endpoint.access, screen))
      .map(({ name }) => name)
    expect(open.sort()).toEqual([...reads.map(({ name }) => name), 'lobbyNotice.list'].sort())
  })
  test('stops at once when its link is revoked, and so does a screen of a suspended account', async () => {
    const { id, screen } = await newScreen('二号车间')
    const other = await newScreen('三号车间')
    good(await keeper().call(revokeLobbyLink, { id }))
    expect(await screen.call(lobby.lobbyHeadlines, {})).toMatchObject({ status: 401 })
    expect((await other.screen.call(lobby.lobbyHeadlines, {})).errno).toBe('200')
    const listed = good(await keeper().call(lobbyLinkList, {}))
    expect(listed.find((one) => one.id === id)).toMatchObject({ state: 'revoked', seenAt: null })
    expect(listed.find((one) => one.id === other.id)).toMatchObject({ state: 'entered', createdBy: 'manager person' })
    await plant.query(`update app_user set state = 'suspended', version = version + 1 where user_type = 'service'`)
    plant.app.changes.publishSoon(['user'])
    expect((await other.screen.call(lobby.lobbyHeadlines, {})).status).toBe(401)
    expect((await keeper().call(makeLobbyLink, { name: '四号车间' }, english)).errmsg).toContain('suspended')
    await plant.query(`update app_user set state = 'active', version = version + 1 where user_type = 'service'`)
    plant.app.changes.publishSoon(['user'])
  })
  test('is refused with a sentence by a link that is unknown, too old or revoked', async () => {
    const refused = async (secret: string) => (await plant.stranger.call(enterLobby, { secret }, english)).errmsg
    expect(await refused('x'.repeat(43))).toBe('This screen link is not valid')
    const old = good(await keeper().call(makeLobbyLink, { name: 'old' }))
    await plant.query(`update lobby_link set expires_at = '2026-11-19T00:00:00Z' where id = $1`, [old.id])
    expect(await refused(old.secret)).toContain('24 hours')
    const revoked = good(await keeper().call(makeLobbyLink, { name: 'revoked' }))
    good(await keeper().call(revokeLobbyLink, { id: revoked.id }))
    expect(await refused(revoked.secret)).toBe('This link was revoked')
  })
  test('two that come with one secret at the same moment: one gets in', async () => {
    const { secret } = good(await keeper().call(makeLobbyLink, { name: 'race' }))
    const answers = await Promise.all(Array.from({ length: 8 }, () => plant.stranger.call(enterLobby, { secret })))
    expect(answers.filter(({ errno }) => errno === '200')).toHaveLength(1)
  })
  test('is let in by whoever looks after screens, after the password; nothing that is kept opens it', async () => {
    const once = await plant.as('manager', { verified: false })
    expect((await once.call(makeLobbyLink, { name: 'x' })).data).toMatchObject({ verification: true })
    expect((await staff.viewer.call(makeLobbyLink, { name: 'x' })).errno).toBe('401')
    const { secret } = good(await keeper().call(makeLobbyLink, { name: 'kept' }))
    const kept = JSON.stringify([
      await plant.query('select * from lobby_link'),
      await plant.query('select * from operation_log'),
      await plant.query('select * from session'),
    ])
    expect(kept).not.toContain(secret)
    expect(kept).toContain('kept')
  })
})

describe('what screens show', () => {
  test('is today’s output, the lines that stand, and what people have to say', async () => {
    const { screen } = await newScreen('五号车间')
    const now = good(await screen.call(lobby.lobbyHeadlines, {}))
    expect(now.figures.map(({ figure }) => figure)).toEqual([
      'outputKg',
      'q1Percent',
      'oeePercent',
      'kwhPerKg',
      'onTimePercent',
    ])
    expect(now.figures[0]).toMatchObject({ value: 480 })
    expect(now).toMatchObject({ day: '2026-11-20', shift: 'early' })
    expect(now.lines.find((one) => one.lineId === lineId)).toMatchObject({ state: 'running' })
    const made = good(await screen.call(lobby.lobbyOutput, {}))
    expect(made.days.map(({ day }) => day).at(-1)).toBe('2026-11-20')
    expect(made.days).toHaveLength(7)
    expect(made.lines.find((one) => one.lineId === lineId)).toMatchObject({
      outputKg: 480,
      targetKg: null,
      verdict: null,
    })
    // At ten, two hours of the day are over: a twelfth of its target is due, and a screen that showed a tenth of it in red would be wrong.
    const target = { lineId, team: null, figure: 'outputKg', period: 'day', day: '2026-11-20', shift: null } as const
    const by = { id: staff.admin.userId }
    await runAsSystem(plant.app, 'test', (ctx) =>
      setTargets({ ...ctx, person: by } as never, [{ ...target, value: 4800 }]),
    )
    const judged = good(await screen.call(lobby.lobbyOutput, {})).lines.find((one) => one.lineId === lineId)
    expect(judged).toMatchObject({ targetKg: 4800, reachedPercent: 10, verdict: 'met' })
    expect(good(await screen.call(lobby.lobbyHeadlines, {})).figures[0]).toMatchObject({ target: 4800, verdict: 'met' })
    const notice = { text: '明日 8 点停电', textEn: 'Power cut tomorrow at 8', active: true }
    good(await keeper().call(lobby.lobbyNotice.endpoints.create, notice))
    good(
      await keeper().call(lobby.lobbyNotice.endpoints.create, {
        ...notice,
        text: '旧',
        textEn: 'old',
        until: '2026-11-19T00:00:00.000Z',
      }),
    )
    good(
      await keeper().call(lobby.lobbyNotice.endpoints.create, {
        ...notice,
        text: '未来',
        textEn: 'later',
        from: '2026-11-21T00:00:00.000Z',
      }),
    )
    await new Promise((done) => setTimeout(done, 1100))
    const said = good(await screen.call(lobby.lobbyNotices, {}, english))
    expect(said.notices.map(({ text }) => text)).toContain('Power cut tomorrow at 8')
    expect(JSON.stringify(said)).not.toMatch(/old|later/)
  })
  test('is worked out once for 200 of them', async () => {
    const { screen } = await newScreen('六号车间')
    await new Promise((done) => setTimeout(done, 1100))
    let statements = 0
    const { pool } = plant.app.db
    const ask = pool.query.bind(pool)
    const counting = new Proxy(ask, {
      apply: (target, self, given: unknown[]) => {
        if (JSON.stringify(given[0] ?? '').includes('shift_figure')) statements++
        return Reflect.apply(target, self, given) as unknown
      },
    })
    pool.query = counting as typeof pool.query
    try {
      const answers = await Promise.all(Array.from({ length: 200 }, () => screen.call(lobby.lobbyOutput, {})))
      expect(new Set(answers.map(({ bytes }) => bytes.toString())).size).toBe(1)
      expect(answers.every(({ errno }) => errno === '200')).toBe(true)
    } finally {
      pool.query = ask
    }
    expect(statements).toBe(2)
  })
  test('shows in one answer what each call by itself shows', async () => {
    const { screen } = await newScreen('门口')
    const all = good(await screen.call(lobby.lobbyScreenData, {}))
    const apart = {
      settings: good(await screen.call(lobby.readLobbySetting, {})),
      notices: good(await screen.call(lobby.lobbyNotices, {})),
      top: good(await screen.call(lobby.lobbyHeadlines, {})),
      output: good(await screen.call(lobby.lobbyOutput, {})),
      energy: good(await screen.call(lobby.lobbyEnergy, {})),
      orders: good(await screen.call(lobby.lobbyOrders, {})),
    }
    expect(all).toEqual(apart)
    expect(all.output.lines.length).toBeGreaterThan(0)
  })
  test('is set in seconds, within limits', async () => {
    const set = { dataSeconds: 20, noticeSeconds: 40, theme: 'byDay' as const, scenes: [{ scene: 'orders' as const }] }
    expect(good(await keeper().call(lobby.setLobbySetting, set))).toMatchObject(set)
    expect(good(await staff.manager.call(lobby.readLobbySetting, {}))).toMatchObject(set)
    expect((await keeper().call(lobby.setLobbySetting, { ...set, dataSeconds: 0 })).errno).toBe('4013')
    expect((await staff.viewer.call(lobby.setLobbySetting, set)).errno).toBe('401')
  })
})
