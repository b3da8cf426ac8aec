import { expect, test, type Page } from '@playwright/test'
import { Api, button, SLOW } from './app'
import {
  enterDay,
  restartInEvening,
  prepareMorning,
  ROLL_KG,
  getMsUntilTen,
  toPlantTime,
  type CostPlant,
  type StartedOrder,
} from './cost-plant'
import { getTopDialog } from './kilogram-steps'
import { signInOnDevice, saveScreenshots } from './overview-plant'
import { getClockAheadEnv, READY_TIMEOUT_MS, RealServer } from './server'
import { waitUntilAtRest, watchRequests } from './page-at-rest'
import { loadTexts } from './locale-texts'

/** A job recalculates invalidated costs; a busy machine needs more time. */
const COUNTED_MS = 120_000
const t = { zh: loadTexts('zh'), en: loadTexts('en') }
test.use({ serviceWorkers: 'block' }) // nothing here is done without a network
let server: RealServer
let plant: CostPlant
test.beforeAll(async () => {
  test.setTimeout(READY_TIMEOUT_MS + COUNTED_MS)
  const ahead = getMsUntilTen()
  const early = await RealServer.start({ env: getClockAheadEnv(ahead) })
  server = early
  plant = await prepareMorning(early, ahead)
  server = await restartInEvening(early, ahead)
  await enterDay(server, plant)
  for (const made of [plant.first, plant.second]) await waitForCost(made)
})
test.afterAll(async () => {
  await server?.dispose()
})

interface Cost {
  total: number
  material: number
  electricity: number
  perKg: number | null
  standardPerKg: number | null
  kwh: number
}
const costOf = async (id: string): Promise<Cost> =>
  (await Api.signIn(server, 'accountant')).call<Cost>('GET', '/plant/order_cost_rows', { workOrderId: id })
/**
 * Waits until the order's cost includes the whole day: the resin its roll drew from the hopper at its price, and the
 * energy of its run, without the seconds after ten before it started.
 */
async function waitForCost({ order: { id, number } }: StartedOrder): Promise<void> {
  const admin = await Api.signIn(server, 'admin')
  const { list } = await admin.call<{ list: { startedAt: string }[] }>('GET', '/plant/work_order', { keyword: number })
  const secondsLate = (Date.parse(list[0]!.startedAt) - Date.parse(toPlantTime(plant, '10:00'))) / 1000
  await expect(async () => {
    const { material, kwh } = await costOf(id)
    expect(material).toBeCloseTo(ROLL_KG * 7.2, 2)
    // Seven hours at 800 kW and one at 320.
    expect(kwh).toBeCloseTo(7 * 800 + 320 - (800 * secondsLate) / 3600, 0)
  }).toPass({ timeout: COUNTED_MS })
}
const openComparison = async (page: Page): Promise<void> => {
  await page.goto(`${server.url}/cost/comparison?id=${plant.first.order.id}`)
  await expect(page.getByRole('heading', { name: plant.first.order.number })).toBeVisible(SLOW)
}

for (const { size, language } of [
  { size: 'tablet', language: 'en' },
  { size: 'desk', language: 'zh' },
] as const)
  test(`from what a kilogram cost to the stop at peak price, on the ${size}`, async ({ browser }) => {
    const cost = await costOf(plant.first.order.id)
    expect(cost.perKg).not.toBeNull()
    expect(cost.standardPerKg).not.toBeNull()
    const words = t[language]
    const page = await signInOnDevice(browser, server, { name: 'accountant', size, language })
    watchRequests(page)
    await openComparison(page)
    const head = page.getByRole('region', { name: plant.first.order.number })
    await expect(head).toContainText(String(cost.perKg))
    await expect(head).toContainText(String(cost.standardPerKg))
    // Comparison with the standard, item by item.
    await expect(page.getByText(words('cost:pages.order.question'))).toBeVisible(SLOW)
    await saveScreenshots(page, `cost-order-${language}`)
    await page.locator('.cost-part', { hasText: words('cost:answers.electricity') }).click()
    await page.getByRole('link', { name: words('cost:pages.order.electricity') }).click()
    await expect(page.getByRole('img', { name: words('energy:pages.energy.question.curve') })).toBeVisible(SLOW)
    await expect(page.getByText(words('energy:pages.energy.stopsMeanwhile'))).toBeVisible()
    await saveScreenshots(page, `cost-curve-${language}`)
    await tapIdleBar(page, words('energy:pages.energy.question.curve'))
    await expect(page).toHaveURL(/shutdown/)
    await expect(page.getByText('换喷丝板').first()).toBeVisible(SLOW)
    await saveScreenshots(page, `cost-stop-${language}`)
    await page.context().close()
  })

