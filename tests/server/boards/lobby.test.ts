import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as lobby from '@/areas/boards/contract/lobby-endpoints'
import { enterLobby, lobbyLinkList, makeLobbyLink, revokeLobbyLink } from '@/areas/boards/contract/lobby-link'
import { areaContracts } from '@/areas/contracts'
import { namesByKeyword, user } from '@/areas/access/contract/user'
import { ownAccount } from '@/areas/access/contract/session'
import { lineBoard } from '@/areas/boards/contract/board-endpoints'
import { recalculateMetrics } from '@/areas/figures/server/writes/correct-metrics'
import { setTargets } from '@/areas/figures/server/writes/set-targets'
import { getAreaEndpoints } from '@/contract/area'
import { canCall } from '@/contract/endpoint'
import { line } from '@/plant/contract/line'
import { runAsSystem } from '@/server/start-application'
import { createCaller, type Caller, type TestPlant } from '../harness'
import { plantTime, expectOk, createStaffedPlant, type Staff } from '../plant-staff'
import { doffJumboRoll, startRunningOrder } from '../rolls/winder-plant'

let plant: TestPlant
let staff: Staff
let lineId: string
const getManager = () => staff.manager
const english = { language: 'en' as const }
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
  const run = await startRunningOrder(plant, staff)
  lineId = run.line.id
  await doffJumboRoll(staff, run, { occurredAt: plantTime('09:00') })
  await runAsSystem(plant.app, 'test', (ctx) => recalculateMetrics(ctx, { from: '2026-11-20', to: '2026-11-20' }))
}, 120_000)
afterAll(() => plant.close())

async function createScreen(name: string): Promise<{ id: string; secret: string; screen: Caller }> {
  const { id, secret } = expectOk(await getManager().call(makeLobbyLink, { name }))
  const { token } = expectOk(await plant.stranger.call(enterLobby, { secret }))
  return { id, secret, screen: createCaller(plant.http, token, '') }
}
const lobbyEndpoints = [
  lobby.readLobbySetting,
  lobby.lobbyNotices,
  lobby.lobbyHeadlines,
  lobby.lobbyOutput,
  lobby.lobbyEnergy,
  lobby.lobbyOrders,
  lobby.lobbyScreenData,
] as const

