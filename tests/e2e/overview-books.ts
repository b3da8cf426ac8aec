import { expect, type Locator, type Page } from '@playwright/test'
import { addDays, toLocalTime } from '@/plant/rules/plant-time'
import { addMonthsToMonth, toMonth } from '@/plant/rules/month'
import { Api, button, PASSWORD, SLOW } from './app'
import { getTopDialog } from './kilogram-steps'
import { saveScreenshots } from './overview-plant'
import { getClockAheadEnv, RealServer } from './server'
import type { Translate } from './locale-texts'

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
/** Energy that a meter has not reported and a person adds, kWh. */
const CORRECTION_KWH = 120

/** Starts a plant at ten on the second day of a month, at least one day from now. The month before it has working days. */
export async function startOnSecondOfMonth(): Promise<{ server: RealServer; books: Omit<Books, 'line'> }> {
  const { day: today } = toLocalTime(new Date().toISOString(), ZONE)
  const day = addDays(today, -3)
  const month = toMonth(day)
  const secondDay = `${addMonthsToMonth(month)}-02`
  const startDay = secondDay > addDays(today, 1) ? secondDay : addDays(today, 2)
  const startMs = Date.parse(`${startDay}T10:00:00+08:00`)
  return { server: await RealServer.start({ env: getClockAheadEnv(startMs - Date.now()) }), books: { month, day } }
}
/** Enters the line of the story as the office. */
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

/** Enters a stop of the line on an offline phone, which does not send it yet. */
export async function enterStop(page: Page, url: string, { line, day }: Books, t: Translate): Promise<void> {
  await page.goto(`${url}/production/shutdown?new=1`)
  await page.locator('#field-lineId').getByRole('button').first().click(SLOW)
  await getTopDialog(page).getByText(new RegExp(line.code)).first().click()
  await page.locator('#field-startedAt').locator('input, textarea').fill(`${day}T10:00`)
  await page.locator('#field-endedAt').locator('input, textarea').fill(`${day}T10:30`)
  await page.context().setOffline(true)
  await button(page, t('client:resource.save')).click()
  await expect(page.locator('#field-startedAt')).toHaveCount(0)
  await expect(page.locator('a.sync')).not.toHaveClass(/is-sent/)
  await saveScreenshots(page, 'books-phone-stop')
}

