import { expect, test, type Browser, type Page } from '@playwright/test'
import { readyOffline, sendAll, signIn, type Language } from './app'
import { logged, onceEach, progressed, shiftGiven, shiftTaken, stood, traced } from './kilogram-end'
import { furnishMill, morningServer } from './kilogram-plant'
import { jumboMade, labelled, lineGoesOn, orderStarted, twoLotsFed } from './kilogram-line'
import { cuttingBegun, cuttingFinished, laneDowngraded, setMade, slitterChosen } from './kilogram-slitter'
import { demoPlantFull, READY_MS } from './server'
import { wordsIn } from './words'

test.beforeAll(async () => {
  test.setTimeout(READY_MS)
  await demoPlantFull()
})
test('a kilogram from two lots of resin to a labelled slit roll: the server dies in the middle, and everything is there once', async ({
  browser,
}, testInfo) => {
  test.setTimeout(600_000)
  const language: Language = testInfo.project.name === 'phone' ? 'zh' : 'en'
  const t = wordsIn(language)
  const server = await morningServer()
  const people: Page[] = []
  /** Who works without a network later has a copy of the app. */
  const come = async (userName: string, serviceWorkers: 'allow' | 'block'): Promise<Page> => {
    const page = await (await browser.newContext({ ...deviceOf(testInfo.project.use), serviceWorkers })).newPage()
    people.push(page)
    await signIn(page, server, userName, { language })
    return page
  }
  try {
    const mill = await furnishMill(server)
    const [lead, line] = [await come('prod-lead', 'block'), await come('operator-line', 'allow')]
    await test.step('the lead starts the order', () => orderStarted(lead, server.url, mill, t))
    await test.step('two lots are fed', () => twoLotsFed(line, server.url, mill, t))
    const number = await test.step('a jumbo is begun, doffed and weighed', () => jumboMade(line, server.url, mill, t))
    await test.step('its label says its number', () => labelled(line, number, testInfo.outputPath('label.png'), t))
    const slit = await come('operator-slit', 'allow')
    await slitterChosen(slit, server.url, mill, t)
    for (const page of [line, slit]) await readyOffline(page)

    await server.kill()
    await test.step('the line goes on without a server', () => lineGoesOn(line, server.url, mill, t))
    await test.step('the slitter goes on without a server', async () => {
      await cuttingBegun(slit, number, t)
      await setMade(slit, t, { sent: false })
    })
    for (const page of [line, slit]) await expect(page.locator('a.sync')).not.toHaveClass(/is-sent/)
    await server.restart()
    await test.step('all of it arrives', () => Promise.all([line, slit].map(sendAll)))
    await test.step('the rest is cut, a lane downgraded, the balance closes', async () => {
      await setMade(slit, t, { sent: true })
      await laneDowngraded(slit, t)
      await cuttingFinished(slit, t)
      await sendAll(slit)
    })
    await stood(server, mill)
    await test.step('the shift is given', () => shiftGiven(line, server, mill, t))
    await test.step('and taken', () => shiftTaken(lead, server, mill, t))
    const worse = await test.step('each thing is there once', () => onceEach(server, mill, number))
    await test.step('one scan shows the whole tree', async () =>
      traced(await come('quality', 'block'), server, mill, worse, t))
    await test.step('the order shows its kilograms', () => progressed(lead, server, mill, t))
    await test.step('who did it is known', () => logged(server))
  } finally {
    for (const page of people) await page.context().close()
    await server.dispose()
  }
})

/** A device of the size under test. */
function deviceOf({
  viewport,
  hasTouch,
  isMobile,
  locale,
  timezoneId,
}: Record<string, unknown>): Parameters<Browser['newContext']>[0] {
  return { viewport, hasTouch, isMobile, locale, timezoneId } as Parameters<Browser['newContext']>[0]
}
