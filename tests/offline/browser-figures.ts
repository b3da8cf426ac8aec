/**
 * The offline core in a real Chromium over HTTP: figures for the budgets, a crash after a save, the worker offline.
 * Run: `npx tsx tests/offline/browser-figures.ts` (CHROMIUM=/path/to/chromium to use an installed one).
 */
import { createServer, type IncomingMessage } from 'node:http'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium, type BrowserContext, type Page } from 'playwright'
import { build } from 'vite'
import { createUuid7 } from '@/contract/id'
import type { Offline } from '@/offline'
import { SimulatedServer } from './simulated-server'

declare global {
  interface Window {
    offline: Offline
    userId: string
  }
}
const folder = mkdtempSync(join(tmpdir(), 'offline-figures-'))
const userId = createUuid7()
const plant = new SimulatedServer(() => Date.now())
plant.tokens.set('token', userId)
const say = (line: string) => process.stdout.write(`${line}\n`)

async function bundle(entry: string, name: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { '@': resolve('src') } },
    define: {
      'self.__WB_MANIFEST': JSON.stringify([
        { url: '/index.html', revision: '1' },
        { url: '/page.js', revision: '1' },
      ]),
      'process.env.NODE_ENV': '"production"',
    },
    build: {
      outDir: folder,
      emptyOutDir: false,
      lib: { entry, formats: ['iife'], name: 'bundle', fileName: () => name },
    },
  })
}
writeFileSync(
  join(folder, 'entry.ts'),
  `import { openOffline } from '${resolve('src/offline/index')}'
import { registerWorker } from '${resolve('src/offline/register')}'
window.offline = openOffline({ onError: (error) => console.error(error) })
window.userId = '${userId}'
void registerWorker({ isBusy: () => true, onUpdate: () => {}, onError: console.error })`,
)
await bundle(join(folder, 'entry.ts'), 'page.js')
await bundle(resolve('sw/sw.ts'), 'sw.js')

const read = async (request: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}
const server = createServer(
  (request, response) =>
    void (async () => {
      const url = new URL(request.url ?? '/', 'http://localhost')
      if (!url.pathname.startsWith('/api/')) {
        const script = url.pathname.endsWith('.js')
        response.writeHead(200, { 'content-type': script ? 'text/javascript' : 'text/html' })
        response.end(
          script
            ? readFileSync(join(folder, url.pathname.slice(1)))
            : '<!doctype html><title>t</title><script src="/page.js"></script>',
        )
        return
      }
      const body = await read(request)
      const raw = request.headers['content-type'] === 'application/octet-stream'
      await new Promise((done) => setTimeout(done, 40))
      const answer = plant.handle(
        request.method ?? 'GET',
        url,
        request.headers.authorization ?? null,
        raw ? new Uint8Array(body).buffer : body.toString(),
      )
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
      response.end(await answer.text())
    })().catch((error: unknown) => response.destroy(error as Error)),
)
await new Promise<void>((done) => server.listen(0, done))
const address = server.address()
const origin = `http://localhost:${address instanceof Object ? address.port : 0}`

const profile = join(folder, 'profile')
const launch = () =>
  chromium.launchPersistentContext(profile, {
    ...(process.env['CHROMIUM'] ? { executablePath: process.env['CHROMIUM'] } : {}),
    viewport: { width: 390, height: 844 },
  })
