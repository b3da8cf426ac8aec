/** `doctor` finds what keeps a plant from starting, and says what to do. */
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { generate } from 'selfsigned'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { toBackupSettings } from '@/server/backups/backup-settings'
import { readSettings } from '@/server/config'
import { checkBackups } from '@/server/doctor/check-backups'
import { checkServerState, checkEmbeddedDatabase, checkPostgres } from '@/server/doctor/check-database'
import { checkDataFolder, findFolderProblem } from '@/server/doctor/check-folder'
import { checkCertificateFiles, checkPort } from '@/server/doctor/check-machine'
import { checkKey } from '@/server/doctor/check-plant'
import { readMigrations } from '@/server/db/migrate'
import { explainLoginFailure, isLoginFailure } from '@/server/db/postgres/login-failure'
import { findSchemaProblem, listMissingStructure } from '@/server/db/schema-state'
import { migrationsFolder } from '@/server/program-files'
import { createTestPlant } from '../harness'
import { formatFindings } from '@/server/doctor/findings'
import { examineServer } from '@/server/doctor/run-doctor'

const access = vi.hoisted(() => vi.fn<(path: string, mode?: number) => void>())
vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs')>()
  access.mockImplementation(fs.accessSync)
  return { ...fs, accessSync: access }
})
const { DATABASE_URL } = process.env
const now = new Date('2026-06-01T00:00:00Z')
const makeFolder = () => mkdtempSync(join(tmpdir(), 'doctor-'))
const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})
async function listen(answer: string): Promise<number> {
  const server = createServer((_request, response) => response.end(answer))
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return (server.address() as AddressInfo).port
}

