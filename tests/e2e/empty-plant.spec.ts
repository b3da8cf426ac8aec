import { expect, test, type Browser, type Locator, type Page } from '@playwright/test'
import { Api, button, logIn, PASSWORD, SLOW } from './app'
import { emptyPlant } from './basement-plant'
import { jumboMade, labelled, orderStarted } from './kilogram-line'
import type { Mill } from './kilogram-plant'
import { onTop } from './kilogram-steps'
import type { RealServer } from './server'
import { wordsIn } from './words'

// From an empty folder to the first labelled roll, by nothing but the app: what the list of steps leads to, one after the other.
const t = wordsIn('zh')
/** The operator's first password, and the one of their own. */
const [GIVEN, OWN] = ['Rolling-along-2026', 'Winding-along-2027'] as const

/** The element of a form's field, in forms of records and of documents. */
const fieldOf = (form: Locator, name: string): Locator =>
  form
    .locator(
      `:is(input, select, textarea, button)[id$="__${name}"], #field-${name} :is(input, select, textarea, button)`,
    )
    .first()
/** Fills in a form by its fields and saves it; what is chosen from a list is named by its value. */
async function entered(
  page: Page,
  values: Readonly<Record<string, string>>,
  { verified = false, save = t('client:resource.save') } = {},
): Promise<void> {
  const form = page.locator('form.command-form, .standard-form')
  for (const [name, value] of Object.entries(values)) {
    const field = fieldOf(form, name)
    await expect(field).toBeVisible(SLOW)
    const kind = await field.evaluate((element) => `${element.tagName} ${element.getAttribute('aria-haspopup') ?? ''}`)
    if (kind.startsWith('SELECT')) await field.selectOption(value)
    else if (kind.includes('dialog')) await picked(page, field, value)
    else await field.fill(value)
  }
  await button(page, save).click()
  if (verified) {
    await onTop(page).locator('input[type=password]').fill(PASSWORD)
    await onTop(page).locator('button[type=submit], .is-primary').last().click()
  }
  await expect(form).toHaveCount(0, SLOW)
}
/** Chooses a row of another list by some of its words. */
async function picked(page: Page, field: Locator, words: string): Promise<void> {
  await field.click()
  await onTop(page).locator('li, button').filter({ hasText: words }).first().click(SLOW)
}
const plantDay = (ahead = 0) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(new Date(Date.now() + ahead * 24 * 3_600_000))
const step = (page: Page, title: string) =>
  page
    .locator('section.today-card')
    .first()
    .locator('a')
    .filter({ has: page.getByText(title, { exact: true }) })

/** Somebody comes with a phone of their own, and changes the password that they were given. */
async function arrives(browser: Browser, server: RealServer, userName: string): Promise<Page> {
  const page = await (await browser.newContext({ ...test.info().project.use })).newPage()
  await page.goto(server.url)
  await logIn(page, userName, { password: GIVEN })
  for (const [name, value] of [
    ['old', GIVEN],
    ['new', OWN],
    ['again', OWN],
  ] as const)
    await page.locator(`input[name=${name}]`).fill(value)
  await page.locator('form button[type=submit]').click()
  await expect(page).not.toHaveURL(/password/, SLOW)
  return page
}
/** What was entered, as the winder's story names it. */
async function seenBy(admin: Api): Promise<Pick<Mill, 'line' | 'order'>> {
  type List<T> = { list: T[] }
  const { list: lines } = await admin.call<List<Mill['line']>>('GET', '/plant/line', { kind: 'spunbond', size: '2' })
  const { list: orders } = await admin.call<List<Mill['order']>>('GET', '/plant/work_order', { size: '2' })
  expect([lines.length, orders.length]).toEqual([1, 1])
  return { line: lines[0]!, order: orders[0]! }
}