describe('a screen', () => {
  test('enters by a link once, reads the lobby data and nothing else', async () => {
    const { secret, screen } = await createScreen('一号车间')
    for (const read of lobbyEndpoints)
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
  test('may call the lobby reads and no other endpoint of the application', () => {
    const screen = { isSup: false, keys: new Set(['dataCenterScreen']), isScreen: true }
    const callableNames = areaContracts
      .flatMap(getAreaEndpoints)
      .filter((endpoint) => endpoint.access !== 'public' && canCall(endpoint.access, screen))
      .map(({ name }) => name)
    expect(callableNames.sort()).toEqual([...lobbyEndpoints.map(({ name }) => name), 'lobbyNotice.list'].sort())
  })
  test('stops immediately when its link is revoked or its account is suspended', async () => {
    const { id, screen } = await createScreen('二号车间')
    const otherScreen = await createScreen('三号车间')
    expectOk(await getManager().call(revokeLobbyLink, { id }))
    expect(await screen.call(lobby.lobbyHeadlines, {})).toMatchObject({ status: 401 })
    expect((await otherScreen.screen.call(lobby.lobbyHeadlines, {})).errno).toBe('200')
    const lobbyLinks = expectOk(await getManager().call(lobbyLinkList, {}))
    expect(lobbyLinks.find((one) => one.id === id)).toMatchObject({ state: 'revoked', seenAt: null })
    expect(lobbyLinks.find((one) => one.id === otherScreen.id)).toMatchObject({
      state: 'entered',
      createdBy: 'manager person',
    })
    await plant.query(`update app_user set state = 'suspended', version = version + 1 where user_type = 'service'`)
    plant.app.changes.publishSoon(['user'])
    expect((await otherScreen.screen.call(lobby.lobbyHeadlines, {})).status).toBe(401)
    expect((await getManager().call(makeLobbyLink, { name: '四号车间' }, english)).errmsg).toContain('suspended')
    await plant.query(`update app_user set state = 'active', version = version + 1 where user_type = 'service'`)
    plant.app.changes.publishSoon(['user'])
  })
  test('is refused with a message if its link is unknown, expired or revoked', async () => {
    const enterAndGetMessage = async (secret: string) =>
      (await plant.stranger.call(enterLobby, { secret }, english)).errmsg
    expect(await enterAndGetMessage('x'.repeat(43))).toBe('This screen link is not valid')
    const expiredLink = expectOk(await getManager().call(makeLobbyLink, { name: 'old' }))
    await plant.query(`update lobby_link set expires_at = '2026-11-19T00:00:00Z' where id = $1`, [expiredLink.id])
    expect(await enterAndGetMessage(expiredLink.secret)).toContain('24 hours')
    const revoked = expectOk(await getManager().call(makeLobbyLink, { name: 'revoked' }))
    expectOk(await getManager().call(revokeLobbyLink, { id: revoked.id }))
    expect(await enterAndGetMessage(revoked.secret)).toBe('This link was revoked')
  })
  test('with the secret of another one is refused, even at the same moment', async () => {
    const { secret } = expectOk(await getManager().call(makeLobbyLink, { name: 'race' }))
    const answers = await Promise.all(Array.from({ length: 8 }, () => plant.stranger.call(enterLobby, { secret })))
    expect(answers.filter(({ errno }) => errno === '200')).toHaveLength(1)
  })
  test('is admitted by people who manage screens after re-entering the password; no stored text contains the secret', async () => {
    const unverifiedManager = await plant.as('manager', { verified: false })
    expect((await unverifiedManager.call(makeLobbyLink, { name: 'x' })).data).toMatchObject({ verification: true })
    expect((await staff.viewer.call(makeLobbyLink, { name: 'x' })).errno).toBe('401')
    const { secret } = expectOk(await getManager().call(makeLobbyLink, { name: 'kept' }))
    const storedText = JSON.stringify([
      await plant.query('select * from lobby_link'),
      await plant.query('select * from operation_log'),
      await plant.query('select * from session'),
    ])
    expect(storedText).not.toContain(secret)
    expect(storedText).toContain('kept')
  })
})

describe('the data of screens', () => {
  test('holds today’s output, the state of the lines and the active notices', async () => {
    const { screen } = await createScreen('五号车间')
    const headlines = expectOk(await screen.call(lobby.lobbyHeadlines, {}))
    expect(headlines.figures.map(({ figure }) => figure)).toEqual([
      'outputKg',
      'q1Percent',
      'oeePercent',
      'kwhPerKg',
      'onTimePercent',
    ])
    expect(headlines.figures[0]).toMatchObject({ value: 480 })
    expect(headlines).toMatchObject({ day: '2026-11-20', shift: 'early' })
    expect(headlines.lines.find((one) => one.lineId === lineId)).toMatchObject({ state: 'running' })
    const output = expectOk(await screen.call(lobby.lobbyOutput, {}))
    expect(output.days.map(({ day }) => day).at(-1)).toBe('2026-11-20')
    expect(output.days).toHaveLength(7)
    expect(output.lines.find((one) => one.lineId === lineId)).toMatchObject({
      outputKg: 480,
      targetKg: null,
      verdict: null,
    })
    // At 10:00 two hours of the day are over: a twelfth of the target is due, so a tenth of it must not be shown in red.
    const target = { lineId, team: null, figure: 'outputKg', period: 'day', day: '2026-11-20', shift: null } as const
    const author = { id: staff.admin.userId }
    await runAsSystem(plant.app, 'test', (ctx) =>
      setTargets({ ...ctx, person: author } as never, [{ ...target, value: 4800 }]),
    )
    const judgedLine = expectOk(await screen.call(lobby.lobbyOutput, {})).lines.find((one) => one.lineId === lineId)
    expect(judgedLine).toMatchObject({ targetKg: 4800, reachedPercent: 10, verdict: 'met' })
    expect(expectOk(await screen.call(lobby.lobbyHeadlines, {})).figures[0]).toMatchObject({
      target: 4800,
      verdict: 'met',
    })
    const notice = { text: '明日 8 点停电', textEn: 'Power cut tomorrow at 8', active: true }
    expectOk(await getManager().call(lobby.lobbyNotice.endpoints.create, notice))
    expectOk(
      await getManager().call(lobby.lobbyNotice.endpoints.create, {
        ...notice,
        text: '旧',
        textEn: 'old',
        until: '2026-11-19T00:00:00.000Z',
      }),
    )
    expectOk(
      await getManager().call(lobby.lobbyNotice.endpoints.create, {
        ...notice,
        text: '未来',
        textEn: 'later',
        from: '2026-11-21T00:00:00.000Z',
      }),
    )
    await new Promise((done) => setTimeout(done, 1100))
    const noticeAnswer = expectOk(await screen.call(lobby.lobbyNotices, {}, english))
    expect(noticeAnswer.notices.map(({ text }) => text)).toContain('Power cut tomorrow at 8')
    expect(JSON.stringify(noticeAnswer)).not.toMatch(/old|later/)
  })
  test('is computed once for 200 screens', async () => {
    const { screen } = await createScreen('六号车间')
    await new Promise((done) => setTimeout(done, 1100))
    let statements = 0
    const { pool } = plant.app.db
    const originalQuery = pool.query.bind(pool)
    const countingQuery = new Proxy(originalQuery, {
      apply: (target, self, given: unknown[]) => {
        if (JSON.stringify(given[0] ?? '').includes('shift_figure')) statements++
        return Reflect.apply(target, self, given) as unknown
      },
    })
    pool.query = countingQuery as typeof pool.query
    try {
      const answers = await Promise.all(Array.from({ length: 200 }, () => screen.call(lobby.lobbyOutput, {})))
      expect(new Set(answers.map(({ bytes }) => bytes.toString())).size).toBe(1)
      expect(answers.every(({ errno }) => errno === '200')).toBe(true)
    } finally {
      pool.query = originalQuery
    }
    expect(statements).toBe(2)
  })
  test('combines the answers of the single calls unchanged', async () => {
    const { screen } = await createScreen('门口')
    const screenData = expectOk(await screen.call(lobby.lobbyScreenData, {}))
    const answersByCall = {
      settings: expectOk(await screen.call(lobby.readLobbySetting, {})),
      notices: expectOk(await screen.call(lobby.lobbyNotices, {})),
      top: expectOk(await screen.call(lobby.lobbyHeadlines, {})),
      output: expectOk(await screen.call(lobby.lobbyOutput, {})),
      energy: expectOk(await screen.call(lobby.lobbyEnergy, {})),
      orders: expectOk(await screen.call(lobby.lobbyOrders, {})),
    }
    expect(screenData).toEqual(answersByCall)
    expect(screenData.output.lines.length).toBeGreaterThan(0)
  })
  test('is refreshed at intervals in seconds, within limits', async () => {
    const set = { dataSeconds: 20, noticeSeconds: 40, theme: 'byDay' as const, scenes: [{ scene: 'orders' as const }] }
    expect(expectOk(await getManager().call(lobby.setLobbySetting, set))).toMatchObject(set)
    expect(expectOk(await staff.manager.call(lobby.readLobbySetting, {}))).toMatchObject(set)
    expect((await getManager().call(lobby.setLobbySetting, { ...set, dataSeconds: 0 })).errno).toBe('4013')
    expect((await staff.viewer.call(lobby.setLobbySetting, set)).errno).toBe('401')
  })
})
