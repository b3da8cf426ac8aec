/**
 * What the app costs a phone: bytes of the first load, the start without a network, a save, a photo, a long list; and a tablet: the glance.
 * `npm run bench -- client`, or alone on a running server with its demonstration plant: `npx tsx tests/bench/client.ts http://127.0.0.1:8080`.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright'
import { demoPassword } from '../../src/demo/accounts'
import { listChecks } from '../client/ui/browser/check-lists'
import { openStage } from '../client/ui/browser/stage'
import { goWithin, once, PHONE, readyOffline, seen, signIn, SLOWDOWN, slowed, watchedPage } from './phone-page'
import { tabletFigures } from './tablet'
import { atMost, machine, plainly, printTable, skipped, type Figure } from './table'

/** Sees every card of the home page, and so loads the most. */
const who = { userName: 'admin', password: demoPassword }
const STARTS = 6
const SAVES = 40
const PHOTOS = 10

const sorted = (values: readonly number[]) => [...values].sort((a, b) => a - b)
const share = (values: readonly number[], of: number) =>
  sorted(values)[Math.min(values.length - 1, Math.floor(values.length * of))] ?? Number.NaN
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
    const photo = await drawPhoto(browser, folder)
    const first = [...(await firstLoad(browser, url)), ...(await tabletFigures(browser, url))]
    const phone = await chromium.launchPersistentContext(join(folder, 'profile'), {
      ...PHONE,
      executablePath: path,
      args: ['--no-sandbox'],
    })
    try {
      return [
        ...first,
        ...(await coldStarts(phone, url)),
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

/** From the address to a usable home, without a network, as somebody who is kept signed in. The first start is for warming up. */
async function coldStarts(phone: BrowserContext, url: string): Promise<Figure[]> {
  const page = await watchedPage(phone)
  await page.goto(url)
  await signIn(page, who, true)
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
      `start without a network to a usable home, ${SLOWDOWN}x slower, best of ${counted.length}`,
      Math.min(...counted.map(({ usable }) => usable)),
      1000,
      'ms',
    ),
    plainly(
      'the same, median',
      share(
        counted.map(({ usable }) => usable),
        0.5,
      ),
      'ms',
    ),
    plainly(
      "of it the page's own work (processor time, also slowed), median",
      share(
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

/** Reports of faults as people make them: from the tap on "send" until the disk has it; and with a photo of 12 megapixels. */
async function saves(phone: BrowserContext, url: string, photo: string): Promise<Figure[]> {
  const page = await watchedPage(phone)
  await page.goto(`${url}/home`)
  await once(page, 'usable')
  await phone.setOffline(true)
  await slowed(page)
  const machineId = await anyMachine(page)
  const floor = await bareWrites(page)
  const text: number[] = []
  for (let round = 0; round < SAVES; round++) text.push(await report(page, machineId))
  const pictures: { prepared: number; saved: number }[] = []
  for (let round = 0; round < PHOTOS; round++) {
    const before = { prepared: 0 }
    const saved = await report(page, machineId, async () => {
      before.prepared = await addPhoto(page, photo)
    })
    pictures.push({ ...before, saved })
  }
  await phone.setOffline(false)
  await page.close()
  const [, ...counted] = text
  return [
    atMost(
      `tap to durable save of a report, ${SLOWDOWN}x slower, p95 of ${counted.length}`,
      share(counted, 0.95),
      50,
      'ms',
    ),
    plainly('the same, median', share(counted, 0.5), 'ms'),
    plainly('beside it: one row written to the same disk and nothing else, median', share(floor, 0.5), 'ms'),
    plainly('the same, p95', share(floor, 0.95), 'ms'),
    atMost(
      `12 MP photo taken in, shrunk, then saved with its report, p95 of ${pictures.length}`,
      share(
        pictures.map(({ prepared, saved }) => prepared + saved),
        0.95,
      ),
      1000,
      'ms',
    ),
    plainly(
      'of it from the tap to the durable save, p95',
      share(
        pictures.map(({ saved }) => saved),
        0.95,
      ),
      'ms',
    ),
  ]
}
async function report(
  page: Page,
  machineId: string,
  more: () => Promise<void> = () => Promise.resolve(),
): Promise<number> {
  await goWithin(page, `/activities/repairs?new=1&equipmentId=${machineId}`)
  await page.locator('.report').getByRole('radio').first().check({ force: true })
  await page.locator('.report textarea').first().fill('Unwinder belt slips')
  await more()
  await page.waitForTimeout(700) // the draft is kept by now
  await page.locator('#content .ui-button.is-primary:not(.presence-scan)').last().click()
  const { tapped, durable } = await once(page, 'durable')
  await page.locator('.report').waitFor({ state: 'detached' })
  await goWithin(page, '/home')
  return durable - tapped
}
/** The floor under any save on this machine at this moment: one strict write of one small row, ms each. */
const bareWrites = (page: Page): Promise<number[]> =>
  page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((done, fail) => {
      const request = indexedDB.open('bare', 1)
      request.onupgradeneeded = () => {
        request.result.createObjectStore('rows')
      }
      request.onsuccess = () => done(request.result)
      request.onerror = () => fail(request.error ?? new Error('not opened'))
    })
    const taken: number[] = []
    for (let at = 0; at < 40; at++) {
      await new Promise((done) => setTimeout(done, 50))
      const began = performance.now()
      await new Promise<void>((done) => {
        const write = db.transaction('rows', 'readwrite', { durability: 'strict' })
        write.oncomplete = () => done()
        write.objectStore('rows').put({ text: 'x' }, at)
      })
      taken.push(performance.now() - began)
    }
    return taken
  })
/** From the choice of the file until the photo, shrunk, stands in the form, ms. */
async function addPhoto(page: Page, photo: string): Promise<number> {
  await page.locator('.report .photos .ui-button').last().click()
  const file = page.locator('input[type=file]')
  await file.waitFor({ state: 'attached' })
  const shown = page.evaluate(
    () =>
      new Promise<number>((done) => {
        const look = () =>
          document.querySelector('.report .photos .ui-photos img')
            ? done(performance.now())
            : requestAnimationFrame(look)
        look()
      }),
  )
  await file.setInputFiles(photo)
  const at = await shown
  const { picked } = await seen(page)
  await page.locator('.ui-shoot .ui-actions .is-primary').click()
  return at - picked
}
const anyMachine = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise<string>((done, fail) => {
        const asked = indexedDB.open('nonwoven-cache')
        asked.onsuccess = () => {
          const got = asked.result.transaction('rows').objectStore('rows').index('resource').get('equipment')
          got.onsuccess = () => {
            asked.result.close()
            if (got.result) done(String(got.result.id))
            else fail(new Error('no machine in the pack'))
          }
        }
      }),
  )

/** A photo of 4000 x 3000 as a phone's camera writes it: a picture with grain, 3 to 5 MB. */
async function drawPhoto(browser: Browser, folder: string): Promise<string> {
  const page = await browser.newPage()
  const base64 = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(4000, 3000)
    const pen = canvas.getContext('2d')
    if (!pen) throw new Error('no canvas')
    const grain = pen.createImageData(500, 500)
    grain.data.forEach((_, at) => {
      grain.data[at] = at % 4 === 3 ? 255 : 110 + 40 * Math.sin(at / 700) + 30 * Math.random()
    })
    for (let x = 0; x < 4000; x += 500) for (let y = 0; y < 3000; y += 500) pen.putImageData(grain, x, y)
    const bytes = new Uint8Array(
      await (await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 })).arrayBuffer(),
    )
    let text = ''
    for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
    return btoa(text)
  })
  await page.close()
  const file = join(folder, 'photo.jpg')
  writeFileSync(file, Buffer.from(base64, 'base64'))
  return file
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
