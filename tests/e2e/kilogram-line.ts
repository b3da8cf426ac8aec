import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, type Page } from '@playwright/test'
import { button, SLOW } from './app'
import { LENGTH_M, type Mill } from './kilogram-plant'
import { coreOf, feed, grossOf, onTop, typeOnPad } from './kilogram-steps'
import type { Words } from './locale-texts'

const run = promisify(execFile)
/** Fed material reaches the web after less than this time; the story's bags were fed this long ago. */
const RESIDENCE_MS = 12 * 60_000
const HOPPER = 'A'
const getWinderUrl = (base: string, mill: Pick<Mill, 'line'>): string => `${base}/interactive/roll?line=${mill.line.id}`

const toEarlierMoment = (at: string): string => new Date(Date.parse(at) - RESIDENCE_MS).toISOString()

/** The lead starts the order on the line. */
export async function startOrder(
  page: Page,
  base: string,
  mill: Pick<Mill, 'line' | 'order'>,
  t: Words,
): Promise<void> {
  await page.goto(getWinderUrl(base, mill))
  await button(page, t('rolls:pages.winder.takeOrder')).click()
  await onTop(page)
    .locator('li')
    .filter({ hasText: mill.order.number })
    .getByRole('button', { name: t('orders:workOrder.steps.start'), exact: true })
    .click()
  const start = t('orders:workOrder.steps.start')
  await button(onTop(page), t('rolls:pages.winder.changeover.confirm', { word: start })).click(SLOW)
  // The orders dialog closes and shows the running order.
  await expect(page.getByRole('dialog')).toHaveCount(0, SLOW)
  await expect(page.locator('.wd-order')).toContainText(mill.order.number)
  await expect(page.locator('.wd-order')).toContainText(t('orders:workOrder.options.state.running'))
  await expect(page.locator('a.sync')).toHaveClass(/is-sent/, SLOW)
}

/** Feeds two lots into the hopper, one after the other, a quarter of an hour before the roll that contains both. */
export async function feedTwoLots(page: Page, base: string, mill: Mill, t: Words): Promise<void> {
  await page.route('**/api/sync', async (route) => {
    const sent = route.request().postDataJSON() as {
      ops: { op: string; occurredAt: string; body: { occurredAt?: string } }[]
    }
    for (const op of sent.ops)
      if (op.op.startsWith('feed.'))
        [op.occurredAt, op.body.occurredAt] = [
          toEarlierMoment(op.occurredAt),
          toEarlierMoment(op.body.occurredAt ?? op.occurredAt),
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
export async function makeJumbo(page: Page, base: string, mill: Pick<Mill, 'line'>, t: Words): Promise<string> {
  await page.goto(getWinderUrl(base, mill))
  await button(page, t('rolls:actions.jumboRoll_wind')).click()
  const actions = page.locator('.wd-actions')
  await button(actions, t('rolls:jumboRoll.fields.defects')).click(SLOW)
  await onTop(page).getByText(t('rolls:jumboRoll.subOptions.defects.kind.hole'), { exact: true }).click()
  await onTop(page)
    .getByRole('button', { name: t('rolls:jumboRoll.sub.defects.fromM') })
    .click()
  await typeOnPad(page, '2500', t)
  await button(onTop(page), t('rolls:pages.winder.saveDefect')).click()
  await expect(page.locator('dialog[open]')).toHaveCount(0)
  await doffJumbo(page, t)
  await grossOf(page, '4900', t)
  await coreOf(page, '10', t)
  await expect(onTop(page).getByRole('status')).toContainText(t('rolls:pages.winder.weightSlip'))
  await expect(button(onTop(page), t('rolls:pages.winder.saveWeight'))).toBeDisabled()
  await grossOf(page, '490', t)
  await saveWeight(page, t)
  await page.getByRole('heading', { level: 1, name: t('rolls:pages.labels.title') }).waitFor(SLOW)
  await page.goBack()
  const first = page.locator('.wd-list li').first()
  await expect(first.locator('b')).toContainText(mill.line.code, SLOW)
  await expect(page.locator('a.sync')).toHaveClass(/is-sent/, SLOW)
  return first.locator('b').innerText()
}
/** Doffs the roll on the winder at its length. The next roll starts at the same moment; the doffed one waits to be weighed. */
async function doffJumbo(page: Page, t: Words): Promise<void> {
  await button(page, t('rolls:actions.jumboRoll_doff')).click()
  // The roll started a moment ago as far as the app knows, so the length is entered and confirmed.
  const length = onTop(page).getByRole('button', { name: t('rolls:jumboRoll.fields.lengthM') })
  await length.click()
  await typeOnPad(page, String(LENGTH_M), t)
  await expect(length).toContainText(String(LENGTH_M).slice(0, 2))
  await onTop(page).getByLabel(t('rolls:pages.winder.offRight.counted')).check()
  await button(onTop(page), t('rolls:actions.jumboRoll_doff')).click()
  await expect(button(onTop(page), t('rolls:pages.winder.saveWeight'))).toBeVisible(SLOW)
}
async function saveWeight(page: Page, t: Words): Promise<void> {
  await button(onTop(page), t('rolls:pages.winder.saveWeight')).click()
  await expect(page.locator('dialog[open]')).toHaveCount(0)
}

/** The printed label encodes `jr:` and the number. Another program reads it if one is installed, and this app reads its picture. */
export async function expectLabelReadable(page: Page, number: string, file: string, t: Words): Promise<void> {
  await button(page.locator('.wd-actions'), t('rolls:pages.winder.label')).click()
  const label = page.locator('.rl-list img')
  await expect(label).toHaveAttribute('alt', t('rolls:pages.labels.alt', { number }), SLOW)
  const picture = await label.evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    const paper = Object.assign(document.createElement('canvas'), {
      width: image.naturalWidth,
      height: image.naturalHeight,
    })
    paper.getContext('2d')?.drawImage(image, 0, 0)
    return paper.toDataURL('image/png')
  })
  await writeFile(file, Buffer.from(picture.slice(picture.indexOf(',') + 1), 'base64'))
  const read = await run('zbarimg', ['--quiet', '--raw', '-Sdisable', '-Sqrcode.enable', file]).then(
    ({ stdout }) => stdout.trim(),
    (error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null // not installed
      throw error
    },
  )
  if (read !== null) expect(read).toBe(`jr:${number}`)
  await page.locator('a[href="/scan"]:visible').first().click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: t('client:ui.scanner.photo') }).click()
  await (await chooser).setFiles(file)
  await expect(page).toHaveURL((url) => url.searchParams.get('code') === `jr:${number}`, SLOW)
  await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible(SLOW)
}

/** Works offline: feeds one more bag, doffs the roll on the winder and weighs it. The page shows everything as saved on this phone. */
export async function continueOffline(page: Page, base: string, mill: Mill, t: Words): Promise<void> {
  const pending = t('client:resource.pendingRow')
  await feed(page, { lot: mill.lots[1].number, kg: 200, hopper: HOPPER, order: mill.order.number }, t)
  await expect(page.locator('.feed-lines li').filter({ hasText: pending })).toHaveCount(1, SLOW)
  await page.goto(getWinderUrl(base, mill))
  await doffJumbo(page, t)
  await grossOf(page, '488', t)
  await saveWeight(page, t)
  const first = page.locator('.wd-list li').first()
  await expect(first).toContainText(t('rolls:pages.winder.numberFollows'))
  await expect(first).toContainText(pending)
}
