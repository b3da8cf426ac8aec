/** A new build copied under a running server: until the restart everybody gets the complete old build. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestPlant, type TestPlant } from '../harness'

let plant: TestPlant
let folder: string
const writeClientFile = (name: string, text: string | Buffer) => writeFileSync(join(folder, name), text)
const fetchUrl = (url: string, headers: Record<string, string> = {}) =>
  plant.http.inject({ method: 'GET', url, headers })
const old = `export const build = 'old'; ${'/* much */'.repeat(400)}`

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'build-'))
  mkdirSync(join(folder, 'assets'))
  writeClientFile('index.html', '<!doctype html><script src="/assets/app-old1.js"></script>')
  writeClientFile('manifest.webmanifest', '{"name":"old"}')
  writeClientFile('assets/app-old1.js', old)
  writeClientFile('assets/app-old1.js.br', brotliCompressSync(old))
  writeClientFile('assets/app-old1.js.gz', gzipSync(old))
  plant = await createTestPlant({ clientDir: folder })
  // Like a build, which empties the folder, and like `cp -r`, which overwrites the files.
  writeClientFile('index.html', '<!doctype html><script src="/assets/app-new2.js"></script>')
  writeClientFile('manifest.webmanifest', '{"name":"new"}')
  rmSync(join(folder, 'assets'), { recursive: true })
  mkdirSync(join(folder, 'assets'))
  writeClientFile('assets/app-new2.js', `export const build = 'new'`)
})
afterAll(async () => {
  await plant.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('a new build while the server runs', () => {
  test.each(['/', '/index.html', '/production/sheet'])('still serves the old page at %s', async (path) => {
    const { statusCode, body } = await fetchUrl(path)
    expect([statusCode, body]).toEqual([200, expect.stringContaining('app-old1.js')])
  })
  test('still serves the old page’s files, in every encoding', async () => {
    const plain = await fetchUrl('/assets/app-old1.js')
    expect([plain.statusCode, plain.body]).toEqual([200, old])
    expect(plain.headers['content-type']).toContain('javascript')
    for (const [encoding, open] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const answer = await fetchUrl('/assets/app-old1.js', { 'accept-encoding': encoding })
      expect([answer.headers['content-encoding'], answer.headers['vary']]).toEqual([encoding, 'accept-encoding'])
      expect(open(answer.rawPayload).toString()).toBe(old)
    }
    expect((await fetchUrl('/manifest.webmanifest')).json()).toEqual({ name: 'old' })
  })
  test('serves nothing of the new build', async () => {
    expect((await fetchUrl('/assets/app-new2.js')).statusCode).toBe(404)
  })
  test('answers 304 while a file is unchanged', async () => {
    const { headers } = await fetchUrl('/')
    const again = await fetchUrl('/', { 'if-none-match': String(headers['etag']) })
    expect([again.statusCode, again.body, again.headers['etag']]).toEqual([304, '', headers['etag']])
    const packed = await fetchUrl('/assets/app-old1.js', { 'accept-encoding': 'br' })
    const other = await fetchUrl('/assets/app-old1.js', { 'if-none-match': String(packed.headers['etag']) })
    expect(other.statusCode).toBe(200)
  })
})
