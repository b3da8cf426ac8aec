import type { Page } from 'playwright'
import { QR_TEXT } from './stage'
import { assertTrue, waitForEvents, visit, type Check } from './visit'

/** Runs in the page: records every opened camera stream, so that running streams can be counted. */
function recordStreams(): void {
  const streams: MediaStream[] = []
  Object.assign(window, { streams })
  const realGetUserMedia = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
  navigator.mediaDevices.getUserMedia = async (constraints) => {
    const stream = await realGetUserMedia(constraints)
    streams.push(stream)
    return stream
  }
}

const countLiveStreams = (page: Page) =>
  page.evaluate(() => {
    const { streams } = window as unknown as { streams: MediaStream[] }
    return streams.filter((stream) => stream.getTracks().some((track) => track.readyState === 'live')).length
  })

async function setVisibility(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
  await page.waitForTimeout(600)
}

function installNativeDetector(): void {
  class BarcodeDetector {
    static getSupportedFormats = async () => ['qr_code', 'code_128']
    detect = async () => [{ rawValue: 'NATIVE-1' }]
  }
  Object.assign(window, { BarcodeDetector })
}

function installBrokenDetector(): void {
  class BarcodeDetector {
    static getSupportedFormats = async () => ['qr_code']
    detect = async () => {
      throw new DOMException('Barcode detection service unavailable.', 'NotSupportedError')
    }
  }
  Object.assign(window, { BarcodeDetector })
}

function refuseCamera(): void {
  navigator.mediaDevices.getUserMedia = async () => {
    throw new DOMException('Permission denied', 'NotAllowedError')
  }
}

export const scannerChecks: Check[] = [
  {
    name: 'scanner reads by the decoder brought along, once for a code held still',
    run: (stage) =>
      visit(stage, { part: 'scanner', initScript: recordStreams }, async (page) => {
        const start = Date.now()
        assertTrue(String(await waitForEvents(page, 1)) === `camera ${QR_TEXT}`, 'wrong code')
        const durationMs = Date.now() - start
        await page.waitForTimeout(2500)
        assertTrue(
          (await page.evaluate(() => window.galleryEvents.length)) === 1,
          'the same code again while it was held',
        )
        assertTrue((await countLiveStreams(page)) === 1, `${await countLiveStreams(page)} live streams`)
        return `first hit after ${durationMs} ms with the decoder still to load`
      }),
  },
  {
    name: 'scanner stops when hidden, starts when back, stops when closed',
    run: (stage) =>
      visit(stage, { part: 'scanner', initScript: recordStreams }, async (page) => {
        await page.locator('[data-status=live]').waitFor()
        await setVisibility(page, 'hidden')
        assertTrue((await countLiveStreams(page)) === 0, 'camera runs while hidden')
        await setVisibility(page, 'visible')
        assertTrue((await countLiveStreams(page)) === 1, 'camera did not come back')
        await setVisibility(page, 'hidden')
        void setVisibility(page, 'visible')
        await setVisibility(page, 'hidden')
        await setVisibility(page, 'visible')
        assertTrue((await countLiveStreams(page)) === 1, `${await countLiveStreams(page)} live after quick turns`)
        await page.getByRole('button', { name: '关闭', exact: true }).click()
        await page.waitForTimeout(300)
        assertTrue((await countLiveStreams(page)) === 0, 'camera runs after closing')
        await page.getByText('open').click()
        await page.keyboard.press('Escape')
        await page.waitForTimeout(800)
        assertTrue((await countLiveStreams(page)) === 0, 'camera runs after closing at once')
      }),
  },
  {
    name: 'scanner takes the platform detector first, without loading the other',
    run: (stage) =>
      visit(stage, { part: 'scanner', initScript: installNativeDetector }, async (page) => {
        assertTrue(String(await waitForEvents(page, 1)) === 'camera NATIVE-1', 'not the native one')
        const loaded = await page.evaluate(() =>
          performance.getEntriesByType('resource').some((entry) => entry.name.includes('zxing')),
        )
        assertTrue(!loaded, 'the fallback was loaded too')
      }),
  },
  {
    name: 'scanner falls back when the platform detector fails',
    run: (stage) =>
      visit(stage, { part: 'scanner', initScript: installBrokenDetector }, async (page) => {
        assertTrue(String(await waitForEvents(page, 1)) === `camera ${QR_TEXT}`, 'no hit')
      }),
  },
  {
    name: 'scanner without a camera: reason, typing, photo',
    run: (stage) =>
      visit(stage, { part: 'scanner', initScript: refuseCamera }, async (page) => {
        await page.getByText('相机权限被拒绝').waitFor()
        await page.getByRole('textbox').fill('  EQ-0042 ')
        await page.keyboard.press('Enter')
        assertTrue(String(await waitForEvents(page, 1)) === 'manual EQ-0042', 'typing')
        const label = await takeLabelPhoto(stage)
        const input = page.locator('input[type=file]')
        await input.setInputFiles({ name: 'label.png', mimeType: 'image/png', buffer: label })
        assertTrue((await waitForEvents(page, 2))[1] === `photo ${QR_TEXT}`, 'photo')
        await input.setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
        await page.getByText('照片无法读取').waitFor()
      }),
  },
]

/** Takes a picture of the label in front of the fake camera. */
function takeLabelPhoto(stage: Parameters<Check['run']>[0]): Promise<Buffer> {
  return visit(stage, { part: 'camera' }, async (page) => {
    await page.locator('[data-status=live]').waitFor()
    await page.waitForTimeout(300)
    return page.locator('video').screenshot()
  })
}
