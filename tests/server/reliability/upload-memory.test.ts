import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { migrationsFolder } from '@/server/program-files'
import { newMigratedDir } from '../db/new-data-dir'
import { removeFolder } from '../db/database-fixtures'
import { ADMIN_PASSWORD, call, signIn, startServer, type Server } from './built-server'
import { getInstalledCopy } from './installed-copy'
import { sendLargeForm, type LargeForm, type Outcome } from './large-forms'
import { resetPeak, readResidentMiB, canMeasureMemory } from './resident-memory'

// A separate server process receives gigabytes.
const AT_ONCE = 20
const MOST_ABOVE_REST_MIB = 100
let dataDir: string
let server: Server
let admin: string
let viewer: string
beforeAll(async () => {
  dataDir = await newMigratedDir(migrationsFolder)
  server = await startServer(await getInstalledCopy(), { dataDir })
  admin = await signIn(server.url)
  viewer = await newViewer()
}, 600_000)
afterAll(async () => {
  await server.stop('SIGKILL')
  removeFolder(dataDir)
})

/** Creates a person who may read everything and import nothing. */
async function newViewer(): Promise<string> {
  const callOk = async (method: string, path: string, token: string, body?: unknown) => {
    const answer = await call<never>(server.url, method, path, token, body)
    if (answer.errno !== '200') throw new Error(`${path}: ${answer.errno} ${answer.errmsg}`)
    return answer.data
  }
  const { list } = (await callOk('GET', '/role/index?size=100', admin)) as { list: { id: string; code: string }[] }
  const roleId = list.find(({ code }) => code === 'VIEWER')!.id
  await callOk('POST', '/user/verification', admin, { password: ADMIN_PASSWORD })
  await callOk('PUT', '/user/create', admin, {
    userName: 'looker',
    accountName: 'looker',
    roleId,
    password: 'Quartz-lemur-58',
  })
  const { token } = (await callOk('POST', '/user/login', '', { username: 'looker', password: 'Quartz-lemur-58' })) as {
    token: string
  }
  await callOk('POST', '/user/password', token, { oldPassword: 'Quartz-lemur-58', newPassword: 'Kelp-tractor-72' })
  return token
}

/** Lists the files of finished and running uploads. */
const listUploads = (): string[] =>
  ['incoming', 'uploads', 'files'].flatMap((name) => {
    const folder = join(dataDir, name)
    const entries = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : []
    return entries.flatMap((entry) => (entry.isFile() ? [`${name}/${entry.name}`] : []))
  })

/** Sends many forms at once. Returns the outcomes and the growth of resident memory in MiB. */
async function flood(form: LargeForm): Promise<{ outcomes: Outcome[]; risen: number }> {
  for (let i = 0; i < 5; i++) await call(server.url, 'GET', '/user/get_name', form.token)
  const rest = canMeasureMemory ? readResidentMiB(server.process.pid!, 'now') : 0
  if (canMeasureMemory) resetPeak(server.process.pid!)
  const outcomes = await Promise.all(Array.from({ length: AT_ONCE }, () => sendLargeForm(server.url, form)))
  return { outcomes, risen: canMeasureMemory ? readResidentMiB(server.process.pid!, 'peak') - rest : 0 }
}

const workbookHead = Buffer.from('504b0304140000000800', 'hex')
const photoHead = Buffer.from('ffd8ffe000104a46494600010100', 'hex')
const large = { fileCount: 10, megabytesPerFile: 49 }
const byType = { path: '/UPLOAD_FILE', fields: { type: 'equipment' }, ...large }
const machines = { path: '/book/upload', ...large }
const inspection = { path: '/production/first_inspection', field: 'image', fileName: 'a.jpg', ...large, fileCount: 9 }
const wholeInspection = {
  lineId: randomUUID(),
  workOrderId: randomUUID(),
  items: JSON.stringify([{ item: 'belt', result: 'ok' }]),
  result: 'ok',
}
/** Correct refusals: HTTP status and errno. */
const [forbidden, tooLarge, refused, tooMany] = ['200 401', '413 4013', '200 6000', '503 4502']
const cases: [string, 'viewer' | 'admin', Omit<LargeForm, 'token'>, string[]][] = [
  ['any type, by a viewer, announced', 'viewer', { ...byType, announcesLength: true }, [tooLarge]],
  ['any type, by a viewer, in chunks', 'viewer', byType, [forbidden, tooMany]],
  ['machines, by a viewer, announced', 'viewer', { ...machines, announcesLength: true }, [forbidden]],
  ['machines, by a viewer, in chunks', 'viewer', { ...machines, head: workbookHead }, [forbidden]],
  ['photos, by a viewer, in chunks', 'viewer', { ...inspection, head: photoHead }, [forbidden]],
  ['any type, with the key, announced', 'admin', { ...byType, announcesLength: true }, [tooLarge]],
  ['any type, with the key, in chunks', 'admin', byType, [refused, tooMany]],
  ['machines that begin as a workbook, with the key', 'admin', { ...machines, head: workbookHead }, [refused, tooMany]],
  ['photos that begin as photos, with the key', 'admin', { ...inspection, head: photoHead }, [refused, tooMany]],
  ['photos that are none, with the key', 'admin', inspection, [refused, tooMany]],
  [
    'machines, by a viewer who goes on sending',
    'viewer',
    { ...machines, head: workbookHead, ignoresAnswer: true },
    [forbidden],
  ],
  [
    'machines, with the key, by one who goes on sending',
    'admin',
    { ...machines, head: workbookHead, ignoresAnswer: true },
    [refused, tooMany],
  ],
  [
    'nine photos each of 14 MB of noise, with the key',
    'admin',
    { ...inspection, fields: wholeInspection, megabytesPerFile: 14, head: photoHead },
    [refused, tooMany],
  ],
  [
    'a workbook of 19 MB of noise, with the key',
    'admin',
    { ...machines, fileCount: 1, megabytesPerFile: 19, head: workbookHead },
    [refused, tooMany],
  ],
  [
    'a field without an end',
    'admin',
    { ...inspection, fileCount: 0, fields: { note: 'x'.repeat(3_000_000) } },
    [tooLarge, tooMany],
  ],
]