test.use({ serviceWorkers: 'block' }) // nothing here is done without a network
test('an empty plant is set up by its own list of steps, and makes its first labelled roll', async ({
  page,
  browser,
}) => {
  test.setTimeout(600_000)
  const server: RealServer = await emptyPlant()
  try {
    await page.goto(server.url)
    await logIn(page, 'admin')
    const toStep = async (area: string, name: string) => {
      await page.goto(server.url)
      await step(page, t(`${area}:setup.${name}.title`)).click(SLOW)
    }
    await toStep('plant', 'lines')
    await entered(page, { code: 'SB1', name: '纺粘一线', kind: 'spunbond', idealSpeed: '200', width: '3.2' })
    await toStep('plant', 'slitters')
    await entered(page, { code: 'SL1', name: '一号分切机', kind: 'slitting', width: '3.2' })
    await toStep('plant', 'rotation')
    await button(page, t('client:resource.add')).click()
    await page.getByText(t('plant:shiftRotation.options.kind.fourTeamsThreeShifts'), { exact: true }).click(SLOW)
    await entered(page, { effectiveFrom: plantDay() })
    await toStep('feeding', 'materials')
    await entered(page, { code: 'PP-35', name: '聚丙烯 MFR35', kind: 'main' })
    await toStep('standards', 'products')
    await button(page, t('client:resource.add')).click()
    await entered(page, { code: 'S15W', name: '15 克白色纺粘', family: 'spunbond', gsm: '15' })
    await toStep('equipment', 'machines')
    await button(page, t('client:resource.add')).click()
    await entered(page, { code: 'M-001', name: '挤出机', lineId: 'SB1' })
    await toStep('equipment', 'hoppers')
    await entered(page, { code: 'H1', name: '主料斗', lineId: 'SB1' })
    for (const [userName, accountName, roleId] of [
      ['li', '李主管', '质量主管'],
      ['wang', '王师傅', '主机操作工'],
    ] as const) {
      if (userName === 'li') await toStep('access', 'people')
      else await page.goto(`${server.url}/access/users?new=1`)
      // The password is asked for again before the first of them alone.
      await entered(page, { userName, accountName, password: GIVEN, roleId }, { verified: userName === 'li' })
    }
    await toStep('standards', 'processStandards')
    await entered(
      page,
      { code: 'PS-S15W', productId: 'S15W', idealSpeed: '200' },
      { save: t('standards:pages.standard.saveDraft') },
    )
    await button(page, t('standards:pages.standard.steps.submit')).click(SLOW)
    await onTop(page).getByText('李主管').click(SLOW)
    await button(onTop(page), t('standards:pages.standard.steps.submit')).click()
    const lead = await arrives(browser, server, 'li')
    await lead.getByText('PS-S15W').first().click(SLOW)
    await button(lead, t('standards:pages.standard.steps.approve')).click(SLOW)
    await button(onTop(lead), t('standards:pages.standard.steps.approve')).click()
    await expect(lead.getByText(t('standards:pages.standard.inForce')).first()).toBeVisible(SLOW)
    await lead.context().close()
    await toStep('orders', 'customers')
    await entered(page, { code: 'C1', name: '恒安' })
    await toStep('feeding', 'lots')
    await entered(page, { number: 'LOT-1', materialId: 'PP-35', receivedOn: plantDay(), receivedKg: '25000' })
    await toStep('orders', 'orders')
    await entered(page, {
      externalNumber: 'SO-1',
      productId: 'S15W',
      productCode: 'S15W',
      orderedKg: '5000',
      jumboLengthM: '10000',
      webWidthMm: '3200',
    })
    await button(page, t('orders:actions.erpOrder_release')).click(SLOW)
    await expect(page.getByText(t('orders:erpOrder.options.state.released')).first()).toBeVisible(SLOW)
    // All is entered and released: what comes next is the first roll.
    await page.goto(server.url)
    await expect(step(page, t('rolls:setup.firstRoll.title'))).toContainText(t('client:setup.missing'), SLOW)
    const mill = await seenBy(await Api.signIn(server, 'admin'))
    await orderStarted(page, server.url, mill, t)
    const line = await arrives(browser, server, 'wang')
    const number = await jumboMade(line, server.url, mill, t)
    await labelled(line, number, test.info().outputPath('label.png'), t)
    await line.context().close()
    // The list of steps is looked for no more, which this device notes.
    await page.goto(server.url)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('setup/done')), SLOW).toBe('1')
    await expect(page.getByRole('heading', { name: t('client:setup.title') })).toHaveCount(0)
  } finally {
    await server.dispose()
  }
})
