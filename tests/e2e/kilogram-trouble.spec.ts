import { expect, test, type Page } from '@playwright/test'
import { Api, button, goOffline, goOnline, waitUntilOfflineReady, sendAll, signIn, SLOW } from './app'
import { typeCode } from './basement-steps'
import { furnishMill, GSM, LANES, LENGTH_M, startMorningServer, type Mill } from './kilogram-plant'
import { chooseSlitter } from './kilogram-slitter'
import { feed, scan, typeOnPad } from './kilogram-steps'
import { READY_TIMEOUT_MS, type RealServer } from './server'
import { loadTexts } from './locale-texts'

type List<T> = { total: number; list: T[] }
interface Jumbo {
  id: string
  number: string
}
const t = loadTexts('zh')
const say = (key: string, filled?: Record<string, string | number>) =>
  t(`slitting:pages.divideInteractive.${key}`, filled)
let server: RealServer
let mill: Mill
test.beforeAll(async () => {
  test.setTimeout(READY_TIMEOUT_MS)
  server = await startMorningServer()
  mill = await furnishMill(server)
  await (
    await Api.signIn(server, 'prod-lead')
  ).call('POST', '/jumbo_first/add_work_order', { id: mill.order.id, lineId: mill.line.id })
})
test.afterAll(async () => {
  await server?.dispose()
})

/** A jumbo doffed by other people. */
async function doffJumboElsewhere(): Promise<Jumbo> {
  const line = await Api.signIn(server, 'operator-line')
  return line.call('POST', '/jumbo_second/doff_team', {
    workOrderId: mill.order.id,
    lineId: mill.line.id,
    lengthM: LENGTH_M,
    grossKg: GSM * 32 + 10,
    coreKg: 10,
  })
}
/** Starts cutting the scanned jumbo with the lanes of the order. */
async function startCutting(page: Page, label: string): Promise<void> {
  await button(page, say('scanJumbo')).click(SLOW)
  await typeCode(page, label, t)
  await expect(page.getByText(say('unknownJumbo'))).toBeVisible(SLOW)
  await page.getByLabel(t('slitting:cutting.fields.slittingPattern'), { exact: true }).fill(LANES)
  await page.getByLabel(`${t('slitting:cutting.fields.lengthM')} (m)`).fill('5000')
  await button(page, t('slitting:actions.cutting_start')).click()
}
const loadCuttings = async () =>
  (
    await (
      await Api.signIn(server, 'operator-slit')
    ).call<List<{ jumboRollId: string; state: string; lengthM: number }>>('GET', '/production/jr_cutting', {
      slitterId: mill.slitter.id,
    })
  ).list

test('a lot blocked by quality while the form is open: the form says so at once and does not feed it', async ({
  page,
}) => {
  await signIn(page, server, 'operator-line')
  const [first, second] = mill.lots
  await feed(page, { lot: first.number, kg: 100, hopper: 'A', order: mill.order.number }, t)
  await scan(page, `lot:${second.number}`, t)
  await expect(page.locator('.feed-lot')).toContainText(second.number, SLOW)
  await button(page, t('feeding:pages.rawMaterial.enterKg')).click()
  await typeOnPad(page, '100', t)
  const save = page.getByRole('button', { name: t('feeding:pages.rawMaterial.feed', { kg: '100' }) })
  await expect(save).toBeEnabled(SLOW)
  await (
    await Api.signIn(server, 'quality-lead')
  ).call('POST', '/mater/lot_decide', { id: second.id, state: 'blocked', reason: '黑点' })
  await expect(
    page.locator('.feed-findings').filter({ hasText: t('feeding:pages.rawMaterial.refused') }),
  ).toContainText('黑点', SLOW)
  await expect(save).toBeDisabled()
})

test('a label of another plant is unknown here; a cutting started with it offline is refused with a message', async ({
  page,
  context,
}) => {
  await signIn(page, server, 'operator-slit')
  await scan(page, 'jr:ZZ9-XX-261120-001', t)
  await expect(page.getByText(t('client:shell.scan.unknown', { code: 'jr:ZZ9-XX-261120-001' }))).toBeVisible(SLOW)
  await chooseSlitter(page, server.url, mill, t)
  await button(page, say('scanJumbo')).click(SLOW)
  await typeCode(page, 'jr:ZZ9-XX-261120-001', t)
  await expect(page.locator('#said')).toHaveText(
    t('slitting:refusals.unknownNumber', { number: 'ZZ9-XX-261120-001' }),
    SLOW,
  )
  await expect(button(page, t('slitting:actions.cutting_start'))).toHaveCount(0)
  await page.goto(`${server.url}/interactive/divide`)
  await waitUntilOfflineReady(page)
  await goOffline(context)
  await startCutting(page, 'jr:ZZ9-XX-261120-001')
  await goOnline(context)
  await expect(page.locator('a.sync')).toHaveClass(/is-attention/, SLOW)
  await page.locator('a.sync').click()
  await expect(page.locator('ul.unsent > li')).toContainText(
    t('slitting:refusals.unknownNumber', { number: 'ZZ9-XX-261120-001' }),
    SLOW,
  )
  expect(await loadCuttings()).toEqual([])
})

test('an unknown roll scanned offline is saved by its number, and the server finds it later', async ({
  page,
  context,
}) => {
  await signIn(page, server, 'operator-slit')
  await chooseSlitter(page, server.url, mill, t)
  await waitUntilOfflineReady(page)
  await goOffline(context)
  const jumbo = await doffJumboElsewhere()
  await startCutting(page, `jr:${jumbo.number}`)
  await expect(page.getByRole('heading', { level: 1, name: jumbo.number })).toBeVisible(SLOW)
  await expect(page.locator('a.sync')).not.toHaveClass(/is-sent/)
  await goOnline(context)
  await sendAll(page)
  expect(await loadCuttings()).toEqual([
    expect.objectContaining({ jumboRollId: jumbo.id, state: 'open', lengthM: 5000 }),
  ])
  await expect(button(page, say('doffNext', { metres: '5,000 m' }))).toBeVisible(SLOW)
})
