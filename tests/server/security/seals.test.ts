import fs from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calculateHotpCode, decodeBase32 } from '@/areas/access/server/totp'
import { setGasAlarm } from '@/areas/energy/contract/energy-alarm'
import { getPushKey, subscribePush } from '@/areas/access/contract/session'
import { areaServers } from '@/areas/servers'
import { writeBackup } from '@/server/db/backup'
import { runBackupCommand, runRestoreCommand } from '@/server/db/backup-commands'
import { openDatabase } from '@/server/db/connect'
import { createHttpServer } from '@/server/http/server'
import { readSettings } from '@/server/config'
import { notifyPhones, loadPublicKey } from '@/server/outbound/push'
import { sendDueMessages, listMessageStatuses } from '@/server/outbound/outbound-messages'
import { sourceFolder } from '@/server/program-files'
import { KEY_FILE, NEW_KEY_FILE, openSeals } from '@/server/seals'
import { runAsSystem, startApplication, warnOfUnopenedSeals } from '@/server/start-application'
import { loadTranslations, getLocaleFolders } from '@/server/translations'
import { newDataDir } from '../db/new-data-dir'
import { newFolder, removeFolder } from '../db/database-fixtures'
import { createCaller, PASSWORD, createTestPlant, type Caller, type TestPlant } from '../harness'
import { expectOk } from '../plant-staff'

const folders: string[] = []
const folder = (): string => {
  const made = newFolder()
  folders.push(made)
  return made
}
/** Log entries of level warning and above. */
function createWarningLog() {
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  return { lines, log, said: () => JSON.stringify(lines) }
}
afterAll(() => {
  for (const one of folders) removeFolder(one)
})

describe('a seal', () => {
  const dataDir = folder()
  const seals = openSeals(dataDir)
  const file = path.join(dataDir, KEY_FILE)
  test('opens at its own place while unmodified', () => {
    const sealed = seals.seal('开门 open', 'here')
    expect(sealed).not.toContain('open')
    expect(seals.seal('开门 open', 'here')).not.toBe(sealed)
    expect([seals.open(sealed, 'here'), seals.open(sealed, 'there')]).toEqual(['开门 open', null])
    for (const at of [0, 5, 18, 25, 40, sealed.length - 2])
      expect(seals.open(`${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`, 'here')).toBe(
        null,
      )
    for (const none of ['', 'in clear', seals.keyPrefixes[0]!, `${seals.keyPrefixes[0]}AAAA`])
      expect(seals.open(none, 'here')).toBe(null)
  })
  test('has a key that is created once and readable by the server only', () => {
    if (process.platform !== 'win32') expect(fs.statSync(file).mode & 0o777).toBe(0o600)
    expect(fs.readdirSync(dataDir)).toEqual([KEY_FILE])
    expect(openSeals(dataDir).open(seals.seal('x', 'here'), 'here')).toBe('x')
  })
  test('of an older key opens with that key below the new one, or from the environment', () => {
    const old = seals.seal('x', 'here')
    const other = openSeals(folder())
    expect(other.open(old, 'here')).toBe(null)
    const key = fs.readFileSync(file, 'utf8').trim()
    const next = Buffer.alloc(32, 7).toString('hex')
    const both = openSeals(folder(), `${next},${key}`)
    expect(both.open(old, 'here')).toBe('x')
    expect(openSeals(folder(), next).open(both.seal('y', 'here'), 'here')).toBe('y')
  })
  test.each(['short', Buffer.alloc(31).toString('base64'), '0'.repeat(66)])('refuses a key like %s', (key) => {
    expect(() => openSeals(folder(), key)).toThrow('SECRET_KEY must be 32 random bytes')
  })
  test('is not created with an empty key file', () => {
    const dir = folder()
    fs.writeFileSync(path.join(dir, KEY_FILE), '\n')
    expect(() => openSeals(dir)).toThrow('holds no key')
  })
})

