/** A new build that is put under a running server: until its restart, everybody gets the old one, whole. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testPlant, type TestPlant } from '../harness'

let plant: TestPlant
let folder: string
const put = (name: string, text: string | Buffer) => writeFileSync(join(folder, name), text)
const ask = (url: string, headers: Record<string, string> = {}) => plant.http.inject({ method: 'GET', url, headers })
const old = `export const build = 'old'; ${'/* much */'.repeat(400)}`

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'build-'))
  mkdirSync(join(folder, 'assets'))
  put('index.html', '<!doctype html><script src="/assets/app-old1.js"></script>')
  put('manifest.webmanifest', '{"name":"old"}')
  put('assets/app-old1.js', old)
  put('assets/app-old1.js.br', brotliCompressSync(old))
  put('assets/app-old1.js.gz', gzipSync(old))
  plant = await testPlant({ clientDir: folder })
  // As a build does (it empties the folder), and as `cp -r` over it does (it writes into the same files).
  put('index.html', '<!doctype html><script src="/assets/app-new2.js"></script>')
  put('manifest.webmanifest', '{"name":"new"}')
  rmSync(join(folder, 'assets'), { recursive: true })
  mkdirSync(join(folder, 'assets'))
  put('assets/app-new2.js', `export const build = 'new'`)
})
afterAll(async () => {
  await plant.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('a new build under a running server', () => {
  test.each(['/', '/index.html', '/production/sheet'])('%s is the page of the old one', async (path) => {
    const { statusCode, body } = await ask(path)
    expect([statusCode, body]).toEqual([200, expect.stringContaining('app-old1.js')])
  })
  test('what that page names is there, in every encoding', async () => {
    const plain = await ask('/assets/app-old1.js')
    expect([plain.statusCode, plain.body]).toEqual([200, old])
    expect(plain.headers['content-type']).toContain('javascript')
    for (const [encoding, open] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const answer = await ask('/assets/app-old1.js', { 'accept-encoding': encoding })
      expect([answer.headers['content-encoding'], answer.headers['vary']]).toEqual([encoding, 'accept-encoding'])
      expect(open(answer.rawPayload).toString()).toBe(old)
    }
    expect((await ask('/manifest.webmanifest')).json()).toEqual({ name: 'old' })
  })
  test('nothing of the new one is served', async () => {
    expect((await ask('/assets/app-new2.js')).statusCode).toBe(404)
  })
  test('who has a file already is told so, as long as it is the same', async () => {
    const { headers } = await ask('/')
    const again = await ask('/', { 'if-none-match': String(headers['etag']) })
    expect([again.statusCode, again.body, again.headers['etag']]).toEqual([304, '', headers['etag']])
    const packed = await ask('/assets/app-old1.js', { 'accept-encoding': 'br' })
    const other = await ask('/assets/app-old1.js', { 'if-none-match': String(packed.headers['etag']) })
    expect(other.statusCode).toBe(200)
  })
})