/** Checks that the month cannot be closed before two people have approved the input-output balance, and approves it. */
export async function reviewOpenItems(page: Page, server: RealServer, { month }: Books, t: Translate): Promise<void> {
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

interface EnergyReport {
  waiting: number
  rows: EnergyRow[]
  total: { kwh: number }[]
}
/** Loads the electricity of the day once all shifts are calculated, which takes a newly filled plant a while. */
async function loadEnergy(server: RealServer, { day }: Books): Promise<EnergyReport> {
  const accountant = await Api.signIn(server, 'accountant')
  const loadReport = () => accountant.call<EnergyReport>('GET', '/sheet_energy', { from: day, to: day })
  const readProgress = async () => {
    const { waiting, rows } = await loadReport()
    return [waiting, new Set(rows.flatMap(({ kwh, shift }) => (kwh ? [shift] : []))).size]
  }
  await expect.poll(readProgress, { timeout: 120_000 }).toEqual([0, 3])
  return loadReport()
}
const getEnergyReportPath = ({ day }: Books) => `/reports/energy?view=energyShift&from=${day}&to=${day}`
const getDifference = (page: Page, t: Translate): Locator =>
  page.getByRole('textbox', { name: t('monthClosing:inputs.difference') })
/** Opens the correction of the day's first electricity value. */
async function openCorrection(page: Page, url: string, books: Books, t: Translate): Promise<void> {
  await page.goto(url + getEnergyReportPath(books))
  const rows = page.locator('.report-scroll tbody tr')
  await expect(rows.first()).toBeVisible(SLOW)
  await rows.first().locator('button.report-cell').first().click()
  await expect(getDifference(page, t)).toBeVisible(SLOW)
}
async function saveCorrection(page: Page, reason: string, t: Translate): Promise<void> {
  await getDifference(page, t).fill(String(CORRECTION_KWH))
  await page.getByRole('textbox', { name: t('monthClosing:inputs.reason') }).fill(reason)
  await button(page, t('client:resource.save')).click()
}
/** Corrects a value with a reason: every sum includes it, and the calculated value remains visible. */
export async function correctEnergy(page: Page, server: RealServer, books: Books, t: Translate): Promise<void> {
  const previousEnergy = await loadEnergy(server, books)
  await openCorrection(page, server.url, books, t)
  await saveScreenshots(page, 'books-correction', ['phone', 'tablet'])
  await saveCorrection(page, REASON, t)
  await expectSumCorrected(page, previousEnergy.total[0]!.kwh, t)
  await saveScreenshots(page, 'books-sheet', ['phone', 'tablet', 'wall'])
  const correctedEnergy = await loadEnergy(server, books)
  expect(correctedEnergy.total[0]!.kwh).toBeCloseTo(previousEnergy.total[0]!.kwh + CORRECTION_KWH, 3)
  const admin = await Api.signIn(server, 'admin')
  const { list } = await admin.call<List<{ reason: string }>>('GET', '/plant/figure_correction', {
    businessDateFrom: books.day,
  })
  const [correctedRow] = previousEnergy.rows
  expect(list.filter(({ reason }) => reason === REASON)).toEqual([
    expect.objectContaining({
      sum: 'kwh',
      delta: CORRECTION_KWH,
      before: correctedRow!.kwh,
      shift: correctedRow!.shift,
      lineId: correctedRow!.lineId,
    }),
  ])
}
const REASON = '电表漏记'
/** Checks the sum of the report and the correction that is listed below it. */
async function expectSumCorrected(page: Page, countedKwh: number, t: Translate): Promise<void> {
  const sum = Math.round(countedKwh + CORRECTION_KWH).toLocaleString('en')
  await expect(page.locator('.report-scroll tfoot')).toContainText(sum, SLOW)
  await expect(page.getByRole('region', { name: t('monthClosing:pages.corrections') })).toContainText(REASON)
}

/** Closes the month despite open items, with a reason and the password. */
export async function closeMonth(page: Page, server: RealServer, { month }: Books, t: Translate): Promise<void> {
  await page.goto(`${server.url}/reports/month?month=${month}`)
  await button(page, t('plant:actions.plantMonth_close')).click(SLOW)
  await getTopDialog(page).getByRole('textbox').fill('余项下月处理')
  await saveScreenshots(page, 'books-closing')
  await button(getTopDialog(page), t('plant:actions.plantMonth_close')).click()
  await confirmPassword(page, t)
  await expect(page.getByText(t('monthClosing:pages.closing.state.closed', { month }))).toBeVisible(SLOW)
  await saveScreenshots(page, 'books-closed', ['phone', 'tablet', 'wall'])
}
async function confirmPassword(page: Page, t: Translate): Promise<void> {
  const password = getTopDialog(page).locator('input[name=password]')
  await password.fill(PASSWORD)
  await button(getTopDialog(page), t('client:session.again.go')).click()
  await expect(password).toHaveCount(0)
}

/** Checks that changes in the closed month are refused with a message that names the month. */
export async function expectRefused(page: Page, server: RealServer, books: Books, t: Translate): Promise<void> {
  await openCorrection(page, server.url, books, t)
  await saveCorrection(page, '再改', t)
  const refusal = new RegExp(`${books.month}.*${books.day}.*${t('figures:figureCorrection.name')}`)
  await expect(page.getByText(refusal).first()).toBeVisible(SLOW)
  await saveScreenshots(page, 'books-refused')
}

/** Waits until the sync indicator has this class. Triggers each attempt, because the phone waits longer after each failure. */
const retryUntilSyncState = (phone: Page, className: RegExp): Promise<void> =>
  expect(async () => {
    await phone.evaluate(() => dispatchEvent(new Event('online')))
    await expect(phone.locator('a.sync')).toHaveClass(className, { timeout: 3000 })
  }).toPass({ timeout: 60_000 })
/** Checks that a command sent too late is not applied and stays on the phone until a person decides. */
export async function expectLateCommandKept(phone: Page, t: Translate): Promise<void> {
  await phone.context().setOffline(false)
  await retryUntilSyncState(phone, /is-attention/)
  await phone.locator('a.sync').click()
  await expect(phone.locator('ul.unsent > li')).toContainText(t('plant:lineStop.name'), SLOW)
  await saveScreenshots(phone, 'books-phone-late')
}
/** Decides in the office to book the late command, with a reason. */
export async function decideClosing(
  page: Page,
  server: RealServer,
  { month, day }: Books,
  t: Translate,
): Promise<void> {
  await page.goto(`${server.url}/reports/month?month=${month}&view=late`)
  const item = page.locator('.month-closing-item.is-open')
  await expect(item).toContainText(day, SLOW)
  await expect(item).toContainText(t('plant:lineStop.name'))
  await saveScreenshots(page, 'books-late', ['phone', 'tablet', 'wall'])
  const bookLabel = t('monthClosing:inputOptions.decision.book')
  await button(item, bookLabel).click()
  await getTopDialog(page).getByRole('textbox').fill('反结账后重发')
  await button(getTopDialog(page), bookLabel).click()
  const done = page.locator('.month-closing-item').filter({ hasText: t('monthClosing:lateItem.options.state.booked') })
  await expect(done).toContainText('反结账后重发', SLOW)
}

/** Requests the reopening as the person who closed the month, and checks that this person cannot approve it. */
export async function requestReopening(page: Page, server: RealServer, { month }: Books, t: Translate): Promise<void> {
  await page.goto(`${server.url}/reports/month?month=${month}`)
  const requestLabel = t('plant:actions.plantMonth_askToReopen')
  await button(page, requestLabel).click(SLOW)
  await getTopDialog(page).getByRole('textbox').fill('补记停机')
  await button(getTopDialog(page), requestLabel).click()
  await expect(button(page, t('plant:actions.plantMonth_reopen'))).toBeDisabled(SLOW)
  await expect(page.getByText(t('plant:refusals.month.ownAsking', { month }))).toBeVisible()
}
/** Approves the reopening as a second person. */
export async function approveReopening(page: Page, server: RealServer, { month }: Books, t: Translate): Promise<void> {
  await page.goto(`${server.url}/reports/month?month=${month}`)
  await expect(page.getByText(t('monthClosing:pages.closing.state.closed', { month }))).toBeVisible(SLOW)
  await saveScreenshots(page, 'books-asked', ['phone', 'wall'])
  await button(page, t('plant:actions.plantMonth_reopen')).click()
  await confirmPassword(page, t)
  await expect(page.getByText(t('monthClosing:pages.closing.state.reopened', { month }))).toBeVisible(SLOW)
}
/** Sends the waiting command again and checks that it is applied once, on the day of the stop. */
export async function resendLateCommand(
  phone: Page,
  server: RealServer,
  { line, day }: Books,
  t: Translate,
): Promise<void> {
  await phone.locator('ul.unsent > li').first().locator('button[aria-haspopup=dialog]').click()
  await button(phone, t('client:sync.retry')).click()
  await retryUntilSyncState(phone, /is-sent/)
  const lead = await Api.signIn(server, 'prod-lead')
  const { list } = await lead.call<List<object>>('GET', '/production/stop_record', { lineId: line.id })
  expect(list).toEqual([expect.objectContaining({ businessDate: day, startedAt: `${day}T02:00:00.000Z` })])
}
