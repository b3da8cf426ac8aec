import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, type Page } from '@playwright/test'
import { button, SLOW } from './app'
import { LENGTH_M, type Mill } from './kilogram-plant'
import { enterCoreKg, feed, enterGrossKg, getTopDialog, typeOnPad } from './kilogram-steps'
import type { Translate } from './locale-texts'

const run = promisify(execFile)
/** Fed material reaches the web within this time, so the story dates its feeds this long ago. */
const RESIDENCE_MS = 12 * 60_000
const HOPPER = 'A'
const getWinderUrl = (base: string, mill: Pick<Mill, 'line'>): string => `${base}/interactive/roll?line=${mill.line.id}`

const subtractResidenceTime = (time: string): string => new Date(Date.parse(time) - RESIDENCE_MS).toISOString()

/** Starts the order on the line as the lead. */
export async function startOrder(
  page: Page,
  base: string,
  mill: Pick<Mill, 'line' | 'order'>,
  t: Translate,
): Promise<void> {
  await page.goto(getWinderUrl(base, mill))
  await button(page, t('rolls:pages.winder.takeOrder')).click()
  await getTopDialog(page)
    .locator('li')
    .filter({ hasText: mill.order.number })
    .getByRole('button', { name: t('orders:workOrder.steps.start'), exact: true })
    .click()
  const start = t('orders:workOrder.steps.start')
  await button(getTopDialog(page), t('rolls:pages.winder.changeover.confirm', { word: start })).click(SLOW)
  // The orders dialog closes and shows the running order.
  await expect(page.getByRole('dialog')).toHaveCount(0, SLOW)
  await expect(page.locator('.wd-order')).toContainText(mill.order.number)
  await expect(page.locator('.wd-order')).toContainText(t('orders:workOrder.options.state.running'))
  await expect(page.locator('a.sync')).toHaveClass(/is-sent/, SLOW)
}

/** Feeds two lots into the hopper. The request handler dates the feeds `RESIDENCE_MS` ago, so that the next roll contains both. */
export async function feedTwoLots(page: Page, base: string, mill: Mill, t: Translate): Promise<void> {
  await page.route('**/api/sync', async (route) => {
    const sent = route.request().postDataJSON() as {
      ops: { op: string; occurredAt: string; body: { occurredAt?: string } }[]
    }
    for (const op of sent.ops)
      if (op.op.startsWith('feed.'))
        [op.occurredAt, op.body.occurredAt] = [
          subtractResidenceTime(op.occurredAt),
          subtractResidenceTime(op.body.occurredAt ?? op.occurredAt),
        ]
    await route.continue({ postData: JSON.stringify(sent) })
  })
  await page.goto(base)
  for (const lot of mill.lots) {
    await feed(page, { lot: lot.number, kg: 300, hopper: HOPPER, order: mill.order.number }, t)
    await expect(page.locator('a.sync')).toHaveClass(/is-sent/, SLOW)
  }
  await page.unroute('**/api/sync')
}

