import type { Page } from 'playwright'
import { assertTrue, waitForEvents, visit, type Check } from './visit'

type PhotoFacts = { mime: string; width: number; height: number; takenAt: string; sha256: string; size: number }

/** Creates a JPEG of noise in the browser. */
async function createNoiseJpeg(page: Page, width: number, height: number): Promise<Buffer> {
  const text = await page.evaluate(
    async ([w, h]) => {
      const canvas = new OffscreenCanvas(w, h)
      const context = canvas.getContext('2d')
      for (let offset = 0; offset < 20_000; offset += 1) {
        if (!context) break
        context.fillStyle = `hsl(${(offset * 37) % 360} 60% ${(offset * 13) % 100}%)`
        context.fillRect((offset * 7919) % w, (offset * 104_729) % h, 40, 40)
      }
      const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.95 })
      const bytes = new Uint8Array(await blob.arrayBuffer())
      let binary = ''
      for (let offset = 0; offset < bytes.length; offset += 8192)
        binary += String.fromCharCode(...bytes.subarray(offset, offset + 8192))
      return btoa(binary)
    },
    [width, height] as const,
  )
  return Buffer.from(text, 'base64')
}

/** Inserts an EXIF block at the start of a JPEG: rotated by 90° (orientation 6), with a time of capture. */
function insertExif(jpeg: Buffer): Buffer {
  const text = (value: string) => Buffer.from(`${value}\0`)
  const entry = (tag: number, type: number, count: number, value: number) => {
    const bytes = Buffer.alloc(12)
    bytes.writeUInt16BE(tag, 0)
    bytes.writeUInt16BE(type, 2)
    bytes.writeUInt32BE(count, 4)
    if (type === 3) bytes.writeUInt16BE(value, 8)
    else bytes.writeUInt32BE(value, 8)
    return bytes
  }
  const toUint16 = (value: number) => Buffer.from([value >> 8, value & 255])
  const main = Buffer.concat([toUint16(2), entry(0x0112, 3, 1, 6), entry(0x8769, 4, 1, 38), Buffer.alloc(4)])
  const exif = Buffer.concat([toUint16(2), entry(0x9003, 2, 20, 68), entry(0x9011, 2, 7, 88), Buffer.alloc(4)])
  const tiff = Buffer.concat([
    Buffer.from('MM\0*\0\0\0\x08', 'latin1'),
    main,
    exif,
    text('2026:05:04 13:02:11'),
    text('+08:00'),
  ])
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
  return Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, 0xe1]),
    toUint16(body.length + 2),
    body,
    jpeg.subarray(2),
  ])
}

export const cameraChecks: Check[] = [
  {
    name: 'camera shoots in the page, up to its limit',
    run: (stage) =>
      visit(stage, { part: 'camera' }, async (page) => {
        await page.locator('[data-status=live]').waitFor()
        const shutter = page.getByRole('button', { name: '拍照' })
        for (const count of [1, 2, 3]) {
          await shutter.click()
          await waitForEvents(page, count)
        }
        await page.getByText('已达到 3 张上限').waitFor()
        assertTrue(await shutter.isDisabled(), 'a fourth photo is offered')
        const photo = (await waitForEvents(page, 3))[0] as PhotoFacts
        assertTrue(photo.mime === 'image/jpeg' && photo.width === 1280 && photo.height === 720, JSON.stringify(photo))
        assertTrue(
          /^[0-9a-f]{64}$/.test(photo.sha256) && Math.abs(Date.now() - Date.parse(photo.takenAt)) < 60_000,
          JSON.stringify(photo),
        )
        await page.getByRole('button', { name: '完成' }).click()
        await page.getByRole('button', { name: '删除照片 1' }).click()
        await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click()
        assertTrue((await page.locator('.ui-photos img').count()) === 2, 'not removed')
        const drawn = await page
          .locator('.ui-photos img')
          .first()
          .evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))
        assertTrue(drawn === 1280, 'the thumbnail is broken')
      }),
  },
  {
    name: 'camera takes a 12 MP file: upright, 1600 px, its own time, no metadata left',
    run: (stage) =>
      visit(stage, { part: 'camera' }, async (page) => {
        const file = insertExif(await createNoiseJpeg(page, 4000, 3000))
        const start = Date.now()
        await page
          .locator('input[type=file]')
          .setInputFiles({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: file })
        const photo = (await waitForEvents(page, 1))[0] as PhotoFacts
        const durationMs = Date.now() - start
        assertTrue(photo.width === 1200 && photo.height === 1600, `${photo.width} × ${photo.height}`)
        assertTrue(photo.takenAt === '2026-05-04T05:02:11.000Z', photo.takenAt)
        return `${(file.length / 1e6).toFixed(1)} MB became ${(photo.size / 1e3).toFixed(0)} kB in ${durationMs} ms, transfer into the browser included`
      }),
  },
  {
    name: 'camera refuses what is no photo and stays open',
    run: (stage) =>
      visit(stage, { part: 'camera' }, async (page) => {
        const input = page.locator('input[type=file]')
        await input.setInputFiles({
          name: 'x.jpg',
          mimeType: 'image/jpeg',
          buffer: Buffer.from('<svg onload="alert(1)"/>'),
        })
        await page.getByText('该文件不是照片').waitFor()
        await input.setInputFiles({
          name: 'x.jpg',
          mimeType: 'image/jpeg',
          buffer: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]),
        })
        await page.getByText('照片无法读取').waitFor()
        assertTrue((await page.evaluate(() => window.galleryEvents.length)) === 0, 'something was taken')
      }),
  },
]
