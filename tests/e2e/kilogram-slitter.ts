import { expect, type Locator, type Page } from '@playwright/test'
import { button, SLOW } from './app'
import { typeCode } from './basement-steps'
import { LANES, type Mill } from './kilogram-plant'
import { onTop, typeOnPad } from './kilogram-steps'
import type { Words } from './locale-texts'

/** Lane weights of a 5,000 m set on the scale, kg: half of the jumbo's 480 kg. */
const WEIGHTS = ['75', '75', '75', '12'] as const
const SET_M = 5000
const say = (t: Words, key: string, filled?: Record<string, string | number>) =>
  t(`slitting:pages.divideInteractive.${key}`, filled)

/** Tells the tablet once which slitter it belongs to. */
export async function chooseSlitter(page: Page, base: string, mill: Mill, t: Words): Promise<void> {
  await page.goto(`${base}/interactive/divide`)
  await page.locator('.slitter li button').filter({ hasText: mill.slitter.code }).click(SLOW)
  // The page competes with the service worker, which is just being installed.
  await expect(button(page, say(t, 'scanJumbo'))).toBeVisible({ timeout: 90_000 })
}

/** Scans the jumbo's label. Lanes wider than the jumbo are refused with a message; the order's lanes are accepted. */
export async function startCutting(page: Page, jumbo: string, t: Words): Promise<void> {
  await button(page, say(t, 'scanJumbo')).click()
  await typeCode(page, `jr:${jumbo}`, t)
  await expect(page.getByRole('heading', { level: 1, name: jumbo })).toBeVisible(SLOW)
  await expect(page.locator('figure.lanes .defect')).toHaveCount(1, SLOW)
  const start = button(page, t('slitting:actions.cutting_start'))
  await page.getByLabel(t('slitting:cutting.fields.slittingPattern'), { exact: true }).fill('4×1000')
  await expect(
    page.getByRole('status').filter({
      hasText: t('slitting:refusals.slittingPattern.tooWide', { width: 4000, jumbo: 3200, trim: 20, limit: 3180 }),
    }),
  ).toBeVisible()
  await expect(start).toBeDisabled()
  await page.getByRole('button', { name: LANES }).first().click()
  await page.getByLabel(`${t('slitting:cutting.fields.lengthM')} (m)`).fill(String(SET_M))
  await start.click()
}
/**
 * Taps like a bouncing glove: two clicks that are 100 ms apart. The browser takes the times from the events, because the
 * second click of Playwright waits until the page has dealt with the first one.
 */
async function tapTwice(target: Locator): Promise<void> {
  await target.click({ ...SLOW, trial: true })
  const { x, y, width, height } = (await target.boundingBox())!
  const place = { x: x + width / 2, y: y + height / 2 }
  const session = await target.page().context().newCDPSession(target.page())
  const startS = Date.now() / 1000
  const send = (type: 'mousePressed' | 'mouseReleased', clickCount: number, delayS: number) =>
    session.send('Input.dispatchMouseEvent', { ...place, type, clickCount, button: 'left', timestamp: startS + delayS })
  await Promise.all([
    send('mousePressed', 1, 0),
    send('mouseReleased', 1, 0.04),
    send('mousePressed', 2, 0.1),
    send('mouseReleased', 2, 0.14),
  ])
  await session.detach()
}
/** Finishes the next set and weighs its four rolls on the pad that opens. `sent`: true if a server has it by now. */
export async function finishSet(page: Page, t: Words, { sent }: { sent: boolean }): Promise<void> {
  // A glove bounces: the second tap cuts no second set and presses nothing that appeared in its place.
  await tapTwice(button(page, say(t, 'doffNext', { metres: '5,000 m' })))
  const set = page.locator('section.set').first()
  await expect(set).toContainText(say(t, 'weighedOf', { weighed: 0, count: WEIGHTS.length }), SLOW)
  for (const [lane, kg] of WEIGHTS.entries()) {
    await expect(onTop(page).locator('h2')).toContainText(
      say(t, 'weighLane', { lane: lane + 1, width: lane === 3 ? 160 : 1000 }),
    )
    await typeOnPad(page, kg, t)
  }
  await expect(set).toContainText(say(t, 'weighedOf', { weighed: WEIGHTS.length, count: WEIGHTS.length }), SLOW)
  if (!sent) {
    await expect(set).toContainText(t('client:resource.pendingRow'))
    await expect(set).toContainText(say(t, 'numberFollows'))
  }
}

/** Downgrades five hundred metres of the second lane of the newest set. */
export async function downgradeLane(page: Page, t: Words): Promise<void> {
  const lane = page.locator('section.set').first().locator('.lane-row').nth(1)
  await lane.getByRole('button', { name: say(t, 'moreOf', { lane: 2 }), exact: true }).click()
  for (const [end, metres] of [
    ['fromM', '100'],
    ['toM', '600'],
  ] as const) {
    await button(onTop(page), t(`slitting:slitRoll.sub.downgrades.${end}`)).click()
    await typeOnPad(page, metres, t)
  }
  await onTop(page).getByText(t('slitting:slitRoll.subOptions.downgrades.defect.hole'), { exact: true }).click()
  await button(onTop(page), t('rolls:pages.winder.saveDowngrade')).click()
  await expect(page.locator('dialog[open]')).toHaveCount(0)
  await expect(lane).toContainText(t('slitting:slitRoll.options.grade.downgraded'), SLOW)
}
/** Input equals output: the balance closes with the trim calculated from the widths, and the slitter is free. */
export async function finishCutting(page: Page, t: Words): Promise<void> {
  await button(page, t('slitting:actions.cutting_finish')).click()
  const sheet = onTop(page)
  await expect(sheet).toContainText(say(t, 'closes', { tolerance: 2 }))
  await expect(sheet.getByLabel(`${t('slitting:cutting.fields.trimKg')} (kg)`)).toHaveValue('6')
  await sheet.getByLabel(`${t('slitting:cutting.fields.trimKg')} (kg)`).fill('5')
  await sheet.getByLabel(`${t('slitting:cutting.fields.wasteKg')} (kg)`).fill('1')
  await expect(sheet.locator('.facts')).toContainText('480')
  await expect(sheet.locator('.facts')).toContainText('474')
  await button(sheet, t('slitting:actions.cutting_finish')).click()
  await expect(button(page, say(t, 'scanJumbo'))).toBeVisible(SLOW)
}
