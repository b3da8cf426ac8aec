import type { CDPSession, Page } from 'playwright'
import { checkAxe } from './check-pieces'
import { must, PHONE, seen, TABLET, visit, type Check, type Visit } from './visit'

const TOUCH = { hasTouch: true, isMobile: true } as const

type Point = { x: number; y: number }
/** A finger on the page; moves in steps of one frame. */
class Finger {
  private constructor(
    private readonly page: Page,
    private readonly session: CDPSession,
  ) {}
  static async of(page: Page): Promise<Finger> {
    return new Finger(page, await page.context().newCDPSession(page))
  }
  private send(type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Point[]) {
    return this.session.send('Input.dispatchTouchEvent', { type, touchPoints })
  }
  async drag(from: Point, to: Point, { lifts = true } = {}): Promise<void> {
    await this.send('touchStart', from)
    for (let step = 1; step <= 14; step += 1) {
      await this.send('touchMove', {
        x: from.x + ((to.x - from.x) * step) / 14,
        y: from.y + ((to.y - from.y) * step) / 14,
      })
      await this.page.waitForTimeout(16)
    }
    if (lifts) await this.lift()
  }
  lift() {
    return this.send('touchEnd')
  }
}

const visitTouch = (
  stage: Parameters<Check['run']>[0],
  where: Visit,
  work: (page: Page, finger: Finger) => Promise<string | void>,
) => visit(stage, { ...where, options: TOUCH }, async (page) => work(page, await Finger.of(page)))

/** Waits until the first card has come to rest at a shift in px; actions on its right have a negative one. */
const waitForShift = (page: Page, isWanted: 'open' | 'closed') =>
  page.waitForFunction((wanted) => {
    const track = document.querySelector('.adm-swipe-action-track')!
    const shift = new DOMMatrix(getComputedStyle(track).transform).e
    const actions = document.querySelector<HTMLElement>('.adm-swipe-action-actions-right')!
    return shift === (wanted === 'open' ? -actions.offsetWidth : 0)
  }, isWanted)