/** Taps the bar at half past three, when the line idled: quarter 23 of the 32 quarters of its run. */
async function tapIdleBar(page: Page, question: string): Promise<void> {
  const chart = page.getByRole('img', { name: question })
  await chart.scrollIntoViewIfNeeded()
  await waitUntilAtRest(page)
  // Only the drawing shows where the bars are: the first and last colour in a row of pixels above the axis.
  const { x, y } = await chart.evaluate((element) => {
    const canvas = element as HTMLCanvasElement
    const colourful = (row: ImageData, i: number) => {
      const [r = 0, g = 0, b = 0] = row.data.slice(4 * i, 4 * i + 3)
      return Math.max(r, g, b) - Math.min(r, g, b) > 60
    }
    const height = Math.round(canvas.height * 0.7)
    const row = canvas.getContext('2d')!.getImageData(0, height, canvas.width, 1)
    const bars = Array.from({ length: canvas.width }, (_, i) => i).filter((i) => colourful(row, i))
    const [first, last] = [bars[0]!, bars.at(-1)!]
    const box = canvas.getBoundingClientRect()
    const scale = box.width / canvas.width
    return { x: (first + ((last - first) * 22.5) / 32) * scale, y: height * scale }
  })
  await chart.click({ position: { x, y } })
}

test('a late resin price changes the orders that used the lot, with a preview and a report, despite a killed server', async ({
  browser,
}) => {
  const words = t.zh
  const label = (field: string) => words(`prices:costMaterialPrice.fields.${field}`)
  const [previousCost, other] = [await costOf(plant.first.order.id), await costOf(plant.second.order.id)]
  const page = await signInOnDevice(browser, server, { name: 'accountant', size: 'desk', language: 'zh' })
  await page.goto(`${server.url}/cost/prices?part=material&new=1`)
  for (const [field, word] of [
    ['materialId', plant.materialCode],
    ['lotId', plant.first.lot.number],
  ] as const) {
    await page.getByRole('button', { name: `${label(field)}: `, exact: false }).click(SLOW)
    await getTopDialog(page).locator('input').first().fill(word)
    await getTopDialog(page).getByText(word).first().click()
  }
  await page.getByRole('textbox', { name: label('effectiveFrom') }).fill(plant.day)
  await page.getByRole('textbox', { name: label('price') }).fill('7.6')
  await button(page, words('client:resource.save')).click()
  // The preview contains this order and no other.
  const preview = page.getByRole('dialog', { name: words('prices:pages.preview.title') })
  await expect(preview).toContainText(plant.first.order.number, SLOW)
  await expect(preview).not.toContainText(plant.second.order.number)
  expect((await costOf(plant.first.order.id)).material).toBe(previousCost.material)
  await saveScreenshots(page, 'cost-preview')
  await button(preview, words('prices:pages.preview.save')).click()
  await expect(preview).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: label('price') })).toHaveCount(0)
  await server.kill()
  await server.restart()
  await expect
    .poll(async () => (await costOf(plant.first.order.id)).material, { timeout: 120_000 })
    .toBeCloseTo(previousCost.material + ROLL_KG * 0.4, 2)
  expect(await costOf(plant.second.order.id)).toMatchObject({ total: other.total, material: other.material })
  await openComparison(page)
  const changes = page.getByRole('region', { name: words('cost:pages.order.changes') })
  await expect(changes).toContainText(plant.first.lot.number, SLOW)
  await expect(changes).toContainText(words('cost:costCause.options.cause.price'))
  const money = (n: number) => `${n.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })} 元`
  await expect(changes).toContainText(
    `${money(previousCost.material)} → ${money(previousCost.material + ROLL_KG * 0.4)}`,
  )
  await saveScreenshots(page, 'cost-changed')
  await page.context().close()
})
