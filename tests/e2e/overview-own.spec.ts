import { expect, test, type Locator, type Page } from '@playwright/test'
import { Api, button, SLOW, chooseOption } from './app'
import { signInOnDevice, saveScreenshots, sizes } from './overview-plant'
import { getTopDialog } from './kilogram-steps'
import { startServerForFile } from './server'
import { waitUntilAtRest } from './page-at-rest'
import { loadTexts } from './locale-texts'

const server = startServerForFile()
test.use({ serviceWorkers: 'block' }) // nothing here is done without a network
const t = loadTexts('zh')
const NAME = '我的早会'
const translateOwn = (key: string, card?: string) => t(`overview:own.${key}`, card ? { card: titleOf(card) } : {})
const titleOf = (card: string): string => t(`overview:dashboardContainer.subOptions.cards.card.${card}`)
const cardOf = (page: Page, card: string): Locator =>
  page.locator('.card-cell', { has: page.locator(`[data-card=${card}]`) })
const order = (page: Page): Promise<string[]> =>
  page
    .locator('.card-cell article')
    .evaluateAll((cards) => cards.map((card) => (card instanceof HTMLElement ? (card.dataset['card'] ?? '') : '')))

/** Creates a personal dashboard with some cards; returns its address. */
async function createDashboard(page: Page, cards: readonly string[]): Promise<string> {
  await page.goto(`${server.now.url}/overview/dashboard?view=new`)
  await page.getByRole('textbox', { name: t('overview:dashboardContainer.fields.name') }).fill(NAME)
  await button(page, t('client:resource.save')).click(SLOW)
  await expect(page.getByText(translateOwn('empty'))).toBeVisible(SLOW)
  await saveScreenshots(page, 'own-empty', ['phone', 'tablet'])
  await button(page, translateOwn('arrange')).click()
  for (const card of cards) await addCard(page, card)
  return page.url()
}
async function addCard(page: Page, card: string): Promise<void> {
  await button(page, translateOwn('addCard')).click()
  await button(getTopDialog(page), titleOf(card)).click()
  await expect(cardOf(page, card)).toBeVisible(SLOW)
}
/** Opens a dashboard for arranging. */
async function openForArranging(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await button(page, translateOwn('arrange')).click(SLOW)
}
interface Kept {
  name: string
  cards: { key: string; card: string }[]
  desk: { key: string; size: string }[]
}
const loadStoredDashboard = async (): Promise<Kept> => {
  const manager = await Api.signIn(server.now, 'manager')
  const { list } = await manager.call<{ list: Kept[] }>('GET', '/DASHBOARD_CONTAINER_LIST', { size: '50' })
  return list.find(({ name }) => name === NAME)!
}
const loadStoredCards = async (): Promise<string[]> => (await loadStoredDashboard()).cards.map(({ card }) => card)
/** Layout of the cards at a desk: `quality large`. */
const getDeskLayout = async (): Promise<string[]> => {
  const { cards, desk } = await loadStoredDashboard()
  return desk.map(({ key, size }) => `${cards.find((one) => one.key === key)?.card} ${size}`)
}

test('a personal dashboard: arranged by dragging and by keys, stored per width, merged from two tablets', async ({
  browser,
}) => {
  const desk = await signInOnDevice(browser, server.now, { name: 'manager', size: 'desk', language: 'zh' })
  const address = await createDashboard(desk, ['output', 'quality', 'late'])
  await waitUntilAtRest(desk) // a card that fills moves what is dragged, and where to
  await cardOf(desk, 'late').dragTo(cardOf(desk, 'output'))
  await expect.poll(() => order(desk)).toEqual(['late', 'output', 'quality'])
  await button(desk, translateOwn('earlier', 'quality')).focus()
  await desk.keyboard.press('Enter')
  await expect.poll(() => order(desk)).toEqual(['late', 'quality', 'output'])
  await chooseOption(desk.getByRole('combobox', { name: translateOwn('size', 'quality') }), 'large')
  await expect(cardOf(desk, 'quality')).toHaveClass(/is-large/)
  await saveScreenshots(desk, 'own-arranging', ['phone', 'tablet', 'wall'])
  await expect.poll(loadStoredCards).toHaveLength(3)
  await expect.poll(getDeskLayout).toContain('quality large')
  await desk.reload()
  await expect.poll(() => order(desk)).toEqual(['late', 'quality', 'output'])
  await expect(cardOf(desk, 'quality')).toHaveClass(/is-large/)
  await saveScreenshots(desk, 'own', ['phone', 'tablet', 'wall'])

  const [first, second] = [
    await signInOnDevice(browser, server.now, { name: 'manager', size: 'tabletWide', language: 'zh' }),
    await signInOnDevice(browser, server.now, { name: 'manager', size: 'tabletWide', language: 'zh' }),
  ]
  for (const tablet of [first, second]) await openForArranging(tablet, address)
  // The order in which cards were added: nobody arranged this width.
  await expect.poll(() => order(first)).toEqual(['output', 'quality', 'late'])
  await Promise.all([
    (async () => {
      await addCard(first, 'plan')
      await addCard(first, 'climate')
    })(),
    (async () => {
      await addCard(second, 'completion')
      await addCard(second, 'machines')
    })(),
  ])
  const all = ['climate', 'completion', 'late', 'machines', 'output', 'plan', 'quality']
  await expect.poll(async () => (await loadStoredCards()).sort()).toEqual(all)
  for (const page of [first, second, desk]) await expect.poll(async () => (await order(page)).sort()).toEqual(all)
  await button(first, translateOwn('later', 'output')).click()
  await expect.poll(async () => (await order(second)).slice(0, 2)).toEqual(['quality', 'output'])
  await expect.poll(async () => (await order(desk)).slice(0, 3)).toEqual(['late', 'quality', 'output'])
  await saveScreenshots(first, 'own-tablet')
  await desk.setViewportSize(sizes.tabletWide)
  await expect.poll(async () => (await order(desk)).slice(0, 2)).toEqual(['quality', 'output'])
  for (const page of [desk, first, second]) await page.context().close()
})
