import { expect, type Locator, type Page } from '@playwright/test'
import { addDays, toLocalTime } from '@/plant/rules/plant-time'
import { addMonthsToMonth, toMonth } from '@/plant/rules/month'
import { Api, button, PASSWORD, SLOW } from './app'
import { onTop } from './kilogram-steps'
import { saveScreenshots } from './overview-plant'
import { clockAhead, RealServer } from './server'
import type { Words } from './locale-texts'

type List<T> = { total: number; list: T[] }
interface EnergyRow {
  day: string
  shift: string
  lineId: string
  line: string
  kwh: number | null
}
export interface Books {
  month: string
  /** A working day of the month in the demonstration plant. */
  day: string
  /** A line that no other story uses. */
  line: { id: string; code: string }
}
const ZONE = 'Asia/Shanghai'
/** Energy that a meter had not reported, kWh. */
const MORE_KWH = 120

/** A plant at ten on the second day of a month, after a last month with working days: at least a day from now. */
export async function secondOfMonth(): Promise<{ server: RealServer; books: Omit<Books, 'line'> }> {
  const { day: today } = toLocalTime(new Date().toISOString(), ZONE)
  const day = addDays(today, -3)
  const month = toMonth(day)
  const second = `${addMonthsToMonth(month)}-02`
  const then = second > addDays(today, 1) ? second : addDays(today, 2)
  const ten = Date.parse(`${then}T10:00:00+08:00`)
  return { server: await RealServer.start({ env: clockAhead(ten - Date.now()) }), books: { month, day } }
}
/** Enters what the story needs, as the office would. */
export async function furnishBooks(server: RealServer, unbooked: Omit<Books, 'line'>): Promise<Books> {
  const admin = await Api.signIn(server, 'admin')
  const line = await admin.call<Books['line']>('POST', '/plant/line', {
    code: 'BK1',
    name: '账本线',
    nameEn: 'Books line',
    kind: 'spunbond',
    width: 3.2,
    idealSpeed: 200,
    sortOrder: 910,
  })
  return { ...unbooked, line }
}

/** Enters on a phone that a line stood on a day of the month; the phone has not sent it yet. */
export async function enterStop(page: Page, url: string, { line, day }: Books, t: Words): Promise<void> {
  await page.goto(`${url}/production/shutdown?new=1`)
  await page.locator('#field-lineId').getByRole('button').first().click(SLOW)
  await onTop(page).getByText(new RegExp(line.code)).first().click()
  await page.locator('#field-startedAt').locator('input, textarea').fill(`${day}T10:00`)
  await page.locator('#field-endedAt').locator('input, textarea').fill(`${day}T10:30`)
  await page.context().setOffline(true)
  await button(page, t('client:resource.save')).click()
  await expect(page.locator('#field-startedAt')).toHaveCount(0)
  await expect(page.locator('a.sync')).not.toHaveClass(/is-sent/)
  await saveScreenshots(page, 'books-phone-stop')
}

/** Lists open items of the month: its books cannot be closed before two people have approved the input-output balance. */
export async function reviewOpenItems(page: Page, server: RealServer, { month }: Books, t: Words): Promise<void> {
  await page.goto(`${server.url}/reports/month?month=${month}`)
  const items = page.locator('.month-closing-list .month-closing-item')
  await expect(items.first()).toBeVisible(SLOW)
  const close = button(page, t('plant:actions.plantMonth_close'))
  await expect(close).toBeDisabled()
  await expect(items.filter({ hasText: t('monthClosing:closing.why.inputOutput', { count: 2 }) })).toBeVisible()
  await saveScreenshots(page, 'books-checklist', ['phone', 'tablet', 'wall'])
  const lead = await Api.signIn(server, 'prod-lead')
  const { id } = await lead.call<{ id: string }>('POST', '/input_output_month', { month })
  await lead.call('POST', '/sheet/input_output_statistical', { id })
  await items
    .filter({ hasText: t('monthClosing:closing.why.inputOutput', { count: 1 }) })
    .getByRole('link')
    .click(SLOW)
  await expect(page).toHaveURL(/input-output\?view=month/)
  await saveScreenshots(page, 'books-input-output', ['phone', 'tablet', 'wall'])
  await button(page, t('sheets:actions.inputOutputMonth_approveFinance')).click(SLOW)
  await expect(page.getByText(t('sheets:inputOutputMonth.options.state.financial')).first()).toBeVisible(SLOW)
}

