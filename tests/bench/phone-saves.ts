/** Reports saved on a phone, with and without a photo. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright'
import { navigateInApp, waitForMetric, getRecordedTimes, SLOWDOWN, slowDown, openWatchedPage } from './phone-page'
import { atMost, withoutLimit, type Figure } from './table'
import { getPercentile } from './timing'

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
  const bareWritesMs = await measureBareWrites(page)
  const saveDurationsMs: number[] = []
  for (let round = 0; round < SAVES; round++) saveDurationsMs.push(await saveReport(page, machineId))
  const photoSaves: { prepared: number; saved: number }[] = []
  for (let round = 0; round < PHOTOS; round++) {
    let prepared = 0
    const saved = await saveReport(page, machineId, async () => {
      prepared = await addPhoto(page, photo)
    })
    photoSaves.push({ prepared, saved })
  }
  await phone.setOffline(false)
  await page.close()
  const [, ...measuredSavesMs] = saveDurationsMs
  return [
    atMost(
      `tap to durable save of a report, ${SLOWDOWN}x slower, p95 of ${measuredSavesMs.length}`,
      getPercentile(measuredSavesMs, 0.95),
      50,
      'ms',
    ),
    withoutLimit('the same, median', getPercentile(measuredSavesMs, 0.5), 'ms'),
    withoutLimit(
      'beside it: one row written to the same disk and nothing else, median',
      getPercentile(bareWritesMs, 0.5),
      'ms',
    ),
    withoutLimit('the same, p95', getPercentile(bareWritesMs, 0.95), 'ms'),
    atMost(
      `12 MP photo taken in, shrunk, then saved with its report, p95 of ${photoSaves.length}`,
      getPercentile(
        photoSaves.map(({ prepared, saved }) => prepared + saved),
        0.95,
      ),
      1000,
      'ms',
    ),
    withoutLimit(
      'of it from the tap to the durable save, p95',
      getPercentile(
        photoSaves.map(({ saved }) => saved),
        0.95,
      ),
      'ms',
    ),
  ]
}
async function saveReport(
  page: Page,
  machineId: string,
  addDetails: () => Promise<void> = () => Promise.resolve(),
): Promise<number> {
  await navigateInApp(page, `/activities/repairs?new=1&equipmentId=${machineId}`)
  await page.locator('.report').getByRole('radio').first().check({ force: true })
  await page.locator('.report textarea').first().fill('Unwinder belt slips')
  await addDetails()
  await page.waitForTimeout(700) // until the draft is stored
  await page.locator('#content .ui-button.is-primary:not(.presence-scan)').last().click()
  const { tapped, durable } = await waitForMetric(page, 'durable')
  await page.locator('.report').waitFor({ state: 'detached' })
  await navigateInApp(page, '/home')
  return durable - tapped
}
/** Measures one strict write of one small row, ms each: the lower bound of any save on this machine at this moment. */
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
    for (let write = 0; write < 40; write++) {
      await new Promise((done) => setTimeout(done, 50))
      const startTime = performance.now()
      await new Promise<void>((done) => {
        const transaction = db.transaction('rows', 'readwrite', { durability: 'strict' })
        transaction.oncomplete = () => done()
        transaction.objectStore('rows').put({ text: 'x' }, write)
      })
      durationsMs.push(performance.now() - startTime)
    }
    return durationsMs
  })
/** Adds a photo. @returns the time from choosing the file until the form shows the reduced photo, ms */
async function addPhoto(page: Page, photo: string): Promise<number> {
  await page.locator('.report .photos .ui-button').last().click()
  const file = page.locator('input[type=file]')
  await file.waitFor({ state: 'attached' })
  const photoShown = page.evaluate(
    () =>
      new Promise<number>((done) => {
        const checkPhoto = () =>
          document.querySelector('.report .photos .ui-photos img')
            ? done(performance.now())
            : requestAnimationFrame(checkPhoto)
        checkPhoto()
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
          const machineRequest = openRequest.result
            .transaction('rows')
            .objectStore('rows')
            .index('resource')
            .get('equipment')
          machineRequest.onsuccess = () => {
            openRequest.result.close()
            if (machineRequest.result) done(String(machineRequest.result.id))
            else fail(new Error('no machine in the pack'))
          }
        }
      }),
  )

/** Draws a photo of 4000 x 3000 pixels with the grain and size (3 to 5 MB) of a phone's camera. @returns its path */
export async function drawPhoto(browser: Browser, folder: string): Promise<string> {
  const page = await browser.newPage()
  const base64 = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(4000, 3000)
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    const grain = context.createImageData(500, 500)
    grain.data.forEach((_, index) => {
      grain.data[index] = index % 4 === 3 ? 255 : 110 + 40 * Math.sin(index / 700) + 30 * Math.random()
    })
    for (let x = 0; x < 4000; x += 500) for (let y = 0; y < 3000; y += 500) context.putImageData(grain, x, y)
    const bytes = new Uint8Array(
      await (await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 })).arrayBuffer(),
    )
    let text = ''
    for (let offset = 0; offset < bytes.length; offset += 0x8000)
      text += String.fromCharCode(...bytes.subarray(offset, offset + 0x8000))
    return btoa(text)
  })
  await page.close()
  const file = join(folder, 'photo.jpg')
  writeFileSync(file, Buffer.from(base64, 'base64'))
  return file
}
