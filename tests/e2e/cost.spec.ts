import { expect, test, type Page } from '@playwright/test'
import { Api, button, SLOW } from './app'
import { dayTold, evening, FED_KG, morning, untilTen, type CostPlant } from './cost-plant'
import { onTop } from './kilogram-steps'
import { comes, shot } from './overview-plant'
import { clockAhead, READY_MS, RealServer } from './server'
import { wordsIn } from './words'

const t = { zh: wordsIn('zh'), en: wordsIn('en') }
let server: RealServer
let plant: CostPlant
test.beforeAll(async () => {
  test.setTimeout(READY_MS)
  const ahead = untilTen()
  const early = await RealServer.start({ env: clockAhead(ahead) })
  server = early
  plant = await morning(early, ahead)
  server = await evening(early, ahead)
  await dayTold(server, plant)
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
const open = async (page: Page): Promise<void> => {
  await page.goto(`${server.url}/cost/comparison?id=${plant.one.order.id}`)
  await expect(page.getByRole('heading', { name: plant.one.order.number })).toBeVisible(SLOW)
}

for (const { size, language } of [
  { size: 'tablet', language: 'en' },
  { size: 'desk', language: 'zh' },
] as const)
  test(`from what a kilogram cost to the stop at peak price, on the ${size}`, async ({ browser }) => {
    // Days are counted and costs worked out by the clock.
    await expect
      .poll(async () => (await costOf(plant.one.order.id)).electricity, { timeout: 120_000 })
      .toBeGreaterThan(0)
    const cost = await costOf(plant.one.order.id)
    // Seven hours at 800 kW and one at 320.
    // The plant took some seconds to begin.
    expect(cost.kwh).toBeGreaterThan(5800)
    expect(cost.kwh).toBeLessThanOrEqual(7 * 800 + 320)
    expect(cost.perKg).not.toBeNull()
    expect(cost.standardPerKg).not.toBeNull()
    const words = t[language]
    const page = await comes(browser, server, { name: 'accountant', size, language })
    await open(page)
    const head = page.getByRole('region', { name: plant.one.order.number })
    await expect(head).toContainText(String(cost.perKg))
    await expect(head).toContainText(String(cost.standardPerKg))
    // Against the standard, item by item.
    await expect(page.getByText(words('cost:pages.order.question'))).toBeVisible(SLOW)
    await shot(page, `cost-order-${language}`)
    await page.locator('.cost-part', { hasText: words('cost:answers.electricity') }).click()
    await page.getByRole('link', { name: words('cost:pages.order.electricity') }).click()
    const chart = page.locator('canvas').first()
    await expect(chart).toBeVisible(SLOW)
    await expect(page.getByText(words('energy:pages.energy.stopsMeanwhile'))).toBeVisible()
    await shot(page, `cost-curve-${language}`)
    await tapAt(page, words('energy:pages.energy.question.curve'))
    await expect(page).toHaveURL(/shutdown/)
    await expect(page.getByText('换喷丝板').first()).toBeVisible(SLOW)
    await shot(page, `cost-stop-${language}`)
    await page.context().close()
  })

/** Taps the bar of half past three, when the line idled: 22 of the 32 quarters of its run. */
async function tapAt(page: Page, question: string): Promise<void> {
  const chart = page.getByRole('img', { name: question }).first()
  await chart.scrollIntoViewIfNeeded()
  const box = (await chart.boundingBox())!
  // The bars begin after the axis, which is as wide as its numbers: from the right they are at a share of what is left.
  const axis = 56
  await page.mouse.click(box.x + axis + ((box.width - axis) * 22.5) / 32, box.y + box.height * 0.7)
}

test('a resin price that comes late changes the orders that used the lot, said before and after, through a kill', async ({
  browser,
}) => {
  const words = t.zh
  const label = (field: string) => words(`prices:costMaterialPrice.fields.${field}`)
  const [before, other] = [await costOf(plant.one.order.id), await costOf(plant.other.order.id)]
  const page = await comes(browser, server, { name: 'accountant', size: 'desk', language: 'zh' })
  await page.goto(`${server.url}/cost/prices?part=material&new=1`)
  for (const [field, word] of [
    ['materialId', plant.materialCode],
    ['lotId', plant.one.lot.number],
  ] as const) {
    await page.getByRole('button', { name: `${label(field)}: `, exact: false }).click(SLOW)
    await onTop(page).locator('input').first().fill(word)
    await onTop(page).getByText(word).first().click()
  }
  await page.getByRole('textbox', { name: label('effectiveFrom') }).fill(plant.day)
  await page.getByRole('textbox', { name: label('price') }).fill('7.6')
  await button(page, words('client:resource.save')).click()
  // Previewed: this order, and no other.
  const preview = page.getByRole('dialog', { name: words('prices:pages.preview.title') })
  await expect(preview).toContainText(plant.one.order.number, SLOW)
  await expect(preview).not.toContainText(plant.other.order.number)
  expect((await costOf(plant.one.order.id)).material).toBe(before.material)
  await shot(page, 'cost-preview')
  await button(preview, words('prices:pages.preview.save')).click()
  await expect(preview).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: label('price') })).toHaveCount(0)
  await server.kill()
  await server.restart()
  await expect
    .poll(async () => (await costOf(plant.one.order.id)).material, { timeout: 120_000 })
    .toBeCloseTo(before.material + FED_KG * 0.4, 2)
  expect(await costOf(plant.other.order.id)).toMatchObject({ total: other.total, material: other.material })
  await open(page)
  const changes = page.getByRole('region', { name: words('cost:pages.order.changes') })
  await expect(changes).toContainText(plant.one.lot.number, SLOW)
  await expect(changes).toContainText(words('cost:costCause.options.cause.price'))
  await expect(changes).toContainText(`${before.material.toFixed(2)} → ${(before.material + 400).toFixed(2)}`)
  await shot(page, 'cost-changed')
  await page.context().close()
})