/** Starts a jumbo, marks a hole, doffs it, and weighs it after one typing mistake. Returns its number. */
export async function makeJumbo(page: Page, base: string, mill: Pick<Mill, 'line'>, t: Translate): Promise<string> {
  await page.goto(getWinderUrl(base, mill))
  await button(page, t('rolls:actions.jumboRoll_wind')).click()
  const actions = page.locator('.wd-actions')
  await button(actions, t('rolls:jumboRoll.fields.defects')).click(SLOW)
  await getTopDialog(page).getByText(t('rolls:jumboRoll.subOptions.defects.kind.hole'), { exact: true }).click()
  await getTopDialog(page)
    .getByRole('button', { name: t('rolls:jumboRoll.sub.defects.fromM') })
    .click()
  await typeOnPad(page, '2500', t)
  await button(getTopDialog(page), t('rolls:pages.winder.saveDefect')).click()
  await expect(page.locator('dialog[open]')).toHaveCount(0)
  await doffJumbo(page, t)
  await enterGrossKg(page, '4900', t)
  await enterCoreKg(page, '10', t)
  await expect(getTopDialog(page).getByRole('status')).toContainText(t('rolls:pages.winder.weightSlip'))
  await expect(button(getTopDialog(page), t('rolls:pages.winder.saveWeight'))).toBeDisabled()
  await enterGrossKg(page, '490', t)
  await saveWeight(page, t)
  await page.getByRole('heading', { level: 1, name: t('rolls:pages.labels.title') }).waitFor(SLOW)
  await page.goBack()
  const first = page.locator('.wd-list li').first()
  await expect(first.locator('b')).toContainText(mill.line.code, SLOW)
  await expect(page.locator('a.sync')).toHaveClass(/is-sent/, SLOW)
  return first.locator('b').innerText()
}
/** Doffs the roll on the winder. The next roll starts at once; the doffed one is then to be weighed. */
async function doffJumbo(page: Page, t: Translate): Promise<void> {
  await button(page, t('rolls:actions.jumboRoll_doff')).click()
  // For the app the roll has just started, so that it asks to confirm the entered length.
  const length = getTopDialog(page).getByRole('button', { name: t('rolls:jumboRoll.fields.lengthM') })
  await length.click()
  await typeOnPad(page, String(LENGTH_M), t)
  await expect(length).toContainText(String(LENGTH_M).slice(0, 2))
  await getTopDialog(page).getByLabel(t('rolls:pages.winder.offRight.counted')).check()
  await button(getTopDialog(page), t('rolls:actions.jumboRoll_doff')).click()
  await expect(button(getTopDialog(page), t('rolls:pages.winder.saveWeight'))).toBeVisible(SLOW)
}
async function saveWeight(page: Page, t: Translate): Promise<void> {
  await button(getTopDialog(page), t('rolls:pages.winder.saveWeight')).click()
  await expect(page.locator('dialog[open]')).toHaveCount(0)
}

/** Checks that the printed label encodes `jr:` and the number: zbarimg reads it if installed, and the app reads its picture. */
export async function expectLabelReadable(page: Page, number: string, file: string, t: Translate): Promise<void> {
  await button(page.locator('.wd-actions'), t('rolls:pages.winder.label')).click()
  const label = page.locator('.rl-list img')
  await expect(label).toHaveAttribute('alt', t('rolls:pages.labels.alt', { number }), SLOW)
  const picture = await label.evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    const canvas = Object.assign(document.createElement('canvas'), {
      width: image.naturalWidth,
      height: image.naturalHeight,
    })
    canvas.getContext('2d')?.drawImage(image, 0, 0)
    return canvas.toDataURL('image/png')
  })
  await writeFile(file, Buffer.from(picture.slice(picture.indexOf(',') + 1), 'base64'))
  const readText = await run('zbarimg', ['--quiet', '--raw', '-Sdisable', '-Sqrcode.enable', file]).then(
    ({ stdout }) => stdout.trim(),
    (error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null // not installed
      throw error
    },
  )
  if (readText !== null) expect(readText).toBe(`jr:${number}`)
  await page.locator('a[href="/scan"]:visible').first().click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: t('client:ui.scanner.photo') }).click()
  await (await chooser).setFiles(file)
  await expect(page).toHaveURL((url) => url.searchParams.get('code') === `jr:${number}`, SLOW)
  await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible(SLOW)
}

/** Feeds one more bag, doffs the roll on the winder and weighs it, all offline. The page marks everything as not yet sent. */
export async function continueOffline(page: Page, base: string, mill: Mill, t: Translate): Promise<void> {
  const pending = t('client:resource.pendingRow')
  await feed(page, { lot: mill.lots[1].number, kg: 200, hopper: HOPPER, order: mill.order.number }, t)
  await expect(page.locator('.feed-entries li').filter({ hasText: pending })).toHaveCount(1, SLOW)
  await page.goto(getWinderUrl(base, mill))
  await doffJumbo(page, t)
  await enterGrossKg(page, '488', t)
  await saveWeight(page, t)
  const first = page.locator('.wd-list li').first()
  await expect(first).toContainText(t('rolls:pages.winder.numberFollows'))
  await expect(first).toContainText(pending)
}
