/** Reports saved on a phone, with and without a photo. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright'
import { navigateInApp, waitForMetric, getRecordedTimes, SLOWDOWN, slowDown, openWatchedPage } from './phone-page'
import { atMost, withoutLimit, type Figure } from './table'
import { percentile } from './timing'

const SAVES = 40
const PHOTOS = 10

/** Fault reports: time from the tap on "send" until the report is on the disk, without and with a photo of 12 megapixels. */
export async function measureSaves(phone: BrowserContext, url: string, photo: string): Promise<Figure[]> {
  const page = await openWatchedPage(phone)
  await page.goto(`${url}/home`)
  await waitForMetric(page, 'usable')
  await phone.setOffline(true)
  await slowDown(page)
  const machineId = await findMachine(page)
  const floor = await measureBareWrites(page)
  const text: number[] = []
  for (let round = 0; round < SAVES; round++) text.push(await saveReport(page, machineId))
  const pictures: { prepared: number; saved: number }[] = []
  for (let round = 0; round < PHOTOS; round++) {
    const before = { prepared: 0 }
    const saved = await saveReport(page, machineId, async () => {
      before.prepared = await addPhoto(page, photo)
    })
    pictures.push({ ...before, saved })
  }
  await phone.setOffline(false)
  await page.close()
  const [, ...measuredTexts] = text
  return [
    atMost(
      `tap to durable save of a report, ${SLOWDOWN}x slower, p95 of ${measuredTexts.length}`,
      percentile(measuredTexts, 0.95),
      50,
      'ms',
    ),
    withoutLimit('the same, median', percentile(measuredTexts, 0.5), 'ms'),
    withoutLimit('beside it: one row written to the same disk and nothing else, median', percentile(floor, 0.5), 'ms'),
    withoutLimit('the same, p95', percentile(floor, 0.95), 'ms'),
    atMost(
      `12 MP photo taken in, shrunk, then saved with its report, p95 of ${pictures.length}`,
      percentile(
        pictures.map(({ prepared, saved }) => prepared + saved),
        0.95,
      ),
      1000,
      'ms',
    ),
    withoutLimit(
      'of it from the tap to the durable save, p95',
      percentile(
        pictures.map(({ saved }) => saved),
        0.95,
      ),
      'ms',
    ),
  ]
}
async function saveReport(
  page: Page,
  machineId: string,
  more: () => Promise<void> = () => Promise.resolve(),
): Promise<number> {
  await navigateInApp(page, `/activities/repairs?new=1&equipmentId=${machineId}`)
  await page.locator('.report').getByRole('radio').first().check({ force: true })
  await page.locator('.report textarea').first().fill('Unwinder belt slips')
  await more()
  await page.waitForTimeout(700) // the draft is kept by now
  await page.locator('#content .ui-button.is-primary:not(.presence-scan)').last().click()
  const { tapped, durable } = await waitForMetric(page, 'durable')
  await page.locator('.report').waitFor({ state: 'detached' })
  await navigateInApp(page, '/home')
  return durable - tapped
}
/** Lower bound for any save on this machine at this moment: one strict write of one small row, ms each. */
const measureBareWrites = (page: Page): Promise<number[]> =>
  page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((done, fail) => {
      const request = indexedDB.open('bare', 1)
      request.onupgradeneeded = () => {
        request.result.createObjectStore('rows')
      }
      request.onsuccess = () => done(request.result)
      request.onerror = () => fail(request.error ?? new Error('not opened'))
    })
    const durationsMs: number[] = []
    for (let at = 0; at < 40; at++) {
      await new Promise((done) => setTimeout(done, 50))
      const began = performance.now()
      await new Promise<void>((done) => {
        const write = db.transaction('rows', 'readwrite', { durability: 'strict' })
        write.oncomplete = () => done()
        write.objectStore('rows').put({ text: 'x' }, at)
      })
      durationsMs.push(performance.now() - began)
    }
    return durationsMs
  })
/** Time from choosing the file until the form shows the reduced photo, ms. */
async function addPhoto(page: Page, photo: string): Promise<number> {
  await page.locator('.report .photos .ui-button').last().click()
  const file = page.locator('input[type=file]')
  await file.waitFor({ state: 'attached' })
  const photoShown = page.evaluate(
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
  const shownAt = await photoShown
  const { picked } = await getRecordedTimes(page)
  await page.locator('.ui-shoot .ui-actions .is-primary').click()
  return shownAt - picked
}
const findMachine = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise<string>((done, fail) => {
        const openRequest = indexedDB.open('nonwoven-cache')
        openRequest.onsuccess = () => {
          const got = openRequest.result.transaction('rows').objectStore('rows').index('resource').get('equipment')
          got.onsuccess = () => {
            openRequest.result.close()
            if (got.result) done(String(got.result.id))
            else fail(new Error('no machine in the pack'))
          }
        }
      }),
  )

/** A photo of 4000 x 3000 like that of a phone's camera: a picture with grain, 3 to 5 MB. */
export async function drawPhoto(browser: Browser, folder: string): Promise<string> {
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