async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.goto(origin)
  await page.waitForFunction(() => 'offline' in window)
  return page
}
/** Duration of `count` saves, ms: median and 95th percentile. */
const measureSaves = (page: Page, count: number, photoBytes: number): Promise<string> =>
  page.evaluate(
    async ([times, size]) => {
      const durationsMs: number[] = []
      for (let index = 0; index < (times ?? 0); index++) {
        const photos = size
          ? [{ id: crypto.randomUUID(), data: new ArrayBuffer(size), mime: 'image/jpeg', name: 'p.jpg' }]
          : []
        const began = performance.now()
        await window.offline.outbox.save(window.userId, {
          endpoint: { name: 'note.create', offline: { resource: 'note', idInput: 'id', schemaVersion: 1 } },
          body: { text: `note ${index}` },
          photos,
        })
        durationsMs.push(performance.now() - began)
      }
      durationsMs.sort((a, b) => a - b)
      return [
        durationsMs[Math.floor(durationsMs.length / 2)] ?? 0,
        durationsMs[Math.floor(durationsMs.length * 0.95)] ?? 0,
      ]
        .map((ms) => Math.round(ms))
        .join('/')
    },
    [count, photoBytes],
  )

/** Lower bound for any save on this disk: one strict put of one small row. */
const measureBareWrites = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((done, fail) => {
      const request = indexedDB.open('bare', 1)
      request.onupgradeneeded = () => request.result.createObjectStore('rows')
      request.onsuccess = () => done(request.result)
      request.onerror = () => fail(request.error ?? new Error('open'))
    })
    const durationsMs: number[] = []
    for (let at = 0; at < 100; at++) {
      const began = performance.now()
      await new Promise<void>((done) => {
        const write = db.transaction('rows', 'readwrite', { durability: 'strict' })
        write.oncomplete = () => done()
        write.objectStore('rows').put({ text: 'x' }, at)
      })
      durationsMs.push(performance.now() - began)
    }
    durationsMs.sort((a, b) => a - b)
    return [durationsMs[50] ?? 0, durationsMs[95] ?? 0].map((ms) => Math.round(ms)).join('/')
  })
let context = await launch()
let page = await openPage(context)
const throttle = await context.newCDPSession(page)
await throttle.send('Emulation.setCPUThrottlingRate', { rate: 4 })
say(
  `durable save, text, 4x CPU slowdown: p50/p95 ${await measureSaves(page, 100, 0)} ms; a bare strict write: ${await measureBareWrites(page)} ms`,
)
say(`durable save with 600 KB of photo, 4x CPU slowdown: p50/p95 ${await measureSaves(page, 20, 600_000)} ms`)
await throttle.send('Emulation.setCPUThrottlingRate', { rate: 1 })
await measureSaves(page, 880, 0)
const crash = await context.newCDPSession(page)
await measureSaves(page, 1, 0)
const gone = new Promise((done) => context.once('close', done))
await Promise.race([crash.send('Browser.crash').catch(() => {}), gone])
await gone

context = await launch()
page = await openPage(context)
const storedCount = await page.evaluate(async () => (await window.offline.items(window.userId)).length)
say(`after a crash of the browser: ${storedCount} of 1001 commands here`)
const drained = await page.evaluate(async () => {
  const began = performance.now()
  await window.offline.sessionStore.signIn({ userId: window.userId, name: 'Li', token: 'token', staySignedIn: false })
  while ((await window.offline.stores.db.outbox.count()) > 0) await new Promise((done) => setTimeout(done, 5))
  return performance.now() - began
})
say(
  `${storedCount} commands drained, 40 ms a request: ${Math.round(drained)} ms; ${plant.effects.length} applied, ${new Set(plant.effects.map((effect) => effect.opId)).size} different`,
)
await page.evaluate(async () => {
  while ((await window.offline.stores.db.bytes.count()) > 0) await window.offline.triggers.requestDrain('userRequest')
})
say(`photos on the server: ${[...plant.files.values()].filter((file) => file.done).length} of 20`)
await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
await page.reload()
await context.setOffline(true)
const began = performance.now()
await page.goto(`${origin}/activities/repairs`)
await page.waitForFunction(() => 'offline' in window)
say(
  `offline start of a page never seen: ${Math.round(performance.now() - began)} ms; api answers ${await page.evaluate(
    () =>
      fetch('/api/ping').then(
        (answer) => String(answer.status),
        () => 'nothing',
      ),
  )}`,
)
await context.close()
server.close()
rmSync(folder, { recursive: true, force: true })