const middleOf = async (page: Page, selector: string): Promise<Point> => {
  const box = (await page.locator(selector).first().boundingBox())!
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Opens the pad and returns where its digit 5 and its submit button are. */
async function openPad(page: Page): Promise<{ digit: Point; submit: Point }> {
  await page.getByRole('button', { name: 'open' }).tap()
  await page.locator('.pad-keys').waitFor()
  await page.waitForTimeout(500)
  return {
    digit: await middleOf(page, '.pad-keys button:nth-child(5)'),
    submit: await middleOf(page, '.pad [type=submit]'),
  }
}

export const touchChecks: Check[] = [
  {
    name: 'touch: the echo of a tap presses nothing that opened under the finger',
    run: async (stage) => {
      for (const size of [PHONE, TABLET])
        await visitTouch(stage, { part: 'pad', size }, async (page) => {
          // Above the pad is its mask, which closes it; a digit is in its middle, its submit button below.
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
            must((await digits.count()) === 1, `closed by a tap at ${place.x}, ${place.y} of ${size.width}`)
            must((await digits.innerText()) === '–', `a digit typed at ${place.x}, ${place.y} of ${size.width}`)
          }
          // Digits are typed as fast as fingers can, also twice the same.
          for (const key of ['4', '5', '5', '6']) await page.getByRole('button', { name: key, exact: true }).tap()
          must((await page.locator('.pad-value b').innerText()) === '4556', 'a digit was lost')
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
        await finger.drag(top, bottom, { lifts: false })
        await page.getByText('松开刷新').waitFor()
        await finger.lift()
        await page.getByText('已刷新').waitFor()
        must((await seen(page, 1))[0] === 'refresh', 'not refreshed')
        await page.getByText('已刷新').waitFor({ state: 'hidden' })
        await page.locator('.ui-cards').evaluate((one) => one.scrollTo(0, 600))
        await page.waitForTimeout(200)
        await finger.drag(top, bottom)
        await page.waitForTimeout(600)
        const scrolled = await page.locator('.ui-cards').evaluate((one) => one.scrollTop)
        must(scrolled < 600, `the list did not scroll back: ${scrolled}`)
        must(
          (await page.evaluate(() => window.seen)).filter((one) => one === 'refresh').length === 1,
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
        const card = await middleOf(page, '.ui-swipe')
        await finger.drag({ x: 330, y: card.y }, { x: 120, y: card.y + 8 })
        await waitForShift(page, 'open')
        await checkAxe(page)
        const targets = await page
          .locator('.ui-swipe')
          .first()
          .locator('.adm-swipe-action-actions-right button')
          .evaluateAll((buttons) =>
            buttons.map((one) => one.getBoundingClientRect()).map((box) => Math.min(box.width, box.height)),
          )
        must(
          targets.every((size) => size >= 56),
          `targets of ${targets.join(', ')} px`,
        )
        // A tap on the open card only closes it.
        await page.touchscreen.tap(40, card.y)
        await waitForShift(page, 'closed')
        must((await page.evaluate(() => window.seen.length)) === 0, 'opened by the swipe')
        await finger.drag({ x: 330, y: card.y }, { x: 120, y: card.y + 8 })
        await waitForShift(page, 'open')
        await page.getByRole('button', { name: '扣留' }).first().tap()
        must(String((await seen(page, 1))[0]).startsWith('hold'), 'the action did not run')
        await waitForShift(page, 'closed')
        await finger.drag({ x: 200, y: 600 }, { x: 200, y: 250 })
        await page.waitForTimeout(400)
        must((await page.locator('.ui-cards').evaluate((one) => one.scrollTop)) > 200, 'not scrolled')
        await page.touchscreen.tap(100, 500)
        must(String((await seen(page, 2))[1]).startsWith('open'), 'a tap does not open the card')
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
        must((await page.evaluate(() => window.seen.length)) === 0, 'the next photo was loaded too early')
        const getZoom = () =>
          page
            .locator('.adm-image-viewer-image-wrapper')
            .first()
            .evaluate((one) => new DOMMatrix(getComputedStyle(one).transform).a)
        await page.touchscreen.tap(200, 420)
        await page.waitForTimeout(80)
        await page.touchscreen.tap(200, 420)
        await page.waitForTimeout(900)
        must(Math.abs((await getZoom()) - 2.5) < 0.1, `enlarged ${await getZoom()} times`)
        await page.waitForTimeout(400)
        await page.touchscreen.tap(200, 420)
        await page.waitForTimeout(80)
        await page.touchscreen.tap(200, 420)
        await page.waitForTimeout(900)
        must(Math.abs((await getZoom()) - 1) < 0.01, `still enlarged ${await getZoom()} times`)
        await finger.drag({ x: 330, y: 420 }, { x: 60, y: 425 })
        await page.getByRole('dialog', { name: '照片 2' }).waitFor()
        await seen(page, 1)
        const drawn = page.getByAltText('照片 2')
        await page.waitForFunction(() =>
          [...document.images].some((image) => image.alt === '照片 2' && image.naturalWidth === 1600),
        )
        must((await drawn.count()) === 1, 'several photos are current')
        const close = (await page.getByRole('dialog').getByRole('button', { name: '关闭' }).boundingBox())!
        must(Math.min(close.width, close.height) >= 44, `the close button has ${close.width} px`)
        await page.keyboard.press('ArrowLeft')
        await page.getByRole('dialog', { name: '照片 1' }).waitFor()
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
        must(await thumbnail.evaluate((one) => one === document.activeElement), 'the focus is lost')
      }),
  },
  {
    name: 'touch: the button that removes a photo leaves the photo visible and asks',
    run: (stage) =>
      visitTouch(stage, { part: 'photos' }, async (page) => {
        const photo = (await page.getByRole('button', { name: '查看照片 1' }).boundingBox())!
        const remove = page.getByRole('button', { name: '删除照片 1' })
        const target = (await remove.boundingBox())!
        must(Math.min(target.width, target.height) >= 44, `a target of ${target.width} px`)
        const [coveredWidth, coveredHeight] = [photo.x + photo.width - target.x, target.y + target.height - photo.y]
        const covered = (coveredWidth * coveredHeight) / (photo.width * photo.height)
        must(covered < 0.1, `it covers ${Math.round(covered * 100)} %`)
        await remove.tap()
        await page.getByRole('alertdialog').getByText('从这里删除这张照片？').waitFor()
        await page.getByRole('button', { name: '取消' }).tap()
        must((await page.locator('.ui-photos img').count()) === 2, 'removed without an answer')
      }),
  },
]
