import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { UPLOAD_CHUNK_BYTES, type UploadState } from '@/contract/sync'
import { createUuid7 } from '@/contract/id'
import { KEY_FILE } from '@/server/seals'
import { call, signIn } from './built-server'
import { startInstance, startRoundRobin, type Instance } from './instances'

const { DATABASE_URL } = process.env
const PHOTOS = 6
/** More than two chunks each. The content is text, because invalid images would be refused. */
const PHOTO_BYTES = 2 * UPLOAD_CHUNK_BYTES + 100_000
const WRITES = 30

/** Creates a database and data folders of two instances that share uploaded files and the key. */
interface Place {
  databaseUrl: string
  dataDirs: [string, string]
  remove(): Promise<void>
}
async function emptyPlace(): Promise<Place> {
  const name = `instances_${randomUUID().slice(0, 8)}`
  await onServer(`create database ${name}`)
  const url = new URL(DATABASE_URL!)
  url.pathname = `/${name}`
  const folder = mkdtempSync(join(tmpdir(), 'instances-'))
  const dataDirs: [string, string] = [join(folder, 'a'), join(folder, 'b')]
  mkdirSync(join(folder, 'shared'))
  const key = `${randomBytes(32).toString('base64')}\n`
  for (const dir of dataDirs) {
    mkdirSync(dir)
    writeFileSync(join(dir, KEY_FILE), key, { mode: 0o600 })
    symlinkSync(join(folder, 'shared'), join(dir, 'files'))
  }
  return {
    databaseUrl: url.href,
    dataDirs,
    remove: async () => {
      await onServer(`drop database if exists ${name} with (force)`)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
async function onServer(statement: string): Promise<void> {
  const client = new pg.Client(DATABASE_URL)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Uploads a file in chunks like a phone: continues at the server’s offset after any network error. */
async function upload(url: string, token: string, file: { id: string; bytes: Buffer }): Promise<string[]> {
  const refusals: string[] = []
  const { id, bytes } = file
  const start = { id, sha256: sha256(bytes), size: bytes.length, mime: 'text/plain', name: 'log.txt' }
  const sendRequest = async (method: string, route: string, body: object | Buffer): Promise<UploadState | null> => {
    const isPiece = Buffer.isBuffer(body)
    const answer = await fetch(`${url}/api${route}`, {
      method,
      headers: { authorization: token, 'content-type': isPiece ? 'application/octet-stream' : 'application/json' },
      body: isPiece ? new Uint8Array(body) : JSON.stringify(body),
    }).catch(() => null)
    if (!answer || answer.status >= 500) return null
    // The instance may also be killed in the middle of its answer.
    const envelope = (await answer.json().catch(() => null)) as {
      errno: string
      errmsg: string
      data: UploadState
    } | null
    if (!envelope) return null
    if (envelope.errno !== '200') refusals.push(`${envelope.errno} ${envelope.errmsg}`)
    return envelope.data
  }
  for (let attempt = 0; attempt < 200 && refusals.length < 5; attempt++) {
    let state = await sendRequest('POST', '/upload_start', start)
    while (state && !state.done && state.received < bytes.length)
      state = await sendRequest(
        'PATCH',
        `/upload_chunk?id=${id}&offset=${state.received}`,
        bytes.subarray(state.received, state.received + UPLOAD_CHUNK_BYTES),
      )
    if (state?.done) return refusals
    await pause(50)
  }
  return [...refusals, 'not stored']
}
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

describe.skipIf(!DATABASE_URL)('two instances on one database', { timeout: 240_000 }, () => {
  let place: Place
  let instances: [Instance, Instance]
  let proxy: Awaited<ReturnType<typeof startRoundRobin>>
  let token: string

  beforeAll(async () => {
    place = await emptyPlace()
    const [a, b] = place.dataDirs
    // Both start on an empty database, so both migrate and seed.
    const settled = await Promise.allSettled([startInstance(a, place.databaseUrl), startInstance(b, place.databaseUrl)])
    const crashed = settled.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
    expect(crashed).toEqual([])
    instances = settled.map((one) => (one as PromiseFulfilledResult<Instance>).value) as [Instance, Instance]
    proxy = await startRoundRobin(instances.map(({ url }) => url))
    token = await signIn(instances[0].url)
  }, 240_000)
  afterAll(async () => {
    proxy?.close()
    await Promise.all((instances ?? []).map((one) => one.stop('SIGKILL')))
    await place?.remove()
  })

  test(`a write through one appears in the next list of the other, ${WRITES} times each way`, async () => {
    const stale: string[] = []
    const isListed = async (url: string, code: string): Promise<boolean> => {
      const answer = await call<{ list: { code: string }[] }>(url, 'POST', '/book/get_equipments', token, {
        size: 100,
      })
      return answer.data.list.some((row) => row.code === code)
    }
    for (let n = 0; n < 2 * WRITES; n++) {
      const [writer, reader] = n % 2 ? [instances[1], instances[0]] : instances
      const code = `EQ-${String(n).padStart(3, '0')}`
      await isListed(reader.url, code) // now cached there
      const written = await call(writer.url, 'POST', '/book/add_equ', token, { code, name: '计量泵' })
      expect(written.errno).toBe('200')
      if (!(await isListed(reader.url, code))) stale.push(code)
    }
    expect(stale).toEqual([])
  })

  test(`${PHOTOS} chunked uploads through a round-robin proxy arrive although one instance is killed`, async () => {
    const files = Array.from({ length: PHOTOS }, () => ({
      id: createUuid7(),
      bytes: Buffer.from(randomBytes(PHOTO_BYTES).toString('base64').slice(0, PHOTO_BYTES)),
    }))
    const uploads = Promise.all(files.map((file) => upload(proxy.url, token, file)))
    await pause(150)
    await instances[1].stop('SIGKILL')
    expect((await uploads).flat()).toEqual([])
    for (const { id, bytes } of files) {
      const answer = await fetch(`${instances[0].url}/api/file?id=${id}`, { headers: { authorization: token } })
      expect(sha256(Buffer.from(await answer.arrayBuffer()))).toBe(sha256(bytes))
    }
    expect(readdirSync(join(place.dataDirs[0], 'files', 'uploads'))).toEqual([])
  })
})
