import type { CDPSession, Page } from 'playwright'
import { checkAxe } from './check-pieces'
import { assertTrue, PHONE, waitForEvents, TABLET, visit, type Check, type VisitOptions } from './visit'

const TOUCH = { hasTouch: true, isMobile: true } as const

type Point = { x: number; y: number }
/** A finger on the touch screen; it moves once per frame. */
class Finger {
  private constructor(
    private readonly page: Page,
    private readonly session: CDPSession,
  ) {}
  static async create(page: Page): Promise<Finger> {
    return new Finger(page, await page.context().newCDPSession(page))
  }
  private send(type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Point[]) {
    return this.session.send('Input.dispatchTouchEvent', { type, touchPoints })
  }
  async drag(from: Point, to: Point, { liftsAtEnd = true } = {}): Promise<void> {
    await this.send('touchStart', from)
    for (let step = 1; step <= 14; step += 1) {
      await this.send('touchMove', {
        x: from.x + ((to.x - from.x) * step) / 14,
        y: from.y + ((to.y - from.y) * step) / 14,
      })
      await this.page.waitForTimeout(16)
    }
    if (liftsAtEnd) await this.lift()
  }
  lift() {
    return this.send('touchEnd')
  }
}

const visitTouch = (
  stage: Parameters<Check['run']>[0],
  where: VisitOptions,
  work: (page: Page, finger: Finger) => Promise<string | void>,
) => visit(stage, { ...where, options: TOUCH }, async (page) => work(page, await Finger.create(page)))

/** Waits until the first card rests, either closed or shifted to the left by the width of its actions. */
const waitForShift = (page: Page, state: 'open' | 'closed') =>
  page.waitForFunction((wantedState) => {
    const track = document.querySelector('.adm-swipe-action-track')!
    const shift = new DOMMatrix(getComputedStyle(track).transform).e
    const actions = document.querySelector<HTMLElement>('.adm-swipe-action-actions-right')!
    return shift === (wantedState === 'open' ? -actions.offsetWidth : 0)
  }, state)
