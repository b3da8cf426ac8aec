/** The installed program beside a database that was lost: it begins no new plant, and says how to go on. */
import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newFolder, removeFolder } from '../db/database-fixtures'
import { call, expectFailedStart, runCommand, signIn, startServer, type Server } from './built-server'
import { getInstalledCopy } from './installed-copy'

const { DATABASE_URL } = process.env
const folder = newFolder()
const BACKUP_KEY = Buffer.alloc(32, 5).toString('base64')
let copy: string
let server: Server | null = null
beforeAll(async () => {
  copy = await getInstalledCopy()
}, 600_000)
afterEach(async () => {
  await server?.stop('SIGKILL')
  server = null
})
afterAll(() => removeFolder(folder))

/** Starts a server and signs in, after which it also handles signals. */
async function startReady(dataDir: string, env: Record<string, string> = {}): Promise<Server> {
  const started = await startServer(copy, { dataDir, env })
  await signIn(started.url)
  return started
}
const start = async (dataDir: string, env: Record<string, string> = {}): Promise<void> => {
  server = await startReady(dataDir, env)
}
const stop = async (): Promise<void> => {
  expectStopped(await server!.stop('SIGTERM'))
  server = null
}
/** Asserts that a server stopped by itself. Its code is 1 if a job, such as the check of a backup, outlasted the time for a stop. */
const expectStopped = (code: number | null): void => expect([0, 1]).toContain(code)
const listKeys = (dataDir: string) => fs.readdirSync(dataDir).filter((name) => name === 'secret.key')
const addMachine = async (code: string): Promise<void> => {
  const answer = await call(server!.url, 'POST', '/book/add_equ', await signIn(server!.url), { code, name: code })
  expect(answer.errno).toBe('200')
}
async function expectMachine(code: string): Promise<void> {
  const { data } = await call(server!.url, 'GET', '/book/get_all', await signIn(server!.url))
  expect(JSON.stringify(data)).toContain(code)
}

