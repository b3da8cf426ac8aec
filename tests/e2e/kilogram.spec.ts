import { expect, test, type Browser, type Page } from '@playwright/test'
import { addScreens, waitUntilOfflineReady, sendAll, signIn, type Language } from './app'
import {
  expectLogged,
  expectProductionRecordedOnce,
  expectProgress,
  giveShift,
  takeShift,
  recordStop,
  expectTrace,
} from './kilogram-end'
import { furnishMill, startMorningServer } from './kilogram-plant'
import { makeJumbo, expectLabelReadable, continueOffline, startOrder, feedTwoLots } from './kilogram-line'
import { startCutting, finishCutting, downgradeLane, finishSet, chooseSlitter } from './kilogram-slitter'
import { waitForDemoPlant, READY_TIMEOUT_MS } from './server'
import { loadTexts } from './locale-texts'

test.beforeAll(async () => {
  test.setTimeout(READY_TIMEOUT_MS)
  await waitForDemoPlant()
})
test('a kilogram from two lots of resin to a labelled slit roll: the server dies in the middle, and everything is there once', async ({
  browser,
}, testInfo) => {
  test.setTimeout(600_000)
  const language: Language = testInfo.project.name === 'phone' ? 'zh' : 'en'
  const t = loadTexts(language)
  const server = await startMorningServer()
  const people: Page[] = []
  /** People who go offline later have a copy of the app. */
  const come = async (userName: string, serviceWorkers: 'allow' | 'block'): Promise<Page> => {
    const page = await (await browser.newContext({ ...deviceOf(testInfo.project.use), serviceWorkers })).newPage()
    people.push(page)
    await signIn(page, server, userName, { language })
    return page
  }
  try {
    const mill = await furnishMill(server)
    const [lead, line] = [await come('prod-lead', 'block'), await come('operator-line', 'allow')]
    await test.step('the lead starts the order', () => startOrder(lead, server.url, mill, t))
    await test.step('two lots are fed', () => feedTwoLots(line, server.url, mill, t))
    const number = await test.step('a jumbo is begun, doffed and weighed', () => makeJumbo(line, server.url, mill, t))
    await test.step('its label says its number', () =>
      expectLabelReadable(line, number, testInfo.outputPath('label.png'), t))
    const slit = await come('operator-slit', 'allow')
    await chooseSlitter(slit, server.url, mill, t)
    for (const page of [line, slit]) await waitUntilOfflineReady(page)

    await server.kill()
    await test.step('the line goes on without a server', () => continueOffline(line, server.url, mill, t))
    await test.step('the slitter goes on without a server', async () => {
      await startCutting(slit, number, t)
      await finishSet(slit, t, { isOnline: false })
    })
    for (const page of [line, slit]) await expect(page.locator('a.sync')).not.toHaveClass(/is-sent/)
    await server.restart()
    await test.step('all of it arrives', () => Promise.all([line, slit].map(sendAll)))
    await test.step('the rest is cut, a lane downgraded, the balance closes', async () => {
      await finishSet(slit, t, { isOnline: true })
      await downgradeLane(slit, t)
      await finishCutting(slit, t)
      await sendAll(slit)
    })
    await recordStop(server, mill)
    await test.step('the shift is given', () => giveShift(line, server, mill, t))
    await test.step('and taken', () => takeShift(lead, server, mill, t))
    const worse = await test.step('each thing is there once', () => expectProductionRecordedOnce(server, mill, number))
    await test.step('one scan shows the whole tree', async () =>
      expectTrace(await come('quality', 'block'), server, mill, worse, t))
    await test.step('the order shows its kilograms', () => expectProgress(lead, server, mill, t))
    await test.step('who did it is known', () => expectLogged(server))
  } catch (failure) {
    throw await addScreens(failure, people)
  } finally {
    for (const page of people) await page.context().close()
    await server.dispose()
  }
})

/** Opens a device of the size under test. */
function deviceOf({
  viewport,
  hasTouch,
  isMobile,
  locale,
  timezoneId,
}: Record<string, unknown>): Parameters<Browser['newContext']>[0] {
  return { viewport, hasTouch, isMobile, locale, timezoneId } as Parameters<Browser['newContext']>[0]
}
