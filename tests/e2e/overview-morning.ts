import { expect, type Browser, type Locator, type Page } from '@playwright/test'
import { Api, button, SLOW } from './app'
import { comes, fits, sizes } from './overview-plant'
import type { RealServer } from './server'
import { wordsIn, type Words } from './words'

interface Glance {
  from: string
  shift: string
  team: string | null
  figures: { figure: string; value: number | null; target: number | null }[]
  lines: { lineId: string; label: string; state: string; reason: string | null; stopId: string | null }[]
  ordersLate: number
  stopsUnexplained: number
}
const zh = wordsIn('zh')
const en = wordsIn('en')
const tile = (page: Page, name: string): Locator =>
  page.locator('.overview-tile', { has: page.getByText(name, { exact: true }) })

/** A line stands for a reason that somebody gave. */
async function standing(server: RealServer): Promise<{ label: string; reason: string }> {
  const lead = await Api.signIn(server, 'prod-lead')
  const { lines } = await lead.call<Glance>('GET', '/HOME_TODAY_DATA')
  const [known] = lines.filter(({ state, reason, stopId }) => state === 'standing' && reason && stopId)
  if (known) return { label: known.label, reason: known.reason! }
  const { list: reasons } = await lead.call<{ list: { id: string; name: string; active: boolean }[] }>(
    'GET',
    '/production/stop_reason',
    { class: 'unplanned', size: '20' },
  )
  const line = lines.find(({ state }) => state === 'running')!
  await lead.call('POST', '/production/stop_record', {
    lineId: line.lineId,
    startedAt: new Date(Date.now() - 3_600_000).toISOString(),
    reasonId: reasons.find(({ active }) => active)!.id,
  })
  const after = await lead.call<Glance>('GET', '/HOME_TODAY_DATA')
  return { label: line.label, reason: after.lines.find(({ lineId }) => lineId === line.lineId)!.reason! }
}

/** The manager sees what the shift made, which line stands and why, what it cost, what is late: in one look, upright and lying. */
export async function oneGlance(browser: Browser, server: RealServer): Promise<void> {
  const stopped = await standing(server)
  const page = await comes(browser, server, { name: 'manager', size: 'tablet', language: 'zh' })
  await page.goto(`${server.url}/overview/dashboard`)
  await expect(tile(page, zh('plant:figures.outputKg.name'))).toBeVisible(SLOW)
  for (const word of ['outputKg', 'q1Percent', 'oeePercent', 'kwhPerKg', 'costPerKg'])
    await expect(
      tile(page, zh(`plant:figures.${word}.name`))
        .locator('.ui-quantity')
        .first(),
    ).toBeVisible()
  await expect(tile(page, zh('overview:answers.cost')).locator('.ui-quantity').first()).not.toHaveText('–')
  const stands = page.locator('.overview-line.is-standing').filter({ hasText: stopped.label.split(' ')[0]! })
  await expect(stands).toContainText(stopped.reason)
  for (const count of ['ordersLate', 'repairsOpen', 'stopsUnexplained'])
    await expect(page.locator('.overview-counts').getByText(zh(`overview:answers.${count}`))).toBeInViewport()
  await expect.poll(() => fits(page)).toBe(true)
  await page.setViewportSize(sizes.tabletWide)
  await expect.poll(() => fits(page)).toBe(true)
  await expect(page.locator('.overview-counts')).toBeInViewport({ ratio: 1 })
  await stands.getByRole('link').click()
  await expect(page).toHaveURL(/\/production\/shutdown\?id=/)
  await expect(page.getByText(stopped.reason).first()).toBeVisible(SLOW)
  await page.context().close()
}

/** From a figure to the rolls that it is the sum of, and to the stops, of the same shift: a tap each. */
export async function rowsBehind(browser: Browser, server: RealServer): Promise<void> {
  const manager = await Api.signIn(server, 'manager')
  const glance = await manager.call<Glance>('GET', '/HOME_TODAY_DATA')
  const output = glance.figures.find(({ figure }) => figure === 'outputKg')!
  expect(output.value).toBeGreaterThan(1000)
  const page = await comes(browser, server, { name: 'manager', size: 'tabletWide', language: 'en' })
  await page.goto(`${server.url}/overview/dashboard`)
  await expect(tile(page, en('plant:figures.outputKg.name'))).toBeVisible(SLOW)
  await expect.poll(() => fits(page)).toBe(true)
  await tile(page, en('plant:figures.outputKg.name')).getByRole('link').click()
  await expect(page.locator('.overview-table tfoot')).toBeVisible(SLOW)
  const exact = Math.round(output.value!).toLocaleString('en')
  await expect(page.locator('.overview-table tfoot')).toContainText(exact)
  const [answer] = await Promise.all([
    page.waitForResponse((one) => one.url().includes('/production/jumbo_roll'), SLOW),
    button(page, en('overview:statistics.sources.jumboRoll')).click(),
  ])
  const asked = new URL(answer.url()).searchParams
  expect([asked.get('businessDateFrom'), asked.get('businessDateTo')]).toEqual([glance.from, glance.from])
  expect(asked.get('team')).toBe(glance.team)
  const { data } = (await answer.json()) as {
    data: { total: number; list: { netKg: number | null; expectedKg: number | null; shift: string }[] }
  }
  expect(data.total).toBe(data.list.length)
  expect(new Set(data.list.map(({ shift }) => shift))).toEqual(new Set([glance.shift]))
  const sum = data.list.reduce((kg, roll) => kg + (roll.netKg ?? roll.expectedKg ?? 0), 0)
  expect(sum).toBeCloseTo(output.value!, 2)
  await expect(page.locator('.ui-page-content tbody tr, .ui-page-content [role=row]').first()).toBeVisible()
  await button(page, en('overview:statistics.sources.lineStop')).click()
  await expect(page).toHaveURL(new RegExp(`rows=lineStop`))
  await expect(page).toHaveURL(new RegExp(`from=${glance.from}`))
  await page.context().close()
}