describe('the machine', () => {
  it('a data folder that does not exist yet is fine, one that is a file is not', () => {
    const folder = makeFolder()
    expect(checkDataFolder(join(folder, 'new', 'data'))[0]).toMatchObject({ status: 'ok' })
    writeFileSync(join(folder, 'file'), '', { mode: 0o444 })
    expect(checkDataFolder(join(folder, 'file'))[0]?.status).toBe('failure')
  })

  it('the key: none yet, good, open to others, invalid', () => {
    const folder = makeFolder()
    const key = Buffer.alloc(32, 7).toString('base64')
    expect(checkKey(folder, '').detail).toContain('none yet')
    writeFileSync(join(folder, 'secret.key'), `${key}\n`, { mode: 0o600 })
    expect(checkKey(folder, '').status).toBe('ok')
    chmodSync(join(folder, 'secret.key'), 0o644)
    expect(checkKey(folder, '')).toMatchObject({ status: 'warning', remedy: expect.stringContaining('chmod 600') })
    expect(checkKey(folder, 'too short').status).toBe('failure')
  })

  it('a folder that is missing, closed or read-only has its own remedy', () => {
    const folder = makeFolder()
    const check = (code: string, path: string) => {
      access.mockImplementationOnce(() => {
        throw Object.assign(new Error(code), { code })
      })
      return findFolderProblem('Backups', path, 'BACKUP_DIR')
    }
    expect(findFolderProblem('Backups', join(folder, 'new'), 'BACKUP_DIR')).toBeNull()
    expect(check('EROFS', folder)).toMatchObject({ remedy: expect.stringMatching(/dmesg.*remount/) })
    expect(check('EACCES', folder)).toMatchObject({ remedy: expect.stringContaining('chown') })
    expect(check('EACCES', join(folder, 'new'))).toMatchObject({
      detail: expect.stringContaining('does not exist'),
      remedy: expect.stringMatching(/^Mount the share/),
    })
  })

  it('backups: not scheduled, none yet, good, too old, not restorable', async () => {
    const folder = makeFolder()
    const directory = join(folder, 'backups')
    const check = async (time = '02:30', at = now) =>
      (
        await checkBackups(
          toBackupSettings({ ...readSettings([], {}), dataDir: folder, backupDir: directory, backupTime: time }),
          at,
        )
      )
        .filter(({ subject }) => subject !== 'Backup disk')
        .map(({ status }) => status)
    expect(await check('')).toEqual(['warning'])
    expect(await check()).toEqual(['warning'])
    const backup = join(directory, '2026-05-31T00-00-00Z')
    mkdirSync(backup, { recursive: true })
    expect(await check()).toEqual(['warning']) // without a manifest it is none
    writeFileSync(join(backup, 'manifest.json'), '{}')
    expect(await check()).toEqual(['ok'])
    expect(await check('02:30', new Date('2026-06-01T02:01:00Z'))).toEqual(['failure'])
    const verification = { at: '', name: '', error: 'a row is missing', seconds: 1 }
    writeFileSync(join(directory, 'verification.json'), JSON.stringify(verification))
    expect(await check()).toEqual(['ok', 'failure'])
  })

  it('the port: free, another program, this program', async () => {
    const otherPort = await listen('hello')
    const ownPort = await listen('{"ok":true}')
    expect(await checkPort(otherPort, '127.0.0.1', 'http')).toMatchObject({
      status: 'failure',
      remedy: expect.stringContaining('PORT'),
    })
    expect(await checkPort(ownPort, '127.0.0.1', 'http')).toMatchObject({
      status: 'ok',
      detail: expect.stringContaining('running'),
    })
    servers.splice(0).forEach((server) => server.close())
    await expect.poll(async () => (await checkPort(otherPort, '127.0.0.1', 'http')).detail).toBe(`${otherPort} is free`)
    expect((await checkPort(0, '203.0.113.7', 'http')).remedy).toContain('HOST')
  })

  it('a certificate: valid, soon to expire, expired, with another key', async () => {
    const folder = makeFolder()
    const until = async (name: string, validTo: string) => {
      const made = await generate([{ name: 'commonName', value: 'plant' }], {
        notBeforeDate: new Date('2026-01-01'),
        notAfterDate: new Date(validTo),
        keySize: 2048,
        algorithm: 'sha256',
      })
      const files = [join(folder, `${name}.pem`), join(folder, `${name}.key`)] as const
      writeFileSync(files[0], made.cert)
      writeFileSync(files[1], made.private)
      return files
    }
    const [good, goodKey] = await until('good', '2027-01-01')
    const soon = await until('soon', '2026-06-20')
    const expired = await until('expired', '2026-05-30')
    expect(checkCertificateFiles(good, goodKey, now).status).toBe('ok')
    expect(checkCertificateFiles(...soon, now)).toMatchObject({
      status: 'warning',
      detail: expect.stringContaining('in 19 days'),
    })
    expect(checkCertificateFiles(...expired, now).status).toBe('failure')
    expect(checkCertificateFiles(good, soon[1], now).detail).toContain('is not the key of')
    expect(checkCertificateFiles(join(folder, 'missing.pem'), goodKey, now).status).toBe('failure')
  })
})