const findCenter = async (page: Page, selector: string): Promise<Point> => {
  const box = (await page.locator(selector).first().boundingBox())!
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Opens the number pad. Returns the centers of its digit 5 and its submit button. */
async function openPad(page: Page): Promise<{ digit: Point; submit: Point }> {
  await page.getByRole('button', { name: 'open' }).tap()
  await page.locator('.pad-keys').waitFor()
  await page.waitForTimeout(500)
  return {
    digit: await findCenter(page, '.pad-keys button:nth-child(5)'),
    submit: await findCenter(page, '.pad [type=submit]'),
  }
}

export const touchChecks: Check[] = [
  {
    name: 'touch: the echo of a tap presses nothing that opened under the finger',
    run: async (stage) => {
      for (const size of [PHONE, TABLET])
        await visitTouch(stage, { part: 'pad', size }, async (page) => {
          // The mask above the pad closes it; the digit is in the middle, the submit button at the bottom.
          const pad = await openPad(page)
          const mask = { x: size.width / 2, y: 60 }
          for (const place of [mask, pad.digit, pad.submit]) {
            await page.goto(`${stage.url}?part=pad&at=${place.x},${place.y}`)
            await page.locator('.ui-page button').first().waitFor()
            for (const wait of [120, 0]) {
              await page.touchscreen.tap(place.x, place.y)
              await page.waitForTimeout(wait)
            }
            await page.waitForTimeout(300)
            const digits = page.locator('dialog[open] .pad-value b')
            assertTrue((await digits.count()) === 1, `closed by a tap at ${place.x}, ${place.y} of ${size.width}`)
            assertTrue((await digits.innerText()) === '–', `a digit typed at ${place.x}, ${place.y} of ${size.width}`)
          }
          // Digits are typed as fast as fingers can, also twice the same.
          for (const key of ['4', '5', '5', '6']) await page.getByRole('button', { name: key, exact: true }).tap()
          assertTrue((await page.locator('.pad-value b').innerText()) === '4556', 'a digit was lost')
        })
    },
  },
  {
    name: 'touch: a list is refreshed when pulled at its top only',
    run: async (stage) => {
      await visitTouch(stage, { part: 'cards', query: 'rows=200' }, async (page, finger) => {
        await page.locator('.ui-cards-item').first().waitFor()
        const list = (await page.locator('.ui-cards').boundingBox())!
        const [top, bottom] = [
          { x: 200, y: list.y + 30 },
          { x: 200, y: list.y + 250 },
        ]
        await finger.drag(top, bottom, { liftsAtEnd: false })
        await page.getByText('松开刷新').waitFor()
        await finger.lift()
        await page.getByText('已刷新').waitFor()
        assertTrue((await waitForEvents(page, 1))[0] === 'refresh', 'not refreshed')
        await page.getByText('已刷新').waitFor({ state: 'hidden' })
        await page.locator('.ui-cards').evaluate((list) => list.scrollTo(0, 600))
        await page.waitForTimeout(200)
        await finger.drag(top, bottom)
        await page.waitForTimeout(600)
        const scrolled = await page.locator('.ui-cards').evaluate((list) => list.scrollTop)
        assertTrue(scrolled < 600, `the list did not scroll back: ${scrolled}`)
        assertTrue(
          (await page.evaluate(() => window.galleryEvents)).filter((event) => event === 'refresh').length === 1,
          'refreshed again',
        )
      })
      await visitTouch(stage, { part: 'cards', query: 'rows=200&offline' }, async (page, finger) => {
        await page.locator('.ui-cards-item').first().waitFor()
        const list = (await page.locator('.ui-cards').boundingBox())!
        await finger.drag({ x: 200, y: list.y + 30 }, { x: 200, y: list.y + 250 })
        await page.getByText('没有网络，仍显示本机已有的数据').waitFor()
      })
    },
  },
  {
    name: 'touch: a swipe reveals actions, opens nothing and does not hinder scrolling',
    run: (stage) =>
      visitTouch(stage, { part: 'cards', query: 'rows=200' }, async (page, finger) => {
        await page.locator('.ui-swipe').first().waitFor()
        const card = await findCenter(page, '.ui-swipe')
        await finger.drag({ x: 330, y: card.y }, { x: 120, y: card.y + 8 })
        await waitForShift(page, 'open')
        await checkAxe(page)
        const targets = await page
          .locator('.ui-swipe')
          .first()
          .locator('.adm-swipe-action-actions-right button')
          .evaluateAll((buttons) =>
            buttons.map((button) => button.getBoundingClientRect()).map((box) => Math.min(box.width, box.height)),
          )
        assertTrue(
          targets.every((size) => size >= 56),
          `targets of ${targets.join(', ')} px`,
        )
        // A tap on the open card only closes it.
        await page.touchscreen.tap(40, card.y)
        await waitForShift(page, 'closed')
        assertTrue((await page.evaluate(() => window.galleryEvents.length)) === 0, 'opened by the swipe')
        await finger.drag({ x: 330, y: card.y }, { x: 120, y: card.y + 8 })
        await waitForShift(page, 'open')
        await page.getByRole('button', { name: '扣留' }).first().tap()
        assertTrue(String((await waitForEvents(page, 1))[0]).startsWith('hold'), 'the action did not run')
        await waitForShift(page, 'closed')
        await finger.drag({ x: 200, y: 600 }, { x: 200, y: 250 })
        await page.waitForTimeout(400)
        assertTrue((await page.locator('.ui-cards').evaluate((list) => list.scrollTop)) > 200, 'not scrolled')
        await page.touchscreen.tap(100, 500)
        assertTrue(String((await waitForEvents(page, 2))[1]).startsWith('open'), 'a tap does not open the card')
      }),
  },
  {
    name: 'touch: photos are swiped and enlarged, and closed by Escape',
    run: (stage) =>
      visitTouch(stage, { part: 'photos' }, async (page, finger) => {
        const thumbnail = page.getByRole('button', { name: '查看照片 1' })
        await thumbnail.tap()
        await page.getByRole('dialog', { name: '照片 1' }).waitFor()
        await page.getByAltText('照片 1').waitFor()
        await checkAxe(page)
        assertTrue(
          (await page.evaluate(() => window.galleryEvents.length)) === 0,
          'the next photo was loaded too early',
        )
        const getZoom = () =>
          page
            .locator('.adm-image-viewer-image-wrapper')
            .first()
            .evaluate((wrapper) => new DOMMatrix(getComputedStyle(wrapper).transform).a)
        await page.touchscreen.tap(200, 420)
        await page.waitForTimeout(80)
        await page.touchscreen.tap(200, 420)
        await page.waitForTimeout(900)
        assertTrue(Math.abs((await getZoom()) - 2.5) < 0.1, `enlarged ${await getZoom()} times`)
        await page.waitForTimeout(400)
        await page.touchscreen.tap(200, 420)
        await page.waitForTimeout(80)
        await page.touchscreen.tap(200, 420)
        await page.waitForTimeout(900)
        assertTrue(Math.abs((await getZoom()) - 1) < 0.01, `still enlarged ${await getZoom()} times`)
        await finger.drag({ x: 330, y: 420 }, { x: 60, y: 425 })
        await page.getByRole('dialog', { name: '照片 2' }).waitFor()
        await waitForEvents(page, 1)
        const drawn = page.getByAltText('照片 2')
        await page.waitForFunction(() =>
          [...document.images].some((image) => image.alt === '照片 2' && image.naturalWidth === 1600),
        )
        assertTrue((await drawn.count()) === 1, 'several photos are current')
        const close = (await page.getByRole('dialog').getByRole('button', { name: '关闭' }).boundingBox())!
        assertTrue(Math.min(close.width, close.height) >= 44, `the close button has ${close.width} px`)
        await page.keyboard.press('ArrowLeft')
        await page.getByRole('dialog', { name: '照片 1' }).waitFor()
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
        assertTrue(await thumbnail.evaluate((element) => element === document.activeElement), 'the focus is lost')
      }),
  },
  {
    name: 'touch: the button that removes a photo leaves the photo visible and asks',
    run: (stage) =>
      visitTouch(stage, { part: 'photos' }, async (page) => {
        const photo = (await page.getByRole('button', { name: '查看照片 1' }).boundingBox())!
        const remove = page.getByRole('button', { name: '删除照片 1' })
        const target = (await remove.boundingBox())!
        assertTrue(Math.min(target.width, target.height) >= 44, `a target of ${target.width} px`)
        const [coveredWidth, coveredHeight] = [photo.x + photo.width - target.x, target.y + target.height - photo.y]
        const covered = (coveredWidth * coveredHeight) / (photo.width * photo.height)
        assertTrue(covered < 0.1, `it covers ${Math.round(covered * 100)} %`)
        await remove.tap()
        await page.getByRole('alertdialog').getByText('从这里删除这张照片？').waitFor()
        await page.getByRole('button', { name: '取消' }).tap()
        assertTrue((await page.locator('.ui-photos img').count()) === 2, 'removed without an answer')
      }),
  },
]
