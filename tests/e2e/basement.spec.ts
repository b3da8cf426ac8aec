import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, type BrowserContext, type Page, type Route } from '@playwright/test'
import { button, goOffline, goOnline, waitUntilOfflineReady, signIn, SLOW, type Language } from './app'
import { confirmRepair } from './basement-end'
import { expectRoundRecordedOnce, PARTS_USED } from './basement-facts'
import { startEmptyPlant, furnishPlant, type Plant } from './basement-plant'
import { confirmPresence, enterNumber, scanMachine, typeCode } from './basement-steps'
import type { RealServer } from './server'
import { loadTexts, type Translate } from './locale-texts'

type Launch = () => Promise<BrowserContext>
/** Commands: start, report, three answers and finish of the round; accept and finish of the repair. */
const COMMANDS = 8
/** Maximum number of requests to a server that is down for some seconds; the phone waits longer each time. */
const MOST_KNOCKS = 12
/** The phone finds the server again by itself within this time, ms. */
const BY_ITSELF = 60_000

test('a shift in the basement: round, photos, repair and parts without a server, each of them stored once', async ({
  playwright,
  browser,
}, testInfo) => {
  test.setTimeout(600_000)
  const language = testInfo.project.name === 'phone' ? 'zh' : 'en'
  const t = loadTexts(language)
  const { viewport, hasTouch, isMobile, locale, timezoneId, launchOptions } = testInfo.project.use
  const profile = await mkdtemp(join(tmpdir(), 'mes-phone-'))
  const launch: Launch = () =>
    playwright.chromium.launchPersistentContext(profile, {
      ...launchOptions,
      args: [...(launchOptions?.args ?? []), '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
      ...(viewport === undefined ? {} : { viewport }),
      hasTouch: hasTouch === true,
      isMobile: isMobile === true,
      locale: locale ?? 'zh-CN',
      timezoneId: timezoneId ?? 'Asia/Shanghai',
    })
  const server = await startEmptyPlant()
  let phone: BrowserContext | null = null
  try {
    const plant = await furnishPlant(server)
    phone = await launch()
    await test.step('signs in, and waits until the phone is ready', () =>
      preparePhone(phone as BrowserContext, server, language))
    await test.step('the server is gone, the browser too', async () => {
      await server.kill()
      await phone?.close()
    })
    phone = await launch()
    const page = await test.step('cold start without a server: her round on top', () =>
      startOffline(phone as BrowserContext, server, plant, t))
    await test.step('walks the round', () => walkRound(page, t))
    await test.step('repairs what she reported', () => performRepair(page, t))
    await test.step('all of it is counted and listed', () => expectListed(page, t))

    await goOffline(phone) // still in the basement while the server comes back
    await server.restart()
    const office = await browser.newContext({ viewport: { width: 820, height: 1180 }, serviceWorkers: 'block' })
    await test.step('comes up; the server dies once more among the photos', () => bringOnline(page, office, server, t))
    const repairId = await test.step('everything is there once', () => expectRoundRecordedOnce(server, plant))
    await office.close()
    await test.step('sent back, mended again, confirmed twice, at rest', () =>
      confirmRepair({ browser, phone: page, server, plant, repairId, language }))
  } finally {
    await phone?.close()
    await server.dispose()
    await rm(profile, { recursive: true, force: true })
  }
})

async function preparePhone(phone: BrowserContext, server: RealServer, language: Language): Promise<void> {
  const t = loadTexts(language)
  const page = phone.pages()[0] ?? (await phone.newPage())
  await signIn(page, server, 'maint', { staysSignedIn: true, language })
  await waitUntilOfflineReady(page)
  await page.goto(`${server.url}/me`)
  const ready = page.locator('.me-row', { hasText: t('client:shell.readyOffline') })
  await expect(ready).toBeVisible(SLOW)
  await expect(ready).not.toContainText(t('client:shell.notReady'), SLOW)
}

async function startOffline(phone: BrowserContext, server: RealServer, plant: Plant, t: Translate): Promise<Page> {
  const page = phone.pages()[0] ?? (await phone.newPage())
  await page.goto(server.url)
  await expect(page.locator('.shell')).toBeVisible(SLOW)
  const first = page.locator('.today').locator('section, .ui-card').first()
  await expect(first).toContainText(plant.planName, SLOW)
  await expect(page.locator('.today .round-card').first()).toContainText(
    t('rounds:pages.polling.progress', { done: 0, total: 3 }),
  )
  return page
}

async function walkRound(page: Page, t: Translate): Promise<void> {
  const say = (key: string, filled?: Record<string, string | number>) => t(`rounds:pages.polling.${key}`, filled)
  await scanMachine(page, 'M-204', t)
  const open = page.getByRole('region', { name: say('openHere') })
  await expect(page.locator('.eq-sections > *').first()).toContainText(say('openHere'), SLOW)
  await open.locator('.round-card').click()
  await button(page, say('start')).click()
  await confirmPresence(page, 'M-204', t)
  await answerNotOk(page, t)
  await enterNumber(page, '4.5', t)
  await button(page, say('nextPoint')).click()
  await expect(page.getByText(say('savedPoint', { number: 1 })).first()).toBeVisible(SLOW)
  for (const code of ['M-205', 'M-206']) {
    await confirmPresence(page, code, t)
    await page.locator('.two-ok').click()
    await button(page, say('nextPoint')).click()
  }
  await button(page, say('finish')).click()
  await expect(page.getByText(say('finished')).first()).toBeVisible(SLOW)
}
/** Answers "not OK": viewfinder, two photos, fault from the list, report. */
async function answerNotOk(page: Page, t: Translate): Promise<void> {
  await page.locator('.two-bad').click()
  const camera = page.locator('dialog[open]').last()
  for (const number of [1, 2]) {
    await button(camera, t('client:ui.camera.shoot')).click()
    await expect(camera.locator('.ui-photos li')).toHaveCount(number, SLOW)
  }
  await button(camera, t('client:ui.done')).click()
  await expect(page.locator('#field-images .ui-photos li')).toHaveCount(2, SLOW)
  await page.getByText(t('maintenance:repair.options.faultKind.mechanical'), { exact: true }).click()
  await button(page, t('maintenance:pages.repair.sendReport')).click()
  await expect(page.getByText(t('client:resource.savedHere')).first()).toBeVisible(SLOW)
  await expect(page.locator('.item-reported')).toBeVisible(SLOW)
}
async function performRepair(page: Page, t: Translate): Promise<void> {
  await scanMachine(page, 'M-204', t)
  await page
    .getByRole('region', { name: t('maintenance:pages.repair.openHere') })
    .locator('.repair-card')
    .click()
  await button(page, t('maintenance:actions.repair_accept')).click()
  await button(page, t('maintenance:actions.repair_finish')).click()
  await page.getByRole('textbox', { name: t('maintenance:repair.fields.causes') }).fill('轴承磨损 worn bearing')
  await page.getByRole('textbox', { name: t('maintenance:repair.fields.actions') }).fill('更换轴承 bearing replaced')
  await button(page, t('maintenance:pages.repair.scanPart')).click()
  for (let taken = 0; taken < PARTS_USED; taken++) await typeCode(page, 'sp:BRG-6204', t)
  await button(page.locator('dialog[open]').last(), t('client:ui.close')).click()
  await expect(page.locator('#field-parts .stepper input')).toHaveValue(String(PARTS_USED), SLOW)
  await expect(page.locator('#field-hours .stepper input')).toHaveValue('0.25')
  await button(page, t('maintenance:pages.repair.saveWork')).click()
  await expect(page.getByText(t('client:resource.savedHere')).first()).toBeVisible(SLOW)
  await expect(page.getByText(t('maintenance:repair.options.state.toConfirmByProduction')).first()).toBeVisible(SLOW)
}

async function expectListed(page: Page, t: Translate): Promise<void> {
  const count = page.locator('a.sync')
  await expect(count).toContainText(String(COMMANDS), SLOW)
  await count.click()
  const cards = page.locator('main ul.unsent > li')
  await expect(cards).toHaveCount(COMMANDS, SLOW)
  const report = cards.filter({
    has: page.locator('header').getByText(t('maintenance:actions.repair_report'), { exact: true }),
  })
  await expect(report).toHaveCount(1)
  await expect(report.locator('.ui-photos img')).toHaveCount(2, SLOW)
}

/** Brings the phone back online. The first answer is lost, and the server is killed when the first photo is announced. */
async function bringOnline(page: Page, office: BrowserContext, server: RealServer, t: Translate): Promise<void> {
  const seen = await office.newPage()
  await signIn(seen, server, 'manager')
  await seen.goto(`${server.url}/activities/repairs?view=list`)
  await expect(seen.getByRole('searchbox')).toBeVisible(SLOW)
  await expect(seen.getByText('M-204')).toHaveCount(0)
  const road = await loseFirstAnswer(page)
  await goOnline(page.context())
  await road.arrived
  // The update arrives by the live socket: nothing else refetches the list, and nobody reloads it.
  await expect(seen.getByText('M-204').first()).toBeVisible(SLOW)
  await road.photoAnnounced
  await server.kill()
  let knocks = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/ping')) knocks++
  })
  await road.letGo()
  await expect(page.locator('a.sync')).not.toHaveClass(/is-sent/)
  await server.restart()
  expect(knocks).toBeLessThan(MOST_KNOCKS)
  await expect(page.locator('a.sync')).toHaveClass(/is-sent/, { timeout: BY_ITSELF })
  await expect(page.getByText(t('client:sync.empty')).first()).toBeVisible()
}

interface Road {
  /** Resolves when the server has the commands but the phone does not know yet. */ arrived: Promise<void>
  photoAnnounced: Promise<void>
  letGo: () => Promise<void>
}
async function loseFirstAnswer(page: Page): Promise<Road> {
  const arrived = createDeferred<void>()
  const photoAnnounced = createDeferred<Route>()
  let [answers, photos] = [0, 0]
  await page.route('**/api/sync', async (route) => {
    if (answers++ > 0) return route.continue()
    await route.fetch()
    arrived.resolve()
    await route.abort('connectionreset')
  })
  await page.route('**/api/upload_start', async (route) => {
    if (photos++ > 0) return route.continue()
    photoAnnounced.resolve(route)
  })
  return {
    arrived: arrived.promise,
    photoAnnounced: photoAnnounced.promise.then(() => undefined),
    letGo: async () => (await photoAnnounced.promise).abort('connectionreset'),
  }
}

/** `Promise.withResolvers`, which Node 20 lacks. */
function createDeferred<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve!: (value: T) => void
  const promise = new Promise<T>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