interface EnergySheet {
  waiting: number
  rows: EnergyRow[]
  total: { kwh: number }[]
}
/** Electricity of the day's shifts once all of them are calculated: a newly filled plant keeps calculating for a while. */
async function energyOf(server: RealServer, { day }: Books): Promise<EnergySheet> {
  const accountant = await Api.signIn(server, 'accountant')
  const read = () => accountant.call<EnergySheet>('GET', '/sheet_energy', { from: day, to: day })
  const shifts = async () => {
    const { waiting, rows } = await read()
    return [waiting, new Set(rows.flatMap(({ kwh, shift }) => (kwh ? [shift] : []))).size]
  }
  await expect.poll(shifts, { timeout: 120_000 }).toEqual([0, 3])
  return read()
}
const sheetOf = ({ day }: Books) => `/reports/energy?view=energyShift&from=${day}&to=${day}`
const getDifference = (page: Page, t: Words): Locator =>
  page.getByRole('textbox', { name: t('monthClosing:inputs.difference') })
/** Opens the correction of the day's first electricity value. */
async function openCorrection(page: Page, url: string, books: Books, t: Words): Promise<void> {
  await page.goto(url + sheetOf(books))
  const rows = page.locator('.report-scroll tbody tr')
  await expect(rows.first()).toBeVisible(SLOW)
  await rows.first().locator('button.report-cell').first().click()
  await expect(getDifference(page, t)).toBeVisible(SLOW)
}
async function saveCorrection(page: Page, reason: string, t: Words): Promise<void> {
  await getDifference(page, t).fill(String(MORE_KWH))
  await page.getByRole('textbox', { name: t('monthClosing:inputs.reason') }).fill(reason)
  await button(page, t('client:resource.save')).click()
}
/** Corrects a value with a reason: every sum includes it, and the calculated value remains visible. */
export async function correctEnergy(page: Page, server: RealServer, books: Books, t: Words): Promise<void> {
  const previousEnergy = await energyOf(server, books)
  await openCorrection(page, server.url, books, t)
  await saveScreenshots(page, 'books-correction', ['phone', 'tablet'])
  await saveCorrection(page, REASON, t)
  await expectSumCorrected(page, previousEnergy.total[0]!.kwh, t)
  await saveScreenshots(page, 'books-sheet', ['phone', 'tablet', 'wall'])
  const correctedEnergy = await energyOf(server, books)
  expect(correctedEnergy.total[0]!.kwh).toBeCloseTo(previousEnergy.total[0]!.kwh + MORE_KWH, 3)
  const admin = await Api.signIn(server, 'admin')
  const { list } = await admin.call<List<{ reason: string }>>('GET', '/plant/figure_correction', {
    businessDateFrom: books.day,
  })
  const [was] = previousEnergy.rows
  expect(list.filter(({ reason }) => reason === REASON)).toEqual([
    expect.objectContaining({ sum: 'kwh', delta: MORE_KWH, before: was!.kwh, shift: was!.shift, lineId: was!.lineId }),
  ])
}
const REASON = '电表漏记'
/** The sum under the sheet, and the correction below it. */
async function expectSumCorrected(page: Page, countedKwh: number, t: Words): Promise<void> {
  const sum = Math.round(countedKwh + MORE_KWH).toLocaleString('en')
  await expect(page.locator('.report-scroll tfoot')).toContainText(sum, SLOW)
  await expect(page.getByRole('region', { name: t('monthClosing:pages.corrections') })).toContainText(REASON)
}

/** Closes the month despite open items, with a reason and the password. */
export async function closeMonth(page: Page, server: RealServer, { month }: Books, t: Words): Promise<void> {
  await page.goto(`${server.url}/reports/month?month=${month}`)
  await button(page, t('plant:actions.plantMonth_close')).click(SLOW)
  await onTop(page).getByRole('textbox').fill('余项下月处理')
  await saveScreenshots(page, 'books-closing')
  await button(onTop(page), t('plant:actions.plantMonth_close')).click()
  await confirmPassword(page, t)
  await expect(page.getByText(t('monthClosing:pages.closing.state.closed', { month }))).toBeVisible(SLOW)
  await saveScreenshots(page, 'books-closed', ['phone', 'tablet', 'wall'])
}
async function confirmPassword(page: Page, t: Words): Promise<void> {
  const password = onTop(page).locator('input[name=password]')
  await password.fill(PASSWORD)
  await button(onTop(page), t('client:session.again.go')).click()
  await expect(password).toHaveCount(0)
}

