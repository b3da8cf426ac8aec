import { expect, test, type Locator, type Page } from '@playwright/test'
import { Api, button, SLOW } from './app'
import { comes, shot, sizes } from './overview-plant'
import { serverForFile } from './server'
import { settled } from './settled'
import { wordsIn } from './words'

const server = serverForFile()
test.use({ serviceWorkers: 'block' }) // nothing here is done without a network
const t = wordsIn('zh')
const NAME = '我的早会'
const own = (key: string, card?: string) => t(`overview:own.${key}`, card ? { card: titleOf(card) } : {})
const titleOf = (card: string): string => t(`overview:dashboardContainer.subOptions.cards.card.${card}`)
const cardOf = (page: Page, card: string): Locator =>
  page.locator('.card-cell', { has: page.locator(`[data-card=${card}]`) })
const order = (page: Page): Promise<string[]> =>
  page
    .locator('.card-cell article')
    .evaluateAll((cards) => cards.map((card) => (card instanceof HTMLElement ? (card.dataset['card'] ?? '') : '')))

/** A dashboard of one's own with some cards; answers its address. */
async function made(page: Page, cards: readonly string[]): Promise<string> {
  await page.goto(`${server.now.url}/overview/dashboard?view=new`)
  await page.getByRole('textbox', { name: t('overview:dashboardContainer.fields.name') }).fill(NAME)
  await button(page, t('client:resource.save')).click(SLOW)
  await expect(page.getByText(own('empty'))).toBeVisible(SLOW)
  await shot(page, 'own-empty', ['phone', 'tablet'])
  await button(page, own('arrange')).click()
  for (const card of cards) await adds(page, card)
  return page.url()
}
async function adds(page: Page, card: string): Promise<void> {
  await page.getByRole('combobox', { name: own('addCard') }).selectOption(card)
  await expect(cardOf(page, card)).toBeVisible(SLOW)
}
/** Opens a dashboard to be arranged. */
async function arranges(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await button(page, own('arrange')).click(SLOW)
}
interface Kept {
  name: string
  cards: { key: string; card: string }[]
  desk: { key: string; size: string }[]
}
const stored = async (): Promise<Kept> => {
  const manager = await Api.signIn(server.now, 'manager')
  const { list } = await manager.call<{ list: Kept[] }>('GET', '/DASHBOARD_CONTAINER_LIST', { size: '50' })
  return list.find(({ name }) => name === NAME)!
}
const kept = async (): Promise<string[]> => (await stored()).cards.map(({ card }) => card)
/** How the cards are laid out at a desk: `quality large`. */
const keptAtDesk = async (): Promise<string[]> => {
  const { cards, desk } = await stored()
  return desk.map(({ key, size }) => `${cards.find((one) => one.key === key)?.card} ${size}`)
}

test('a dashboard of one’s own: dragged, moved by keys, kept for each width, joined of two tablets', async ({
  browser,
}) => {
  const desk = await comes(browser, server.now, { name: 'manager', size: 'desk', language: 'zh' })
  const address = await made(desk, ['output', 'quality', 'late'])
  await settled(desk) // a card that fills moves what is dragged, and where to
  await cardOf(desk, 'late').dragTo(cardOf(desk, 'output'))
  await expect.poll(() => order(desk)).toEqual(['late', 'output', 'quality'])
  await button(desk, own('earlier', 'quality')).focus()
  await desk.keyboard.press('Enter')
  await expect.poll(() => order(desk)).toEqual(['late', 'quality', 'output'])
  await desk.getByRole('combobox', { name: own('size', 'quality') }).selectOption('large')
  await expect(cardOf(desk, 'quality')).toHaveClass(/is-large/)
  await shot(desk, 'own-arranging', ['phone', 'tablet', 'wall'])
  await expect.poll(kept).toHaveLength(3)
  await expect.poll(keptAtDesk).toContain('quality large')
  await desk.reload()
  await expect.poll(() => order(desk)).toEqual(['late', 'quality', 'output'])
  await expect(cardOf(desk, 'quality')).toHaveClass(/is-large/)
  await shot(desk, 'own', ['phone', 'tablet', 'wall'])

  const [first, second] = [
    await comes(browser, server.now, { name: 'manager', size: 'tabletWide', language: 'zh' }),
    await comes(browser, server.now, { name: 'manager', size: 'tabletWide', language: 'zh' }),
  ]
  for (const tablet of [first, second]) await arranges(tablet, address)
  // As they were added: nobody arranged this width.
  await expect.poll(() => order(first)).toEqual(['output', 'quality', 'late'])
  await Promise.all([
    (async () => {
      await adds(first, 'plan')
      await adds(first, 'climate')
    })(),
    (async () => {
      await adds(second, 'completion')
      await adds(second, 'machines')
    })(),
  ])
  const all = ['climate', 'completion', 'late', 'machines', 'output', 'plan', 'quality']
  await expect.poll(async () => (await kept()).sort()).toEqual(all)
  for (const page of [first, second, desk]) await expect.poll(async () => (await order(page)).sort()).toEqual(all)
  await button(first, own('later', 'output')).click()
  await expect.poll(async () => (await order(second)).slice(0, 2)).toEqual(['quality', 'output'])
  await expect.poll(async () => (await order(desk)).slice(0, 3)).toEqual(['late', 'quality', 'output'])
  await shot(first, 'own-tablet')
  await desk.setViewportSize(sizes.tabletWide)
  await expect.poll(async () => (await order(desk)).slice(0, 2)).toEqual(['quality', 'output'])
  for (const page of [desk, first, second]) await page.context().close()
})
