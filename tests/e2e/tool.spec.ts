import { expect, test, type Page } from '@playwright/test'
import { Api, button, goOffline, goOnline, waitUntilOfflineReady, sendAll, signIn, SLOW, chooseOption } from './app'
import { withCamera } from './camera'
import { scan } from './kilogram-steps'
import { startServerForFile } from './server'
import { loadTexts } from './locale-texts'

const server = startServerForFile()
const t = loadTexts('zh')

test.use({ launchOptions: withCamera })

interface Tools {
  list: { id: string; code: string; state: string; lineId: string | null }[]
}
interface Uses {
  list: { kind: string; removedAt: string | null; reason: string; images: string[]; hours: number; kg: number }[]
}

/** Formats as a page does: `142 t`, not `142.0 t`. */
const formatNumber = (value: number, decimals: number): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: decimals })

test('a mechanic scans a spinneret out of the line without a network; its hours and tonnes are on its record', async ({
  page,
}) => {
  const lead = await Api.signIn(server.now, 'maint-lead')
  const { list } = await lead.call<Tools>('POST', '/get_tool', { kind: 'spinneret', state: 'mounted', size: 1 })
  const spinneret = list[0]
  if (!spinneret) throw new Error('no spinneret is mounted')
  const now = async () => (await lead.call<Tools>('POST', '/get_tool', { id: spinneret.id })).list[0]!

  await signIn(page, server.now, 'maint', { language: 'zh' })
  await waitUntilPrepared(page)
  await goOffline(page.context())
  await scan(page, `tl:${spinneret.code}`, t)
  await expect(page.getByRole('heading', { level: 1, name: spinneret.code })).toBeVisible(SLOW)
  await button(page, t('tools:actions.tool_takeOff')).tap()
  await enterRemoval(page)
  await expect(page.getByText(t('tools:tool.options.state.removed')).first()).toBeVisible(SLOW)
  await expect(page.locator('a.sync')).toContainText('1')
  expect(await now()).toMatchObject({ state: 'mounted' })

  await goOnline(page.context())
  await sendAll(page)
  expect(await now()).toMatchObject({ state: 'removed', lineId: null })
  const uses = await lead.call<Uses>('GET', '/get_tool', { toolId: spinneret.id, sort: '-removedAt', size: '1' })
  const [record] = uses.list
  expect(record).toMatchObject({ kind: 'mounted', reason: 'clogged', images: [expect.any(String)] })
  expect(record!.removedAt).not.toBeNull()
  expect(record!.hours).toBeGreaterThan(1)
  expect(record!.kg).toBeGreaterThan(1000)
  const line = page
    .locator('.tool-records li')
    .filter({ hasText: t('tools:toolUse.options.kind.mounted') })
    .first()
  await expect(line).toContainText(t('tools:toolUse.options.reason.clogged'), SLOW)
  await expect(line.locator('.tool-made')).toContainText(`${formatNumber(record!.kg / 1000, 1)} t`)
  await expect(line.locator('.tool-made')).toContainText(`${formatNumber(record!.hours, 0)} h`)
})

/** Waits until the phone has its shift pack. */
async function waitUntilPrepared(page: Page): Promise<void> {
  await waitUntilOfflineReady(page)
  await page.locator('a[href="/me"]:visible').first().click()
  const ready = page.locator('.me-row', { hasText: t('client:shell.readyOffline') })
  await expect(ready).toBeVisible(SLOW)
  await expect(ready).not.toContainText(t('client:shell.notReady'), SLOW)
}
/** Enters the reason, with a photo. */
async function enterRemoval(page: Page): Promise<void> {
  await chooseOption(page.locator('select, .ui-select').first(), 'clogged')
  await page.getByRole('button', { name: new RegExp(`^${t('client:fields.addPhoto')}`) }).tap()
  const camera = page.locator('dialog[open]').last()
  await camera.locator('.ui-shutter').tap()
  await expect(camera.locator('.ui-photos img')).toHaveCount(1, SLOW)
  await button(camera, t('client:ui.done')).tap()
  const save = button(page, t('client:resource.save'))
  await save.tap()
  await expect(save).toHaveCount(0)
}