describe('a lost database', { timeout: 300_000 }, () => {
  test('embedded: the start is refused and leaves nothing; a backup is restored, or a new plant begins on purpose', async () => {
    const dataDir = path.join(folder, 'embedded')
    await start(dataDir)
    await addMachine('KEPT-1')
    const backup = await runCommand(copy, ['backup'], { dataDir, env: { BACKUP_KEY } })
    expect([backup.code, backup.code === 0 ? '' : backup.output]).toEqual([0, ''])
    const backupFolder = backup.out.trim()
    const files = fs.readdirSync(path.join(backupFolder, 'tables'))
    expect(files.filter((name) => !name.endsWith('.enc'))).toEqual([])
    await stop()
    for (const name of ['database', 'database.json'])
      fs.rmSync(path.join(dataDir, name), { recursive: true, force: true })
    const refused = expectFailedStart(copy, { dataDir })
    expect([refused.code, /\n\s+at /.test(refused.output)]).toEqual([1, false])
    expect(refused.output).toContain(`node src/start.mjs restore ${backupFolder}`)
    expect(refused.output).toContain('NEW_PLANT=1')
    expect(fs.existsSync(path.join(dataDir, 'database'))).toBe(false)
    expect(expectFailedStart(copy, { dataDir }).code).toBe(1)

    expect((await runCommand(copy, ['restore', backupFolder], { dataDir })).output).toContain('BACKUP_KEY')
    const restored = await runCommand(copy, ['restore', backupFolder], {
      dataDir,
      env: { BACKUP_KEY, LOG_LEVEL: 'info' },
    })
    expect(restored.code).toBe(0)
    expect(restored.output).toContain(`The embedded database in ${dataDir} (DATABASE_URL is not set)`)
    await start(dataDir)
    await expectMachine('KEPT-1')
    await stop()

    for (const name of ['database', 'database.json'])
      fs.rmSync(path.join(dataDir, name), { recursive: true, force: true })
    await start(dataDir, { NEW_PLANT: '1' })
    await stop()
    await start(dataDir)
  })

  test('a key that is lost or another one: doctor says so, and a refused start writes none', async () => {
    const dataDir = path.join(folder, 'key')
    await start(dataDir)
    await stop()
    fs.rmSync(path.join(dataDir, 'secret.key'))
    const refused = expectFailedStart(copy, { dataDir })
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('ACCEPT_NEW_KEY=1')])
    expect(listKeys(dataDir)).toEqual([])
    const doctor = await runCommand(copy, ['doctor'], { dataDir })
    expect([doctor.code, doctor.output]).toEqual([1, expect.stringMatching(/FAILURE {2}Key: .*is missing/)])
    await start(dataDir, { ACCEPT_NEW_KEY: '1' })
    expect(listKeys(dataDir)).toHaveLength(1)
  })

  test.skipIf(!DATABASE_URL)(
    'PostgreSQL: the same, and instances that share files or have a copied key start',
    async () => {
      const database = `mes_lost_${process.pid}`
      const url = new URL(DATABASE_URL!)
      url.pathname = `/${database}`
      const env = { DATABASE_URL: url.href, BACKUP_DIR: path.join(folder, 'backups'), BACKUP_TIME: '00:00' }
      const dataDir = path.join(folder, 'postgres')
      const onServer = async (statement: string): Promise<void> => {
        const client = new pg.Client(DATABASE_URL)
        await client.connect()
        await client.query(statement).finally(() => client.end())
      }
      try {
        await onServer(`create database ${database} template template0 encoding 'UTF8'`)
        // Without backups at first, so that the first one contains the machine.
        await start(dataDir, { ...env, BACKUP_TIME: '' })
        await addMachine('KEPT-2')
        await stop()
        await start(dataDir, env)
        await expect
          .poll(() => (fs.existsSync(env.BACKUP_DIR) ? fs.readdirSync(env.BACKUP_DIR) : []), { timeout: 60_000 })
          .toContainEqual(expect.stringMatching(/Z$/))
        // A second instance has the key and nothing else.
        const secondDir = path.join(folder, 'second')
        fs.mkdirSync(secondDir)
        fs.copyFileSync(path.join(dataDir, 'secret.key'), path.join(secondDir, 'secret.key'))
        const second = await startReady(secondDir, env)
        expectStopped(await second.stop('SIGTERM'))
        await stop()
        await onServer(`drop database ${database}`)
        await onServer(`create database ${database} template template0 encoding 'UTF8'`)
        const [backup] = fs.readdirSync(env.BACKUP_DIR).filter((name) => name.endsWith('Z'))
        const refused = expectFailedStart(copy, { dataDir, env })
        expect([refused.code, refused.output]).toEqual([
          1,
          expect.stringContaining(`restore ${env.BACKUP_DIR}/${backup}`),
        ])
        expect(refused.output).toContain(`/${database} is empty`)
        const doctor = await runCommand(copy, ['doctor'], { dataDir, env })
        expect([doctor.code, doctor.output]).toEqual([
          1,
          expect.stringMatching(/FAILURE {2}Plant: the database is empty/),
        ])
        const restored = await runCommand(copy, ['restore', path.join(env.BACKUP_DIR, backup!)], {
          dataDir,
          env: { ...env, LOG_LEVEL: 'info' },
        })
        expect([restored.code, restored.output]).toEqual([0, expect.stringContaining(`The PostgreSQL database`)])
        const again = await runCommand(copy, ['restore', path.join(env.BACKUP_DIR, backup!)], { dataDir, env })
        expect([again.code, again.output]).toEqual([1, expect.stringMatching(/is not empty \(\d+ tables\).*dropdb/)])
        await start(dataDir, env)
        await expectMachine('KEPT-2')
        fs.writeFileSync(path.join(dataDir, 'secret.key'), Buffer.alloc(32, 6).toString('base64'))
        const otherKey = await runCommand(copy, ['doctor'], { dataDir, env })
        expect(otherKey.output).toMatch(/FAILURE {2}Key: .*another key/)
      } finally {
        await server?.stop('SIGKILL')
        server = null
        await onServer(`drop database if exists ${database} with (force)`)
      }
    },
  )

  test('--help lists the commands, which a release has too', async () => {
    const { output } = await runCommand(copy, ['--help'], { dataDir: path.join(folder, 'help') })
    expect(output).toContain('node src/start.mjs backup|restore|move-files|doctor')
    expect((await runCommand(copy, ['restore', '--help'], { dataDir: folder })).output).toContain(
      'node src/start.mjs restore <folder>',
    )
    const away = await runCommand(copy, ['move-files', 's3'], {
      dataDir: path.join(folder, 'help'),
      env: {
        FILES_S3_ENDPOINT: 'http://127.0.0.1:1',
        FILES_S3_BUCKET: 'mes',
        FILES_S3_ACCESS_KEY: 'a',
        FILES_S3_SECRET_KEY: 'b',
      },
    })
    expect([away.code, away.output.trim().split('\n').length]).toEqual([1, 1])
    expect(away.output).toContain('The file store')
  })
})