describe('a plant', () => {
  let plant: TestPlant
  let admin: Caller
  let secret: string
  let codes: string[]
  let step = 0
  const later = (): void => plant.clock.set(new Date(Date.parse('2026-05-05T08:00:00Z') + (step += 1) * 30_000))
  const currentCode = (): string =>
    calculateHotpCode(decodeBase32(secret), Math.floor(plant.clock.now().getTime() / 30_000))
  const login = (http: TestPlant['http'], code: string, username = 'quality') =>
    createCaller(http, '', '').raw('POST', '/user/login', { username, password: PASSWORD, code })
  const enrol = async (userName: string) => {
    const who = await plant.as(userName)
    const begun = await who.raw('POST', '/user/second_factor/begin', { password: PASSWORD })
    secret = (begun.data as { secret: string }).secret
    const pending = await plant.query('select * from second_factor')
    expect(JSON.stringify(pending)).not.toContain(secret)
    const done = await who.raw('POST', '/user/second_factor', { code: currentCode() })
    codes = (done.data as { recoveryCodes: { code: string }[] }).recoveryCodes.map(({ code }) => code)
    later()
    return secret
  }
  /** Returns the plant as it is after its key was lost. */
  const withoutKey = async <T>(work: () => Promise<T>): Promise<T> => {
    const { seals } = plant.app
    Object.assign(plant.app, { seals: openSeals(folder()) })
    try {
      return await work()
    } finally {
      Object.assign(plant.app, { seals })
    }
  }
  beforeAll(async () => {
    // With its own log, the database is in the plant’s folder, where a backup looks for it.
    plant = await createTestPlant({ outboundHosts: ['localhost'], log: createWarningLog().log })
    later()
    admin = await plant.as('admin')
  })
  afterAll(() => plant.close())

  test('stores no secret in clear in database or backup, and no key in either', async () => {
    await enrol('quality')
    const robot = {
      address: 'https://oapi.dingtalk.com/robot/send?access_token=very-open-token',
      secret: 'SEC-very-open',
    }
    expectOk(await admin.call(setGasAlarm, { enabled: true, robot: 'dingtalk', language: 'zh', limitDay: 1, ...robot }))
    expectOk(await admin.call(getPushKey, {}))
    const p256dh = (await admin.call(getPushKey, {})).data!.key
    const auth = Buffer.alloc(16, 3).toString('base64url')
    expectOk(await admin.call(subscribePush, { endpoint: 'https://localhost:9/phone', p256dh, auth }))
    await runAsSystem(plant.app, 'test', (ctx) =>
      notifyPhones(ctx, { people: [admin.userId], title: () => 'x', path: '/', key: 'waits', urgent: false }),
    )
    const dump = await dumped()
    expect(dump).toContain('dingtalk')
    for (const open of [secret, codes[0]!, 'very-open', '"d":', '"crv"', 'localhost:9/phone","secret'])
      expect(dump.includes(open), open).toBe(false)
    if (!process.env['DATABASE_URL'])
      expect(dump).not.toContain(fs.readFileSync(path.join(plant.dataDir, KEY_FILE), 'utf8').trim())
    expect((await login(plant.http, currentCode())).errno).toBe('200')
    later()
  })
  /** Returns every row of every table, like a backup. */
  async function dumped(): Promise<string> {
    const to = path.join(folder(), 'backup')
    const databaseUrl = await urlOf(plant)
    await writeBackup({
      dataDir: plant.dataDir,
      ...(databaseUrl ? { databaseUrl } : {}),
      to,
      log: createWarningLog().log,
    })
    const files = fs.readdirSync(to, { recursive: true, withFileTypes: true }).filter((e) => e.isFile())
    return files
      .map((e) => fs.readFileSync(path.join(e.parentPath, e.name)))
      .map((bytes) => (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString('utf8'))
      .join('\n')
  }
  test('does not open one person’s seal for another', async () => {
    const ownSecret = await enrol('viewer')
    await enrol('maint')
    await plant.query(
      `update second_factor set secret = (select secret from second_factor f join app_user u on u.id = f.user_id where u.user_name = 'viewer')
        where user_id = (select id from app_user where user_name = 'maint')`,
    )
    secret = ownSecret
    expect((await login(plant.http, currentCode(), 'maint')).errno).toBe('6000')
    expect((await login(plant.http, currentCode(), 'viewer')).errno).toBe('200')
    later()
  })
  test('without its key says so and accepts a recovery code; then a new factor is set up', async () => {
    await enrol('manager')
    await withoutKey(async () => {
      const answer = await login(plant.http, currentCode(), 'manager')
      expect([answer.errno, answer.data]).toEqual(['6000', { secondFactor: true }])
      expect(answer.errmsg).toContain('secret.key')
      expect((await login(plant.http, codes[0]!, 'manager')).errno).toBe('200')
      expect((await login(plant.http, codes[0]!, 'manager')).errno).toBe('6000')
      const { lines, log, said } = createWarningLog()
      await warnOfUnopenedSeals({ ...plant.app, log })
      expect(said()).toMatch(/second_factor.*secret\.key/)
      expect(lines.map((line) => String(line['table']).replaceAll('"', ''))).toContain('energy_alarm')
      // A waiting message is given up with its reason; the others continue.
      await sendDueMessages(plant.app)
      const waits = await plant.query<{ key: string }>(`select key from outbound_message where key like 'push:%'`)
      const [sending] = await runAsSystem(plant.app, 'test', (ctx) =>
        listMessageStatuses(
          ctx,
          waits.map(({ key }) => key),
        ),
      )
      expect(sending).toMatchObject({ state: 'failed', lastError: 'sealed with a key that is not here' })
      // Phones are asked to subscribe again with a usable key.
      const fresh = await runAsSystem(plant.app, 'test', loadPublicKey)
      expect(await runAsSystem(plant.app, 'test', loadPublicKey)).toBe(fresh)
      expect(await plant.query('select 1 from session where push is not null')).toEqual([])
    })
    const { lines, log } = createWarningLog()
    await warnOfUnopenedSeals({ ...plant.app, log })
    expect(lines).toEqual([])
  })
  test.skipIf(process.env['DATABASE_URL'])(
    'is restored elsewhere with its codes when the key comes along, and told so when it does not',
    async () => {
      await enrol('quality-lead')
      const to = path.join(folder(), 'backup')
      const made = createWarningLog()
      await runBackupCommand([to], { dataDir: plant.dataDir, log: made.log })
      expect(made.said()).toContain('Not in it: secret.key')
      const dataDir = await newDataDir()
      folders.push(dataDir)
      const alone = createWarningLog()
      await runRestoreCommand([to], { dataDir, log: alone.log })
      expect(alone.said()).toContain('Put secret.key')
      const withOtherKey = createWarningLog()
      const otherDir = await newDataDir()
      folders.push(otherDir)
      const otherKey = Buffer.alloc(32, 5).toString('base64')
      await runRestoreCommand([to], { dataDir: otherDir, secretKey: otherKey, log: withOtherKey.log })
      expect(withOtherKey.said()).toContain('The backup belongs to another key than the one here')
      // Its first start may seal with the key here.
      expect(fs.existsSync(path.join(otherDir, NEW_KEY_FILE))).toBe(true)
      fs.copyFileSync(path.join(plant.dataDir, KEY_FILE), path.join(dataDir, KEY_FILE))
      const log = createWarningLog()
      const db = await openDatabase({ dataDir, log: log.log })
      const app = await startApplication({
        areas: areaServers,
        db,
        translations: await loadTranslations(getLocaleFolders(sourceFolder)),
        log: log.log,
        dataDir,
        timeZone: 'Asia/Shanghai',
        sessions: { idleHours: 72, maxDays: 30, maxPerPerson: 20 },
        verifiedMinutes: 5,
        clock: () => plant.clock.now(),
      })
      const settings = readSettings([], { DATA_DIR: dataDir })
      const server = { isHttpsEnabled: false, https: null, logger: log.log, shouldLogRequests: false, clientDir: null }
      const http = await createHttpServer(app, { ...settings, ...server })
      try {
        expect(log.said()).not.toContain('cannot be opened')
        expect((await login(http, currentCode(), 'quality-lead')).errno).toBe('200')
      } finally {
        await http.close()
        await app.changes.close()
        await db.close()
      }
    },
    120_000,
  )
})

/** URL of the plant’s database on a server. */
async function urlOf(plant: TestPlant): Promise<string | null> {
  if (!process.env['DATABASE_URL']) return null
  const [row] = await plant.query<{ name: string }>('select current_database() as name')
  const url = new URL(process.env['DATABASE_URL'])
  url.pathname = `/${row!.name}`
  return url.href
}

describe('the key of the database', () => {
  let plant: TestPlant
  beforeAll(async () => {
    plant = await createTestPlant()
  }, 120_000)
  afterAll(() => plant.close())
  const newKey = (byte: number) => Buffer.alloc(32, byte).toString('base64')
  /** Starts another instance on the same database. */
  async function startWith(secretKey: string, acceptNewKey = false, dataDir = plant.dataDir) {
    const log = createWarningLog()
    const app = await startApplication({
      areas: areaServers,
      db: plant.app.db,
      translations: plant.app.translations,
      log: log.log,
      dataDir,
      timeZone: 'Asia/Shanghai',
      sessions: { idleHours: 72, maxDays: 30, maxPerPerson: 20 },
      verifiedMinutes: 5,
      secretKey,
      acceptNewKey,
    })
    await app.changes.close()
    return log.said()
  }
  test('is stored as a fingerprint; an instance with another key does not start', async () => {
    const plantKey = fs.readFileSync(path.join(plant.dataDir, KEY_FILE), 'utf8').trim()
    const stored = JSON.stringify(await plant.query(`select value from setting where name = 'seals.key'`))
    expect(stored).toMatch(/"[0-9a-f]{32}"/)
    expect(stored).not.toContain(Buffer.from(plantKey, 'base64').toString('hex').slice(0, 12))
    await startWith(plantKey)
    await expect(startWith(newKey(3))).rejects.toThrow('is not the key of this database')
    // A rotated key: the new one seals, the old one still opens.
    await startWith(`${newKey(3)},${plantKey}`)
    await expect(startWith(plantKey)).rejects.toThrow('--accept-new-key')
    expect(await startWith(plantKey, true)).toContain('now belongs to a new key')
    await startWith(plantKey)
  })
  test('is not replaced by a new one if it is lost', async () => {
    const emptyFolder = folder()
    await expect(startWith('', false, emptyFolder)).rejects.toThrow(
      /secret\.key is missing, but the database belongs to a key.*ACCEPT_NEW_KEY=1.*No key was created/,
    )
    expect(fs.readdirSync(emptyFolder)).toEqual([])
  })
})