/** Refuses changes in the closed month with a message that names the month. */
export async function expectRefused(page: Page, server: RealServer, books: Books, t: Words): Promise<void> {
  await openCorrection(page, server.url, books, t)
  await saveCorrection(page, '再改', t)
  const said = new RegExp(`${books.month}.*${books.day}.*${t('figures:figureCorrection.name')}`)
  await expect(page.getByText(said).first()).toBeVisible(SLOW)
  await saveScreenshots(page, 'books-refused')
}

/** The phone retries until it gets that refusal. The test triggers it, because a phone that was away waits longer each time. */
const retryUntilRefused = (phone: Page, until: RegExp): Promise<void> =>
  expect(async () => {
    await phone.evaluate(() => dispatchEvent(new Event('online')))
    await expect(phone.locator('a.sync')).toHaveClass(until, { timeout: 3000 })
  }).toPass({ timeout: 60_000 })
/** A command sent too late is neither written nor lost: it stays on the phone until a person decides. */
export async function expectLateCommandKept(phone: Page, t: Words): Promise<void> {
  await phone.context().setOffline(false)
  await retryUntilRefused(phone, /is-attention/)
  await phone.locator('a.sync').click()
  await expect(phone.locator('ul.unsent > li')).toContainText(t('plant:lineStop.name'), SLOW)
  await saveScreenshots(phone, 'books-phone-late')
}
/** The office decides about the closed month, by name. */
export async function decideClosing(page: Page, server: RealServer, { month, day }: Books, t: Words): Promise<void> {
  await page.goto(`${server.url}/reports/month?month=${month}&view=late`)
  const item = page.locator('.month-closing-item.is-open')
  await expect(item).toContainText(day, SLOW)
  await expect(item).toContainText(t('plant:lineStop.name'))
  await saveScreenshots(page, 'books-late', ['phone', 'tablet', 'wall'])
  const word = t('monthClosing:inputOptions.decision.book')
  await button(item, word).click()
  await onTop(page).getByRole('textbox').fill('反结账后重发')
  await button(onTop(page), word).click()
  const done = page.locator('.month-closing-item').filter({ hasText: t('monthClosing:lateItem.options.state.booked') })
  await expect(done).toContainText('反结账后重发', SLOW)
}

/** The person who closed the month requests its reopening and cannot approve the request. */
export async function requestReopening(page: Page, server: RealServer, { month }: Books, t: Words): Promise<void> {
  await page.goto(`${server.url}/reports/month?month=${month}`)
  const ask = t('plant:actions.plantMonth_askToReopen')
  await button(page, ask).click(SLOW)
  await onTop(page).getByRole('textbox').fill('补记停机')
  await button(onTop(page), ask).click()
  await expect(button(page, t('plant:actions.plantMonth_reopen'))).toBeDisabled(SLOW)
  await expect(page.getByText(t('plant:refusals.month.ownAsking', { month }))).toBeVisible()
}
/** A second person approves the reopening. */
export async function approveReopening(page: Page, server: RealServer, { month }: Books, t: Words): Promise<void> {
  await page.goto(`${server.url}/reports/month?month=${month}`)
  await expect(page.getByText(t('monthClosing:pages.closing.state.closed', { month }))).toBeVisible(SLOW)
  await saveScreenshots(page, 'books-asked', ['phone', 'wall'])
  await button(page, t('plant:actions.plantMonth_reopen')).click()
  await confirmPassword(page, t)
  await expect(page.getByText(t('monthClosing:pages.closing.state.reopened', { month }))).toBeVisible(SLOW)
}
/** The waiting command is sent again and written once, on its own day. */
export async function resendLateCommand(
  phone: Page,
  server: RealServer,
  { line, day }: Books,
  t: Words,
): Promise<void> {
  await phone.locator('ul.unsent > li').first().locator('button[aria-haspopup=dialog]').click()
  await button(phone, t('client:sync.retry')).click()
  await retryUntilRefused(phone, /is-sent/)
  const lead = await Api.signIn(server, 'prod-lead')
  const { list } = await lead.call<List<object>>('GET', '/production/stop_record', { lineId: line.id })
  expect(list).toEqual([expect.objectContaining({ businessDate: day, startedAt: `${day}T02:00:00.000Z` })])
}
