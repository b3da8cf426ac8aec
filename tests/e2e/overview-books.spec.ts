import { test, type Page } from '@playwright/test'
import { readyOffline, type Language } from './app'
import * as books from './overview-books'
import { comes, type Size } from './overview-plant'
import { demoPlantFull, READY_MS } from './server'
import { wordsIn } from './words'

test.beforeAll(async () => {
  test.setTimeout(READY_MS)
  await demoPlantFull()
})
const [zh, en] = [wordsIn('zh'), wordsIn('en')]

test('the books of a month: looked through, put right, closed, late facts kept, opened again by two', async ({
  browser,
}) => {
  const { server, books: days } = await books.secondOfMonth()
  const people: Page[] = []
  /** The phone alone is without a network later, so it alone keeps a copy of the app. */
  const come = async (name: string, size: Size, language: Language): Promise<Page> => {
    const worker = size === 'phone' ? 'allow' : 'block'
    const page = await comes(browser, server, { name, size, language, worker })
    people.push(page)
    return page
  }
  try {
    const of = await books.furnishBooks(server, days)
    const phone = await come('prod-lead', 'phone', 'zh')
    await readyOffline(phone)
    await test.step('a phone keeps a stop of the month', () => books.stopEntered(phone, server.url, of, zh))
    const desk = await come('accountant', 'desk', 'zh')
    await test.step('what is open', () => books.lookedThrough(desk, server, of, zh))
    await test.step('a figure is put right', () => books.putRight(desk, server, of, zh))
    await server.kill()
    await server.restart()
    await test.step('the month is closed', () => books.closed(desk, server, of, zh))
    await test.step('a write of the month is refused', () => books.refused(desk, server, of, zh))
    await test.step('what the phone kept comes late', () => books.cameLate(phone, zh))
    await server.kill()
    await server.restart()
    await test.step('a person decides over it', () => books.decided(desk, server, of, zh))
    await test.step('one asks for the month to be opened', () => books.askedToReopen(desk, server, of, zh))
    const manager = await come('manager', 'tablet', 'en')
    await test.step('another agrees', () => books.agreed(manager, server, of, en))
    await test.step('the phone sends it again', () => books.sentAgain(phone, server, of, zh))
  } finally {
    for (const page of people) await page.context().close()
    await server.dispose()
  }
})
