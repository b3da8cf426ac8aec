import { expect, test, type Browser, type Locator, type Page } from '@playwright/test'
import { Api, button, logIn, PASSWORD, SLOW, chooseOption } from './app'
import { startEmptyPlant } from './basement-plant'
import { makeJumbo, expectLabelReadable, startOrder } from './kilogram-line'
import type { Mill } from './kilogram-plant'
import { getTopDialog } from './kilogram-steps'
import type { RealServer } from './server'
import { loadTexts } from './locale-texts'

// From an empty folder to the first labelled roll with the app alone: follows the set-up list step by step.
const t = loadTexts('zh')
/** The operator's first password, and the operator's own password. */
const [GIVEN, OWN] = ['Rolling-along-2026', 'Winding-along-2027'] as const

/** The input element of a form field, in forms of records and of documents. */
const fieldOf = (form: Locator, name: string): Locator =>
  form
    .locator(
      `:is(input, select, textarea, button)[id$="__${name}"], #field-${name} :is(input, select, textarea, button)`,
    )
    .first()
/** Fills in a form by its fields and saves it; select options are given by their value. */
async function enterRecord(
  page: Page,
  values: Readonly<Record<string, string>>,
  { verified = false, save = t('client:resource.save') } = {},
): Promise<void> {
  const form = page.locator('form.command-form, .standard-form')
  for (const [name, value] of Object.entries(values)) {
    const field = fieldOf(form, name)
    await expect(field).toBeVisible(SLOW)
    const kind = await field.evaluate((element) => element.getAttribute('role') ?? element.tagName)
    if (kind === 'SELECT' || kind === 'combobox') await chooseOption(field, value)
    else if (kind === 'BUTTON') await pickRow(page, field, value)
    else await field.fill(value)
  }
  await button(page, save).click()
  if (verified) {
    await getTopDialog(page).locator('input[type=password]').fill(PASSWORD)
    await getTopDialog(page).locator('button[type=submit], .is-primary').last().click()
  }
  await expect(form).toHaveCount(0, SLOW)
}
/** Chooses a row of another list by part of its text. */
async function pickRow(page: Page, field: Locator, words: string): Promise<void> {
  await field.click()
  await getTopDialog(page).locator('li, button').filter({ hasText: words }).first().click(SLOW)
}
const plantDay = (ahead = 0) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(new Date(Date.now() + ahead * 24 * 3_600_000))
const step = (page: Page, title: string) =>
  page
    .locator('section.today-card')
    .first()
    .locator('a')
    .filter({ has: page.getByText(title, { exact: true }) })

/** A person opens a phone and changes the initial password. */
async function signInFirstTime(browser: Browser, server: RealServer, userName: string): Promise<Page> {
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
/** The entered data, in the shape of the winder's story. */
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
  const server: RealServer = await startEmptyPlant()
  try {
    await page.goto(server.url)
    await logIn(page, 'admin')
    const toStep = async (area: string, name: string) => {
      await page.goto(server.url)
      await step(page, t(`${area}:setup.${name}.title`)).click(SLOW)
    }
    await toStep('plant', 'lines')
    await enterRecord(page, { code: 'SB1', name: '纺粘一线', kind: 'spunbond', idealSpeed: '200', width: '3.2' })
    await toStep('plant', 'slitters')
    await enterRecord(page, { code: 'SL1', name: '一号分切机', kind: 'slitting', width: '3.2' })
    await toStep('plant', 'rotation')
    await button(page, t('client:resource.add')).click()
    await page.getByText(t('plant:shiftRotation.options.kind.fourTeamsThreeShifts'), { exact: true }).click(SLOW)
    await enterRecord(page, { effectiveFrom: plantDay() })
    await toStep('feeding', 'materials')
    await enterRecord(page, { code: 'PP-35', name: '聚丙烯 MFR35', kind: 'main' })
    await toStep('standards', 'products')
    await button(page, t('client:resource.add')).click()
    await enterRecord(page, { code: 'S15W', name: '15 克白色纺粘', family: 'spunbond', gsm: '15' })
    await toStep('equipment', 'machines')
    await button(page, t('client:resource.add')).click()
    await enterRecord(page, { code: 'M-001', name: '挤出机', lineId: 'SB1' })
    await toStep('equipment', 'hoppers')
    await enterRecord(page, { code: 'H1', name: '主料斗', lineId: 'SB1' })
    for (const [userName, accountName, roleId] of [
      ['li', '李主管', '质量主管'],
      ['wang', '王师傅', '主线操作工'],
    ] as const) {
      if (userName === 'li') await toStep('access', 'people')
      else await page.goto(`${server.url}/access/users?new=1`)
      // The app asks for the password again only before the first step.
      await enterRecord(page, { userName, accountName, password: GIVEN, roleId }, { verified: userName === 'li' })
    }
    await toStep('standards', 'processStandards')
    await enterRecord(
      page,
      { code: 'PS-S15W', productId: 'S15W', idealSpeed: '200' },
      { save: t('standards:pages.standard.saveDraft') },
    )
    await button(page, t('standards:pages.standard.steps.submit')).click(SLOW)
    await getTopDialog(page).getByText('李主管').click(SLOW)
    await button(getTopDialog(page), t('standards:pages.standard.steps.submit')).click()
    const lead = await signInFirstTime(browser, server, 'li')
    await lead.getByText('PS-S15W').first().click(SLOW)
    await button(lead, t('standards:pages.standard.steps.approve')).click(SLOW)
    await button(getTopDialog(lead), t('standards:pages.standard.steps.approve')).click()
    await expect(lead.getByText(t('standards:pages.standard.inForce')).first()).toBeVisible(SLOW)
    await lead.context().close()
    await toStep('orders', 'customers')
    await enterRecord(page, { code: 'C1', name: '恒安' })
    await toStep('feeding', 'lots')
    await enterRecord(page, { number: 'LOT-1', materialId: 'PP-35', receivedOn: plantDay(), receivedKg: '25000' })
    await toStep('orders', 'orders')
    await enterRecord(page, {
      externalNumber: 'SO-1',
      productId: 'S15W',
      productCode: 'S15W',
      orderedKg: '5000',
      jumboLengthM: '10000',
      webWidthMm: '3200',
    })
    await button(page, t('orders:actions.erpOrder_release')).click(SLOW)
    await expect(page.getByText(t('orders:erpOrder.options.state.released')).first()).toBeVisible(SLOW)
    // Everything is entered and released; the next step is the first roll.
    await page.goto(server.url)
    const firstRollRow = step(page, t('rolls:setup.firstRoll.title')).locator('xpath=ancestor::li')
    await expect(firstRollRow).toContainText(t('client:setup.missing'), SLOW)
    const mill = await seenBy(await Api.signIn(server, 'admin'))
    await startOrder(page, server.url, mill, t)
    const line = await signInFirstTime(browser, server, 'wang')
    const number = await makeJumbo(line, server.url, mill, t)
    await expectLabelReadable(line, number, test.info().outputPath('label.png'), t)
    await line.context().close()
    // The set-up list is no longer requested, which this device remembers.
    await page.goto(server.url)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('setup/done')), SLOW).toBe('1')
    await expect(page.getByRole('heading', { name: t('client:setup.title') })).toHaveCount(0)
  } finally {
    await server.dispose()
  }
})
