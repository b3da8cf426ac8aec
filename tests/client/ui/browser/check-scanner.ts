import type { Page } from 'playwright'
import { CODE } from './stage'
import { must, seen, visit, type Check } from './visit'

/** Stores every stream that the page opened, to count the streams still running. */
function recordStreams(): void {
  const streams: MediaStream[] = []
  Object.assign(window, { streams })
  const original = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
  navigator.mediaDevices.getUserMedia = async (wanted) => {
    const stream = await original(wanted)
    streams.push(stream)
    return stream
  }
}

const alive = (page: Page) =>
  page.evaluate(() => {
    const { streams } = window as unknown as { streams: MediaStream[] }
    return streams.filter((stream) => stream.getTracks().some((track) => track.readyState === 'live')).length
  })

async function turn(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
  await page.waitForTimeout(600)
}

function nativeDetector(): void {
  class BarcodeDetector {
    static getSupportedFormats = async () => ['qr_code', 'code_128']
    detect = async () => [{ rawValue: 'NATIVE-1' }]
  }
  Object.assign(window, { BarcodeDetector })
}

function brokenDetector(): void {
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
      visit(stage, { part: 'scanner', before: recordStreams }, async (page) => {
        const start = Date.now()
        must(String(await seen(page, 1)) === `camera ${CODE}`, 'wrong code')
        const took = Date.now() - start
        await page.waitForTimeout(2500)
        must((await page.evaluate(() => window.seen.length)) === 1, 'the same code again while it was held')
        must((await alive(page)) === 1, `${await alive(page)} live streams`)
        return `first hit after ${took} ms with the decoder still to load`
      }),
  },
  {
    name: 'scanner stops when hidden, starts when back, stops when closed',
    run: (stage) =>
      visit(stage, { part: 'scanner', before: recordStreams }, async (page) => {
        await page.locator('[data-status=live]').waitFor()
        await turn(page, 'hidden')
        must((await alive(page)) === 0, 'camera runs while hidden')
        await turn(page, 'visible')
        must((await alive(page)) === 1, 'camera did not come back')
        await turn(page, 'hidden')
        void turn(page, 'visible')
        await turn(page, 'hidden')
        await turn(page, 'visible')
        must((await alive(page)) === 1, `${await alive(page)} live after quick turns`)
        await page.getByRole('button', { name: '关闭', exact: true }).click()
        await page.waitForTimeout(300)
        must((await alive(page)) === 0, 'camera runs after closing')
        await page.getByText('open').click()
        await page.keyboard.press('Escape')
        await page.waitForTimeout(800)
        must((await alive(page)) === 0, 'camera runs after closing at once')
      }),
  },
  {
    name: 'scanner takes the platform detector first, without loading the other',
    run: (stage) =>
      visit(stage, { part: 'scanner', before: nativeDetector }, async (page) => {
        must(String(await seen(page, 1)) === 'camera NATIVE-1', 'not the native one')
        const loaded = await page.evaluate(() =>
          performance.getEntriesByType('resource').some((entry) => entry.name.includes('zxing')),
        )
        must(!loaded, 'the fallback was loaded too')
      }),
  },
  {
    name: 'scanner falls back when the platform detector fails',
    run: (stage) =>
      visit(stage, { part: 'scanner', before: brokenDetector }, async (page) => {
        must(String(await seen(page, 1)) === `camera ${CODE}`, 'no hit')
      }),
  },
  {
    name: 'scanner without a camera: reason, typing, photo',
    run: (stage) =>
      visit(stage, { part: 'scanner', before: refuseCamera }, async (page) => {
        await page.getByText('相机权限被拒绝').waitFor()
        await page.getByRole('textbox').fill('  EQ-0042 ')
        await page.keyboard.press('Enter')
        must(String(await seen(page, 1)) === 'manual EQ-0042', 'typing')
        const label = await labelPhoto(stage)
        const input = page.locator('input[type=file]')
        await input.setInputFiles({ name: 'label.png', mimeType: 'image/png', buffer: label })
        must((await seen(page, 2))[1] === `photo ${CODE}`, 'photo')
        await input.setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
        await page.getByText('照片无法读取').waitFor()
      }),
  },
]

/** A picture of the label as the fake camera shows it. */
function labelPhoto(stage: Parameters<Check['run']>[0]): Promise<Buffer> {
  return visit(stage, { part: 'camera' }, async (page) => {
    await page.locator('[data-status=live]').waitFor()
    await page.waitForTimeout(300)
    return page.locator('video').screenshot()
  })
}
