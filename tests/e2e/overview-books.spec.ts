import { test, type Page } from '@playwright/test'
import { waitUntilOfflineReady, type Language } from './app'
import * as books from './overview-books'
import { signInOnDevice, type Size } from './overview-plant'
import { waitForDemoPlant, READY_TIMEOUT_MS } from './server'
import { loadTexts } from './locale-texts'

test.beforeAll(async () => {
  test.setTimeout(READY_TIMEOUT_MS)
  await waitForDemoPlant()
})
const [zh, en] = [loadTexts('zh'), loadTexts('en')]

test('the books of a month: reviewed, corrected, closed, late commands kept, reopened by two people', async ({
  browser,
}) => {
  const { server, books: days } = await books.startOnSecondOfMonth()
  const people: Page[] = []
  /** Only the phone goes offline later, so only the phone keeps a copy of the app. */
  const come = async (name: string, size: Size, language: Language): Promise<Page> => {
    const worker = size === 'phone' ? 'allow' : 'block'
    const page = await signInOnDevice(browser, server, { name, size, language, worker })
    people.push(page)
    return page
  }
  try {
    const bookedPlant = await books.furnishBooks(server, days)
    const phone = await come('prod-lead', 'phone', 'zh')
    await waitUntilOfflineReady(phone)
    await test.step('a phone keeps a stop of the month', () => books.enterStop(phone, server.url, bookedPlant, zh))
    const desk = await come('accountant', 'desk', 'zh')
    await test.step('what is open', () => books.reviewOpenItems(desk, server, bookedPlant, zh))
    await test.step('a figure is put right', () => books.correctEnergy(desk, server, bookedPlant, zh))
    await server.kill()
    await server.restart()
    await test.step('the month is closed', () => books.closeMonth(desk, server, bookedPlant, zh))
    await test.step('a write of the month is refused', () => books.expectRefused(desk, server, bookedPlant, zh))
    await test.step('what the phone kept comes late', () => books.expectLateCommandKept(phone, zh))
    await server.kill()
    await server.restart()
    await test.step('a person decides over it', () => books.decideClosing(desk, server, bookedPlant, zh))
    await test.step('one asks for the month to be opened', () => books.requestReopening(desk, server, bookedPlant, zh))
    const manager = await come('manager', 'tablet', 'en')
    await test.step('another agrees', () => books.approveReopening(manager, server, bookedPlant, en))
    await test.step('the phone sends it again', () => books.resendLateCommand(phone, server, bookedPlant, zh))
  } finally {
    for (const page of people) await page.context().close()
    await server.dispose()
  }
})
