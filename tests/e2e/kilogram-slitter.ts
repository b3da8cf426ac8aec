import { expect, type Locator, type Page } from '@playwright/test'
import { button, SLOW, tapUntil } from './app'
import { typeCode } from './basement-steps'
import { LANES, type Mill } from './kilogram-plant'
import { getTopDialog, typeOnPad } from './kilogram-steps'
import type { Translate } from './locale-texts'

/** Lane weights of a 5,000 m set on the scale, kg: half of the jumbo's 480 kg. */
const LANE_WEIGHTS_KG = ['75', '75', '75', '12'] as const
const SET_LENGTH_M = 5000
const translate = (t: Translate, key: string, values?: Record<string, string | number>) =>
  t(`slitting:pages.divideInteractive.${key}`, values)

/** Assigns the tablet to the slitter, which it remembers. */
export async function chooseSlitter(page: Page, base: string, mill: Mill, t: Translate): Promise<void> {
  await page.goto(`${base}/interactive/divide`)
  await tapUntil(page.locator('.slitter li button').filter({ hasText: mill.slitter.code }), () =>
    expect(button(page, translate(t, 'scanJumbo'))).toBeVisible({ timeout: 10_000 }),
  )
}

/** Scans the jumbo's label and starts cutting it. Checks that lanes wider than the jumbo are refused. */
export async function startCutting(page: Page, jumbo: string, t: Translate): Promise<void> {
  await button(page, translate(t, 'scanJumbo')).click()
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
  await page.getByLabel(`${t('slitting:cutting.fields.lengthM')} (m)`).fill(String(SET_LENGTH_M))
  await start.click()
}
/**
 * Taps twice within 100 ms, as a glove may. Sends the mouse events with their timestamps, because Playwright's second click would
 * wait until the page has handled the first.
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
/** Finishes the next set and weighs its four rolls on the pad that opens. Offline, the page marks the set as not yet sent. */
export async function finishSet(page: Page, t: Translate, { isOnline }: { isOnline: boolean }): Promise<void> {
  // The second tap must neither cut a second set nor press what has appeared under the finger.
  await tapTwice(button(page, translate(t, 'doffNext', { metres: '5,000 m' })))
  const set = page.locator('section.set').first()
  await expect(set).toContainText(translate(t, 'weighedOf', { weighed: 0, count: LANE_WEIGHTS_KG.length }), SLOW)
  for (const [lane, kg] of LANE_WEIGHTS_KG.entries()) {
    await expect(getTopDialog(page).locator('h2')).toContainText(
      translate(t, 'weighLane', { lane: lane + 1, width: lane === 3 ? 160 : 1000 }),
    )
    await typeOnPad(page, kg, t)
  }
  await expect(set).toContainText(
    translate(t, 'weighedOf', { weighed: LANE_WEIGHTS_KG.length, count: LANE_WEIGHTS_KG.length }),
    SLOW,
  )
  if (!isOnline) {
    await expect(set).toContainText(t('client:resource.pendingRow'))
    await expect(set).toContainText(translate(t, 'numberFollows'))
  }
}

/** Downgrades five hundred metres of the second lane of the newest set. */
export async function downgradeLane(page: Page, t: Translate): Promise<void> {
  const lane = page.locator('section.set').first().locator('.lane-row').nth(1)
  await lane.getByRole('button', { name: translate(t, 'moreOf', { lane: 2 }), exact: true }).click()
  for (const [end, metres] of [
    ['fromM', '100'],
    ['toM', '600'],
  ] as const) {
    await button(getTopDialog(page), t(`slitting:slitRoll.sub.downgrades.${end}`)).click()
    await typeOnPad(page, metres, t)
  }
  await getTopDialog(page).getByText(t('slitting:slitRoll.subOptions.downgrades.defect.hole'), { exact: true }).click()
  await button(getTopDialog(page), t('rolls:pages.winder.saveDowngrade')).click()
  await expect(page.locator('dialog[open]')).toHaveCount(0)
  await expect(lane).toContainText(t('slitting:slitRoll.options.grade.downgraded'), SLOW)
}
/** Finishes cutting: the balance closes with the trim that follows from the widths. The slitter is then free. */
export async function finishCutting(page: Page, t: Translate): Promise<void> {
  await button(page, t('slitting:actions.cutting_finish')).click()
  const dialog = getTopDialog(page)
  await expect(dialog).toContainText(translate(t, 'closes', { tolerance: 2 }))
  await expect(dialog.getByLabel(`${t('slitting:cutting.fields.trimKg')} (kg)`)).toHaveValue('6')
  await dialog.getByLabel(`${t('slitting:cutting.fields.trimKg')} (kg)`).fill('5')
  await dialog.getByLabel(`${t('slitting:cutting.fields.wasteKg')} (kg)`).fill('1')
  await expect(dialog.locator('.facts')).toContainText('480')
  await expect(dialog.locator('.facts')).toContainText('474')
  await button(dialog, t('slitting:actions.cutting_finish')).click()
  await expect(button(page, translate(t, 'scanJumbo'))).toBeVisible(SLOW)
}
