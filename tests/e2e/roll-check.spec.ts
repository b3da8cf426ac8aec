import { expect, test, type Locator, type Page } from '@playwright/test'
import { Api, button, goOffline, goOnline, waitUntilOfflineReady, sendAll, signIn, SLOW } from './app'
import { withCamera } from './camera'
import { scan } from './kilogram-steps'
import { startServerForFile } from './server'
import { loadTexts } from './locale-texts'

const server = startServerForFile()
const t = loadTexts('zh')
/** Budget from the scanned label to the saved check, with one photo and one defect. */
const MOST_TAPS = 6

test.use({ launchOptions: withCamera })

interface Rolls {
  list: { id: string; number: string }[]
}
interface Checks {
  total: number
  list: { id: string; images: string[]; result: string; slitRollId: string; defects: { kind: string }[] }[]
}

test('an inspector checks a roll without a network; the lead sees it with its photo', async ({ browser, page }) => {
  const lead = await Api.signIn(server.now, 'quality-lead')
  const { list } = await lead.call<Rolls>('GET', '/rolls/slit_roll', { size: '1', state: 'made', sort: '-doffedAt' })
  const roll = list[0]
  if (!roll) throw new Error('no slit roll lies in the hall')
  const previousChecks = await lead.call<Checks>('GET', '/quality/check', { slitRollId: roll.id })

  await signIn(page, server.now, 'quality', { language: 'zh' })
  await waitUntilPrepared(page)
  await goOffline(page.context())
  await scan(page, `sr:${roll.number}`, t)
  const taps = await test.step('from the scan to the saved check', () => checkRoll(page))
  expect(taps).toBeLessThanOrEqual(MOST_TAPS)
  await expect(page.getByRole('heading', { name: roll.number })).toBeVisible(SLOW)
  await expect(page.getByText(t('quality:qualityCheck.subOptions.defects.kind.hole'))).toBeVisible(SLOW)
  await expect(page.locator('a.sync')).toContainText('1')
  expect((await lead.call<Checks>('GET', '/quality/check', { slitRollId: roll.id })).total).toBe(previousChecks.total)

  await goOnline(page.context())
  await sendAll(page)
  const currentChecks = await lead.call<Checks>('GET', '/quality/check', { slitRollId: roll.id, sort: '-checkedAt' })
  expect(currentChecks.total).toBe(previousChecks.total + 1)
  expect(currentChecks.list[0]).toMatchObject({ result: 'notOk', slitRollId: roll.id, defects: [{ kind: 'hole' }] })

  const tablet = await browser.newContext({
    viewport: { width: 820, height: 1180 },
    locale: 'zh-CN',
    serviceWorkers: 'block',
  })
  try {
    const office = await tablet.newPage()
    await signIn(office, server.now, 'quality-lead', { language: 'zh', path: '/quality/sheet' })
    await office.getByText(roll.number).first().click()
    await expect(office.getByRole('heading', { name: roll.number }).first()).toBeVisible(SLOW)
    await expect(office.getByText(t('quality:qualityCheck.subOptions.defects.kind.hole')).first()).toBeVisible(SLOW)
    const photo = office.locator('.ui-photos img').first()
    await expect(photo).toBeVisible(SLOW)
    await expect.poll(() => photo.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
    await expect(button(office, t('quality:pages.sheet.downgrade'))).toBeVisible()
  } finally {
    await tablet.close()
  }
})

/** Waits until the phone has its shift pack. */
async function waitUntilPrepared(page: Page): Promise<void> {
  await waitUntilOfflineReady(page)
  await page.locator('a[href="/me"]:visible').first().click()
  const ready = page.locator('.me-row', { hasText: t('client:shell.readyOffline') })
  await expect(ready).toBeVisible(SLOW)
  await expect(ready).not.toContainText(t('client:shell.notReady'), SLOW)
}
/** Returns the number of taps. */
async function checkRoll(page: Page): Promise<number> {
  let taps = 0
  const tap = async (at: Locator) => {
    await at.tap()
    taps += 1
  }
  await tap(page.getByRole('link', { name: t('quality:pages.sheet.newCheck'), exact: true }))
  await tap(page.getByRole('button', { name: new RegExp(`^${t('client:fields.addPhoto')}`) }))
  const camera = page.locator('dialog[open]').last()
  await tap(camera.locator('.ui-shutter'))
  await expect(camera.locator('.ui-photos img')).toHaveCount(1, SLOW)
  await tap(button(camera, t('client:ui.done')))
  await tap(button(page, t('quality:qualityCheck.subOptions.defects.kind.hole')))
  const save = t('quality:pages.sheet.save', { result: t('quality:qualityCheck.options.result.notOk') })
  await tap(button(page, save))
  await expect(button(page, save)).toHaveCount(0)
  return taps
}
