import { expect, type Browser, type Locator, type Page } from '@playwright/test'
import { addDays } from '@/plant/rules/plant-time'
import { Api, button, SLOW } from './app'
import { signInOnDevice, fitsScreen, sizes } from './overview-plant'
import type { RealServer } from './server'
import { loadTexts } from './locale-texts'

interface Glance {
  from: string
  shift: string
  team: string | null
  figures: { figure: string; value: number | null; target: number | null }[]
  lines: { lineId: string; label: string; state: string; reason: string | null; stopId: string | null }[]
  ordersLate: number
  stopsUnexplained: number
}
const zh = loadTexts('zh')
const en = loadTexts('en')
const findTile = (page: Page, name: string): Locator =>
  page.locator('.overview-tile', { has: page.getByText(name, { exact: true }) })

/** Returns the business date before that of the glance, because all of its shifts are over at any hour. */
const findDayBefore = async (api: Api): Promise<string> => {
  const { from } = await api.call<Glance>('GET', '/HOME_TODAY_DATA')
  return addDays(from, -1)
}

/** Returns a line that stands for an entered reason; stops one if there is none. */
async function findOrStopLine(server: RealServer): Promise<{ label: string; reason: string }> {
  const lead = await Api.signIn(server, 'prod-lead')
  const { lines } = await lead.call<Glance>('GET', '/HOME_TODAY_DATA')
  const [stoppedLine] = lines.filter(({ state, reason, stopId }) => state === 'standing' && reason && stopId)
  if (stoppedLine) return { label: stoppedLine.label, reason: stoppedLine.reason! }
  const { list: reasons } = await lead.call<{ list: { id: string; name: string; active: boolean }[] }>(
    'GET',
    '/production/stop_reason',
    { class: 'unplanned', size: '20' },
  )
  const line = lines.find(({ state }) => state !== 'standing')!
  const { at } = await lead.call<{ at: string }>('GET', '/ping')
  await lead.call('POST', '/production/stop_record', {
    lineId: line.lineId,
    startedAt: at,
    reasonId: reasons.find(({ active }) => active)!.id,
  })
  const refreshedGlance = await lead.call<Glance>('GET', '/HOME_TODAY_DATA')
  return { label: line.label, reason: refreshedGlance.lines.find(({ lineId }) => lineId === line.lineId)!.reason! }
}

/** The manager sees output of a shift, the stopped line with its reason, costs and delays at a glance, in portrait and landscape. */
export async function viewGlance(browser: Browser, server: RealServer): Promise<void> {
  const stopped = await findOrStopLine(server)
  const day = await findDayBefore(await Api.signIn(server, 'manager'))
  const page = await signInOnDevice(browser, server, { name: 'manager', size: 'tablet', language: 'zh' })
  await page.goto(`${server.url}/overview/dashboard?day=${day}`)
  await expect(findTile(page, zh('plant:figures.outputKg.name'))).toBeVisible(SLOW)
  for (const word of ['outputKg', 'q1Percent', 'oeePercent', 'kwhPerKg', 'costPerKg'])
    await expect(
      findTile(page, zh(`plant:figures.${word}.name`))
        .locator('.ui-quantity')
        .first(),
    ).toBeVisible()
  await expect(findTile(page, zh('overview:answers.cost')).locator('.ui-quantity').first()).not.toHaveText('–')
  const stands = page.locator('.overview-line.is-standing').filter({ hasText: stopped.label.split(' ')[0]! })
  await expect(stands).toContainText(stopped.reason)
  for (const count of ['ordersLate', 'repairsOpen', 'stopsUnexplained'])
    await expect(page.locator('.overview-counts').getByText(zh(`overview:answers.${count}`))).toBeInViewport()
  await expect.poll(() => fitsScreen(page)).toBe(true)
  await page.setViewportSize(sizes.tabletWide)
  await expect.poll(() => fitsScreen(page)).toBe(true)
  await expect(page.locator('.overview-counts')).toBeInViewport({ ratio: 1 })
  await stands.getByRole('link').click()
  await expect(page).toHaveURL(/\/production\/shutdown\?id=/)
  await expect(page.getByText(stopped.reason).first()).toBeVisible(SLOW)
  await page.context().close()
}

/** Goes from a metric to its rolls, and to the stops of the same shift, with one tap each. */
export async function openRowsOfMetric(browser: Browser, server: RealServer): Promise<void> {
  const manager = await Api.signIn(server, 'manager')
  const day = await findDayBefore(manager)
  const glance = await manager.call<Glance>('GET', '/HOME_TODAY_DATA', { day })
  const output = glance.figures.find(({ figure }) => figure === 'outputKg')!
  expect(output.value).toBeGreaterThan(1000)
  const page = await signInOnDevice(browser, server, { name: 'manager', size: 'tabletWide', language: 'en' })
  await page.goto(`${server.url}/overview/dashboard?day=${day}`)
  await expect(findTile(page, en('plant:figures.outputKg.name'))).toBeVisible(SLOW)
  await expect.poll(() => fitsScreen(page)).toBe(true)
  await findTile(page, en('plant:figures.outputKg.name')).getByRole('link').click()
  await expect(page.locator('.report-scroll tfoot')).toBeVisible(SLOW)
  const exact = Math.round(output.value!).toLocaleString('en')
  await expect(page.locator('.report-scroll tfoot')).toContainText(exact)
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().includes('/production/jumbo_roll'), SLOW),
    button(page, en('overview:statistics.sources.jumboRoll')).click(),
  ])
  const listQuery = new URL(answer.url()).searchParams
  expect([listQuery.get('businessDateFrom'), listQuery.get('businessDateTo')]).toEqual([glance.from, glance.from])
  expect(listQuery.get('team')).toBe(glance.team)
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