const cardWord = (t: Words, card: string): string => t(`overview:dashboardContainer.subOptions.cards.card.${card}`)
const shown = (page: Page): Promise<(string | null)[]> =>
  page.locator('.card-of').evaluateAll((cards) => cards.map((card) => card.getAttribute('data-card')))
const arrange = (page: Page, t: Words) => button(page, t('overview:own.arrange')).click(SLOW)
async function addCard(page: Page, t: Words, card: string): Promise<void> {
  const before = (await shown(page)).length
  await Promise.all([
    page.waitForResponse((answer) => answer.url().includes('dashboard_container_gs') && answer.ok(), SLOW),
    page.getByLabel(t('overview:own.addCard')).selectOption(card),
  ])
  await expect.poll(async () => (await shown(page)).length).toBe(before + 1)
}
const NAME = '早会 · 二车间'

/** A lead arranges a dashboard of cards and shares it; the manager finds it; two tablets change it at once and keep both changes. */
export async function ownDashboard(browser: Browser, server: RealServer): Promise<void> {
  const tablet = await comes(browser, server, { name: 'prod-lead', size: 'tablet', language: 'zh' })
  await tablet.goto(`${server.url}/overview/dashboard?view=new`)
  await tablet.getByLabel(zh('overview:dashboardContainer.fields.name')).fill(NAME)
  await tablet.locator('.own-roles label', { hasText: /厂长/ }).click()
  await button(tablet, zh('client:resource.save')).click()
  await expect(tablet).toHaveURL(/view=[0-9a-f-]{36}/, SLOW)
  await arrange(tablet, zh)
  for (const card of ['output', 'lines', 'late', 'quality']) await addCard(tablet, zh, card)
  await tablet.getByLabel(zh('overview:own.size', { card: cardWord(zh, 'output') })).selectOption('large')
  await expect(tablet.locator('.card-cell.is-large [data-card=output]')).toBeVisible()
  await movedByKey(tablet)

  const desk = await comes(browser, server, { name: 'prod-lead', size: 'desk', language: 'en' })
  await desk.goto(tablet.url())
  await arrange(desk, en)
  await movedByHand(desk)

  await atOnce(tablet, desk)
  const manager = await comes(browser, server, { name: 'manager', size: 'tablet', language: 'en' })
  await manager.goto(`${server.url}/overview/dashboard`)
  await button(manager, NAME).click(SLOW)
  await expect.poll(() => shown(manager), SLOW).toEqual(await shown(tablet))
  await expect(manager.locator('.card-cell.is-large [data-card=output] .ui-quantity').first()).toBeVisible(SLOW)
  await expect(button(manager, en('overview:own.arrange'))).toHaveCount(0)
  for (const page of [tablet, desk, manager]) await page.context().close()
}
/** By the keyboard: the last card goes to the front, one place a press. */
async function movedByKey(page: Page): Promise<void> {
  const earlier = button(page, zh('overview:own.earlier', { card: cardWord(zh, 'quality') }))
  for (let place = 2; place >= 0; place--) {
    await earlier.focus()
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await shown(page)).indexOf('quality')).toBe(place)
  }
  await expect.poll(() => shown(page)).toEqual(['quality', 'output', 'lines', 'late'])
}
/** With the mouse, on the desk, whose order is its own. */
async function movedByHand(page: Page): Promise<void> {
  await expect.poll(async () => (await shown(page)).length, SLOW).toBe(4)
  const [first] = await shown(page)
  const cell = (card: string) => page.locator('.card-cell', { has: page.locator(`[data-card=${card}]`) })
  await cell('late').locator('h2').hover()
  await page.mouse.down()
  for (const place of [cell('lines'), cell(first!), cell(first!).locator('h2')]) await place.hover()
  await page.mouse.up()
  await expect.poll(async () => (await shown(page))[0]).toBe('late')
}
/** Each adds a card before it has heard of the other's. */
async function atOnce(tablet: Page, desk: Page): Promise<void> {
  await Promise.all([addCardOf(tablet, zh, 'climate'), addCardOf(desk, en, 'plan')])
  for (const page of [tablet, desk])
    await expect
      .poll(async () => [...(await shown(page))].sort(), SLOW)
      .toEqual(['climate', 'late', 'lines', 'output', 'plan', 'quality'])
}
const addCardOf = (page: Page, t: Words, card: string): Promise<unknown> =>
  page.getByLabel(t('overview:own.addCard')).selectOption(card)