describe('the database', () => {
  it('an embedded one: new, foreign', () => {
    const folder = makeFolder()
    expect(checkEmbeddedDatabase(folder).detail).toContain('the first start creates it')
    mkdirSync(join(folder, 'database'))
    writeFileSync(join(folder, 'database', 'letters.doc'), '')
    expect(checkEmbeddedDatabase(folder)).toMatchObject({
      status: 'failure',
      detail: expect.stringContaining('did not write'),
    })
  })

  it('what a server says of itself', () => {
    const good = {
      version: 160_004,
      encoding: 'UTF8',
      isStandby: false,
      canCreate: true,
      maxConnections: 100,
      usedConnections: 8,
      nowS: 0,
    }
    const listProblems = (server: Partial<typeof good>, clockDifferenceS = 0.2) =>
      checkServerState({ ...good, ...server }, clockDifferenceS)
        .filter(({ status }) => status !== 'ok')
        .map(({ subject, status }) => `${subject} ${status}`)
    expect(listProblems({})).toEqual([])
    expect(listProblems({ version: 140_011 })).toEqual(['Database failure'])
    expect(listProblems({ encoding: 'LATIN1' })).toEqual(['Encoding failure'])
    expect(listProblems({ isStandby: true })).toEqual(['Role failure'])
    expect(listProblems({ canCreate: false })).toEqual(['Privileges failure'])
    expect(listProblems({ usedConnections: 95 })).toEqual(['Connections warning'])
    expect(listProblems({}, 90)).toEqual(['Clock failure'])
  })

  it('a server that does not answer', async () => {
    const [finding] = await checkPostgres('postgres://nobody:secret@127.0.0.1:1/plant', () => now)
    expect(finding).toMatchObject({
      status: 'failure',
      detail: expect.stringContaining('cannot be reached'),
      remedy: expect.stringContaining('DATABASE_URL'),
    })
    expect(JSON.stringify(finding)).not.toContain('secret')
  })

  it('a login that fails: no password, no such database, wrong password', () => {
    const withCode = (code: string) =>
      Object.assign(new pg.DatabaseError('database "mes" does not exist', 1, 'error'), { code })
    const noPassword = new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string')
    expect(isLoginFailure(noPassword)).toBe(true)
    expect(explainLoginFailure(noPassword)[0]).toBe('it asks for a password, and DATABASE_URL has none')
    expect(explainLoginFailure(withCode('3D000'))[1]).toMatch(/^Create it .* restore the newest backup/)
    expect(explainLoginFailure(withCode('28P01'))[1]).toMatch(/^Check account and password/)
    expect(isLoginFailure(new TypeError('x is not a function'))).toBe(false)
  })

  it.runIf(DATABASE_URL)('a table or foreign key that was dropped', async () => {
    const plant = await createTestPlant()
    const client = await plant.app.db.pool.connect()
    try {
      expect(await listMissingStructure(client, migrationsFolder)).toEqual({ tables: [], foreignKeys: [] })
      expect(await findSchemaProblem(client, readMigrations(migrationsFolder))).toBeNull()
      await client.query('begin')
      await client.query('drop table customer cascade')
      const missing = await listMissingStructure(client, migrationsFolder)
      expect(missing.tables).toEqual(['customer'])
      expect(missing.foreignKeys.length).toBeGreaterThan(5)
      expect(await findSchemaProblem(client, readMigrations(migrationsFolder))).toBeNull()
      await client.query(
        'delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)',
      )
      expect(await findSchemaProblem(client, readMigrations(migrationsFolder))).toBe(
        'the database lacks migrations of this program (1)',
      )
      await client.query('drop table session cascade')
      expect(await findSchemaProblem(client, readMigrations(migrationsFolder))).toBe(
        'the tables of the database are missing',
      )
    } finally {
      await client.query('rollback')
      client.release()
      await plant.close()
    }
  })

  it.runIf(DATABASE_URL)('a server that answers', async () => {
    const findings = await checkPostgres(DATABASE_URL!, () => new Date())
    expect(findings.map(({ subject }) => subject)).toEqual(['Database', 'Privileges', 'Connections', 'Clock', 'Schema'])
    expect(findings.filter(({ status }) => status === 'failure')).toEqual([])
    const late = await checkPostgres(DATABASE_URL!, () => new Date(Date.now() - 120_000))
    expect(late.find(({ subject }) => subject === 'Clock')?.status).toBe('failure')
  })
})

describe('the command', () => {
  it('names a setting that cannot be', async () => {
    const findings = await examineServer([], { PORT: 'eighty' })
    expect(findings.at(-1)).toMatchObject({
      subject: 'Settings',
      status: 'failure',
      detail: expect.stringContaining('PORT'),
    })
  })
  it('checks a new plant and prints a line each', async () => {
    const findings = await examineServer([], { DATA_DIR: join(makeFolder(), 'data'), PORT: '0', DEMO: '0' })
    expect(findings.filter(({ status }) => status === 'failure')).toEqual([])
    const lines = formatFindings(findings).split('\n')
    expect(lines[0]).toBe(`ok       Node: ${process.versions.node}`)
    expect(lines.length).toBeGreaterThanOrEqual(7)
  })
})
