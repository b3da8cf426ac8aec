/**
 * What the app costs a phone: bytes of the first load, the start without a network, a save, a photo, a long list; and a tablet: the glance.
 * `npm run bench -- client`, or alone on a running server with its demonstration plant: `npx tsx tests/bench/client.ts http://127.0.0.1:8080`.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { chromium, type Browser, type BrowserContext } from 'playwright'
import { demoPassword } from '../../src/demo/accounts'
import { listChecks } from '../client/ui/browser/check-lists'
import { openStage } from '../client/ui/browser/stage'
import { once, PHONE, readyOffline, signIn, SLOWDOWN, slowed, watchedPage } from './phone-page'
import { drawPhoto, saves } from './phone-saves'
import { tabletFigures } from './tablet'
import { atMost, machine, plainly, printTable, skipped, type Figure } from './table'
import { percentile } from './timing'

/** Sees every card of the home page, and so loads the most. */
const who = { userName: 'admin', password: demoPassword }
const mechanic = { userName: 'maint', password: demoPassword }
const STARTS = 6

const kb = (bytes: number) => bytes / 1000

/** Every figure of the app, from a running server with the demonstration plant. */
export async function clientFigures(url: string): Promise<Figure[]> {
  const { findChromium } = (await import('../chromium.mjs' as string)) as {
    findChromium(): { path: string | null; why?: string }
  }
  const { path, why } = findChromium()
  if (!path) return [skipped('everything', why ?? 'no Chromium')]
  const browser = await chromium.launch({ executablePath: path, args: ['--no-sandbox'] })
  const folder = mkdtempSync(join(tmpdir(), 'bench-phone-'))
  try {
    await quiet(url)
    const photo = await drawPhoto(browser, folder)
    const first = [...(await firstLoad(browser, url)), ...(await tabletFigures(browser, url))]
    const phoneOf = (name: string) =>
      chromium.launchPersistentContext(join(folder, name), { ...PHONE, executablePath: path, args: ['--no-sandbox'] })
    const mechanics = await phoneOf('mechanic')
    const starts = await coldStarts(mechanics, url, mechanic, 'of a mechanic').finally(() => mechanics.close())
    const phone = await phoneOf('everything')
    try {
      return [
        ...first,
        ...starts,
        ...(await coldStarts(phone, url, who, 'with every card')),
        ...(await saves(phone, url, photo)),
        ...(await longList(path).catch((error: unknown) => [
          // A screen that takes too long is told by its test; here it must not cost the other figures.
          skipped('list of 10,000 rows', error instanceof Error ? error.message : String(error)),
        ])),
      ]
    } finally {
      await phone.close()
    }
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What crosses the wire until a new phone's home can be used, and what comes behind it while nobody touches anything. */
async function firstLoad(browser: Browser, url: string): Promise<Figure[]> {
  const context = await browser.newContext(PHONE)
  try {
    const page = await watchedPage(context)
    const got: { path: string; size: Promise<number> }[] = []
    page.on('response', (answer) => {
      const path = new URL(answer.url()).pathname
      if (/\.(js|css|json)$/.test(path))
        got.push({ path, size: answer.body().then((body) => gzipSync(body, { level: 9 }).length) })
    })
    await page.goto(url)
    await signIn(page, who, false)
    await once(page, 'usable')
    await page.waitForTimeout(1500) // what home itself still asks for
    const home = [...got]
    await page.waitForTimeout(6000)
    const sum = async (list: typeof got, ends: string) =>
      kb(
        (await Promise.all(list.filter(({ path }) => path.endsWith(ends)).map(({ size }) => size))).reduce(
          (a, b) => a + b,
          0,
        ),
      )
    const worker = await (await fetch(`${url}/sw.js`)).arrayBuffer()
    return [
      atMost('first load, login and home: JavaScript, gzip', await sum(home, '.js'), 150, 'KB'),
      atMost('first load: styles, gzip', await sum(home, '.css'), 10, 'KB'),
      plainly('first load: texts as data, gzip', await sum(home, '.json'), 'KB'),
      plainly('first load: requests for these', home.length, ''),
      plainly(
        "then, untouched for 4 s: the phone's store, gzip",
        await sum(
          got.filter((one) => !home.includes(one)),
          '.js',
        ),
        'KB',
      ),
      plainly('then: the service worker, gzip', kb(gzipSync(new Uint8Array(worker), { level: 9 }).length), 'KB'),
    ]
  } finally {
    await context.close()
  }
}

/** A plant that has just been made works off its months beside the app: on this machine, unlike a plant's, that takes from the phone. */
async function quiet(url: string): Promise<void> {
  for (const began = performance.now(); performance.now() - began < 10 * 60_000; await pause(2_000)) {
    const { behind } = (await (await fetch(`${url}/readyz`)).json()) as { behind: readonly string[] | null }
    if (behind?.length === 0) return
  }
  throw new Error('the plant never came to rest')
}

/** From the address to a usable home, without a network, as somebody who is kept signed in. The first start is for warming up. */
async function coldStarts(phone: BrowserContext, url: string, person: typeof who, named: string): Promise<Figure[]> {
  const page = await watchedPage(phone)
  await page.goto(url)
  await signIn(page, person, true)
  await once(page, 'usable')
  await readyOffline(page)
  await page.reload()
  await page.waitForTimeout(3000)
  await page.close()
  await phone.setOffline(true)
  const taken: { usable: number; worked: number }[] = []
  for (let start = 0; start < STARTS; start++) taken.push(await coldStart(phone, url))
  await phone.setOffline(false)
  const counted = taken.slice(1)
  return [
    atMost(
      `start without a network to a usable home ${named}, ${SLOWDOWN}x slower, best of ${counted.length}`,
      Math.min(...counted.map(({ usable }) => usable)),
      1000,
      'ms',
    ),
    plainly(
      'the same, median',
      percentile(
        counted.map(({ usable }) => usable),
        0.5,
      ),
      'ms',
    ),
    plainly(
      "of it the page's own work (processor time, also slowed), median",
      percentile(
        counted.map(({ worked }) => worked),
        0.5,
      ),
      'ms',
    ),
  ]
}
async function coldStart(phone: BrowserContext, url: string): Promise<{ usable: number; worked: number }> {
  const page = await watchedPage(phone)
  try {
    const session = await slowed(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' }) // a busy machine does not stretch it
    await session.send('ServiceWorker.enable')
    await session.send('ServiceWorker.stopAllWorkers')
    await page.goto(`${url}/home`)
    const { usable } = await once(page, 'usable')
    const { metrics } = await session.send('Performance.getMetrics')
    const worked = (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
    if (
      await page.evaluate(() =>
        fetch('/api/ping').then(
          () => true,
          () => false,
        ),
      )
    )
      throw new Error('the phone still has a network')
    return { usable, worked }
  } finally {
    await page.close()
  }
}

/** Ten thousand rows as cards, scrolled from end to end. */
async function longList(chromiumPath: string): Promise<Figure[]> {
  process.env['CHROMIUM'] ??= chromiumPath
  const stage = await openStage()
  try {
    const check = listChecks.find(({ name }) => name === 'list budget cards 390')
    const said = (await check?.run(stage)) ?? ''
    const [, rest, most, longest] =
      /(\d+) nodes at rest, at most (\d+) while scrolling, main thread at most (\d+) ms/.exec(said) ?? []
    return [
      atMost('list of 10,000 rows: most nodes', Math.max(Number(rest), Number(most)), 400, ''),
      atMost('list of 10,000 rows: longest work for one screen', Number(longest), 50, 'ms'),
    ]
  } finally {
    await stage.close()
  }
}

const [, script, url] = process.argv
if (script && import.meta.url === pathToFileURL(script).href) {
  if (!url) throw new Error('the address of a running server is needed')
  printTable([machine()], [{ name: `The app on a phone, ${url}`, figures: await clientFigures(url) }])
}
