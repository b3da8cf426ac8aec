/**
 * Performance of the app on a phone (bytes of the first load, offline start, a save, a photo, a long list) and a tablet (overview).
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
import { waitForMetric, PHONE, waitUntilOfflineReady, signIn, SLOWDOWN, slowDown, openWatchedPage } from './phone-page'
import { drawPhoto, measureSaves } from './phone-saves'
import { measureTablet } from './tablet'
import { atMost, describeMachine, measureSection, withoutLimit, printTable, notMeasured, type Figure } from './table'
import { getPercentile } from './timing'

/** The administrator sees every card of the home page and therefore loads most. */
const personWithEveryCard = { userName: 'admin', password: demoPassword }
const mechanic = { userName: 'maint', password: demoPassword }
const STARTS = 6

const toKilobytes = (bytes: number) => bytes / 1000

/** Measures the app on a running server with the demonstration plant. */
export async function measureClient(url: string): Promise<Figure[]> {
  const { findChromium } = (await import('../chromium.mjs' as string)) as {
    findChromium(): { path: string | null; why?: string }
  }
  const { path, why } = findChromium()
  if (!path) return [notMeasured('everything', why ?? 'no Chromium')]
  const browser = await chromium.launch({ executablePath: path, args: ['--no-sandbox'] })
  const folder = mkdtempSync(join(tmpdir(), 'bench-phone-'))
  try {
    await waitUntilQuiet(url)
    const photo = await drawPhoto(browser, folder)
    const initialFigures = [...(await measureFirstLoad(browser, url)), ...(await measureTablet(browser, url))]
    const openPhone = (name: string) =>
      chromium.launchPersistentContext(join(folder, name), { ...PHONE, executablePath: path, args: ['--no-sandbox'] })
    const mechanics = await openPhone('mechanic')
    const mechanicStarts = await measureColdStarts(mechanics, url, mechanic, 'of a mechanic').finally(() =>
      mechanics.close(),
    )
    const phone = await openPhone('everything')
    try {
      return [
        ...initialFigures,
        ...mechanicStarts,
        ...(await measureColdStarts(phone, url, personWithEveryCard, 'with every card')),
        ...(await measureSaves(phone, url, photo)),
        ...(await measureLongList(path).catch((error: unknown) => [
          // The check throws if a screen takes too long, which must not prevent the other figures.
          notMeasured('list of 10,000 rows', error instanceof Error ? error.message : String(error)),
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

/** Transferred bytes until a new phone's home is usable, and the bytes that follow while nobody touches the phone. */
async function measureFirstLoad(browser: Browser, url: string): Promise<Figure[]> {
  const context = await browser.newContext(PHONE)
  try {
    const page = await openWatchedPage(context)
    const downloads: { path: string; size: Promise<number> }[] = []
    page.on('response', (answer) => {
      const path = new URL(answer.url()).pathname
      if (/\.(js|css|json)$/.test(path))
        downloads.push({ path, size: answer.body().then((body) => gzipSync(body, { level: 9 }).length) })
    })
    await page.goto(url)
    await signIn(page, personWithEveryCard, false)
    await waitForMetric(page, 'usable')
    await page.waitForTimeout(1500) // for late requests of the home page itself
    const homeDownloads = [...downloads]
    await page.waitForTimeout(6000)
    const sumKilobytes = async (list: typeof downloads, extension: string) =>
      toKilobytes(
        (await Promise.all(list.filter(({ path }) => path.endsWith(extension)).map(({ size }) => size))).reduce(
          (a, b) => a + b,
          0,
        ),
      )
    const worker = await (await fetch(`${url}/sw.js`)).arrayBuffer()
    return [
      atMost('first load, login and home: JavaScript, gzip', await sumKilobytes(homeDownloads, '.js'), 150, 'KB'),
      atMost('first load: styles, gzip', await sumKilobytes(homeDownloads, '.css'), 10, 'KB'),
      withoutLimit('first load: texts as data, gzip', await sumKilobytes(homeDownloads, '.json'), 'KB'),
      withoutLimit('first load: requests for these', homeDownloads.length, ''),
      withoutLimit(
        "then, untouched for 4 s: the phone's store, gzip",
        await sumKilobytes(
          downloads.filter((download) => !homeDownloads.includes(download)),
          '.js',
        ),
        'KB',
      ),
      withoutLimit(
        'then: the service worker, gzip',
        toKilobytes(gzipSync(new Uint8Array(worker), { level: 9 }).length),
        'KB',
      ),
    ]
  } finally {
    await context.close()
  }
}

/** Waits until the server has calculated the past months, because server and phone share this machine, unlike in a plant. */
async function waitUntilQuiet(url: string): Promise<void> {
  for (const startTime = performance.now(); performance.now() - startTime < 10 * 60_000; await pause(2_000)) {
    const { behind } = (await (await fetch(`${url}/readyz`)).json()) as { behind: readonly string[] | null }
    if (behind?.length === 0) return
  }
  throw new Error('the server still has pending jobs')
}

/** Time from the address to a usable home, offline, with a remembered sign-in. The first start warms up. */
async function measureColdStarts(
  phone: BrowserContext,
  url: string,
  person: typeof personWithEveryCard,
  description: string,
): Promise<Figure[]> {
  const page = await openWatchedPage(phone)
  await page.goto(url)
  await signIn(page, person, true)
  await waitForMetric(page, 'usable')
  await waitUntilOfflineReady(page)
  await page.reload()
  await page.waitForTimeout(3000)
  await page.close()
  await phone.setOffline(true)
  const starts: { usable: number; workMs: number }[] = []
  for (let start = 0; start < STARTS; start++) starts.push(await measureColdStart(phone, url))
  await phone.setOffline(false)
  const measuredStarts = starts.slice(1)
  return [
    atMost(
      `start without a network to a usable home ${description}, ${SLOWDOWN}x slower, best of ${measuredStarts.length}`,
      Math.min(...measuredStarts.map(({ usable }) => usable)),
      1000,
      'ms',
    ),
    withoutLimit(
      'the same, median',
      getPercentile(
        measuredStarts.map(({ usable }) => usable),
        0.5,
      ),
      'ms',
    ),
    withoutLimit(
      "of it the page's own work (processor time, also slowed), median",
      getPercentile(
        measuredStarts.map(({ workMs }) => workMs),
        0.5,
      ),
      'ms',
    ),
  ]
}
async function measureColdStart(phone: BrowserContext, url: string): Promise<{ usable: number; workMs: number }> {
  const page = await openWatchedPage(phone)
  try {
    const session = await slowDown(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' }) // processor time, which does not depend on the load of the machine
    await session.send('ServiceWorker.enable')
    await session.send('ServiceWorker.stopAllWorkers')
    await page.goto(`${url}/home`)
    const { usable } = await waitForMetric(page, 'usable')
    const { metrics } = await session.send('Performance.getMetrics')
    const workMs = (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
    if (
      await page.evaluate(() =>
        fetch('/api/ping').then(
          () => true,
          () => false,
        ),
      )
    )
      throw new Error('the phone still has a network')
    return { usable, workMs }
  } finally {
    await page.close()
  }
}

/** Ten thousand rows as cards, scrolled from end to end. */
async function measureLongList(chromiumPath: string): Promise<Figure[]> {
  process.env['CHROMIUM'] ??= chromiumPath
  const stage = await openStage()
  try {
    const check = listChecks.find(({ name }) => name === 'list budget cards 390')
    const report = (await check?.run(stage)) ?? ''
    const [, nodesAtRest, maxNodes, longestMs] =
      /(\d+) nodes at rest, at most (\d+) while scrolling, main thread at most (\d+) ms/.exec(report) ?? []
    return [
      atMost('list of 10,000 rows: most nodes', Math.max(Number(nodesAtRest), Number(maxNodes)), 400, ''),
      atMost('list of 10,000 rows: longest work for one screen', Number(longestMs), 50, 'ms'),
    ]
  } finally {
    await stage.close()
  }
}

const [, script, url] = process.argv
if (script && import.meta.url === pathToFileURL(script).href) {
  if (!url) throw new Error('the address of a running server is needed')
  printTable([describeMachine()], [await measureSection(`The app on a phone, ${url}`, () => measureClient(url))])
}