describe(`${AT_ONCE} forms at once, most of ten files of 49 MB`, { timeout: 300_000 }, () => {
  test.each(cases)('%s: refused early, nothing stored', async (_, who, form, right) => {
    const { outcomes, risen } = await flood({ ...form, token: who === 'admin' ? admin : viewer })
    process.stdout.write(
      `${Math.round(risen)} MiB above rest; ${Math.round(Math.max(...outcomes.map((o) => o.sentBytes)) / 2 ** 20)} MiB sent at most\n`,
    )
    const answerCodes = outcomes.map(({ status, errno }) => `${status} ${errno}`)
    expect(answerCodes.filter((one) => !right.includes(one))).toEqual([])
    expect(answerCodes).toContain(right[0])
    expect(outcomes.filter((o) => o.status === 503 && o.retryAfter < 1)).toEqual([])
    await vi
      .waitUntil(() => listUploads().length === 0, { timeout: 20_000, interval: 50 })
      .catch(() => expect(listUploads()).toEqual([]))
    expect(risen).toBeLessThanOrEqual(MOST_ABOVE_REST_MIB)
    expect((await call(server.url, 'GET', '/ping', '')).errno).toBe('200')
  })
})

/** Sends the beginning of a form and nothing more. */
function startForm(token: string): Socket {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.on('error', () => undefined) // the server closes the connection
  socket.write(
    `POST /api/book/upload HTTP/1.1\r\nHost: x\r\nAuthorization: ${token}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000000\r\n\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\n`,
  )
  socket.write(Buffer.concat([workbookHead, Buffer.alloc(300_000)]))
  return socket
}
const until = (what: () => boolean) => vi.waitUntil(what, { timeout: 20_000, interval: 20 })
const smallForm = (token: string) =>
  sendLargeForm(server.url, { path: '/book/upload', token, fileCount: 1, megabytesPerFile: 0, head: workbookHead })

describe('running uploads', { timeout: 120_000 }, () => {
  test('are limited to three per session, including photo chunks; others get a retry time', async () => {
    const heldUploads = [startForm(admin), startForm(admin), startForm(admin)]
    await until(() => listUploads().length === 3)
    expect(await smallForm(admin)).toMatchObject({ status: 503, errno: '4502' })
    const piece = await fetch(`${server.url}/api/upload_chunk?id=${randomUUID()}&offset=0`, {
      method: 'PATCH',
      headers: { authorization: admin, 'content-type': 'application/octet-stream' },
      body: 'x',
    })
    expect([piece.status, Number(piece.headers.get('retry-after')) > 0]).toEqual([503, true])
    expect(await piece.json()).toMatchObject({ errno: '4502' })
    // Other sessions, and other calls of the same person, are not delayed.
    expect(await smallForm(await signIn(server.url))).toMatchObject({ status: 200, errno: '6000' })
    expect((await call(server.url, 'GET', '/user/get_name', admin)).errno).toBe('200')
    for (const socket of heldUploads) socket.destroy()
    await until(() => listUploads().length === 0)
    await vi.waitUntil(async () => (await smallForm(admin)).errno === '6000', { timeout: 20_000, interval: 50 })
  })
  test('leave nothing behind after the server was killed and restarted', async () => {
    const socket = startForm(admin)
    await until(() => listUploads().length === 1)
    await server.stop('SIGKILL')
    socket.destroy()
    expect(listUploads()).toHaveLength(1)
    server = await startServer(await getInstalledCopy(), { dataDir })
    expect(listUploads()).toEqual([])
  })
})
