import { expect, type Locator, type Page } from '@playwright/test'
import { addDays, toLocalTime } from '@/plant/rules/plant-time'
import { addMonthsToMonth, toMonth } from '@/plant/rules/month'
import { Api, button, PASSWORD, SLOW } from './app'
import { onTop } from './kilogram-steps'
import { shot } from './overview-plant'
import { clockAhead, RealServer } from './server'
import type { Words } from './words'

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
  /** A day of the month that the demonstration plant worked. */
  day: string
  /** A line that nobody else has anything to do with. */
  line: { id: string; code: string }
}
const ZONE = 'Asia/Shanghai'
/** kWh that a meter had not told of. */
const MORE_KWH = 120

/** A plant on the second day of a month at ten, the last month with days that it worked: at least a day from now. */
export async function secondOfMonth(): Promise<{ server: RealServer; books: Omit<Books, 'line'> }> {
  const { day: today } = toLocalTime(new Date().toISOString(), ZONE)
  const day = addDays(today, -3)
  const month = toMonth(day)
  const second = `${addMonthsToMonth(month)}-02`
  const then = second > addDays(today, 1) ? second : addDays(today, 2)
  const ten = Date.parse(`${then}T10:00:00+08:00`)
  return { server: await RealServer.start({ env: clockAhead(ten - Date.now()) }), books: { month, day } }
}
/** What the story needs, as the office enters it. */
export async function furnishBooks(server: RealServer, of: Omit<Books, 'line'>): Promise<Books> {
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
  return { ...of, line }
}

/** Says on a phone that a line stood, on a day of the month; it is not sent yet. */
export async function stopEntered(page: Page, url: string, { line, day }: Books, t: Words): Promise<void> {
  await page.goto(`${url}/production/shutdown?new=1`)
  await page.locator('#field-lineId').getByRole('button').first().click(SLOW)
  await onTop(page).getByText(new RegExp(line.code)).first().click()
  await page.locator('#field-startedAt').locator('input, textarea').fill(`${day}T10:00`)
  await page.locator('#field-endedAt').locator('input, textarea').fill(`${day}T10:30`)
  await page.context().setOffline(true)
  await button(page, t('client:resource.save')).click()
  await expect(page.locator('#field-startedAt')).toHaveCount(0)
  await expect(page.locator('a.sync')).not.toHaveClass(/is-sent/)
  await shot(page, 'books-phone-stop')
}

/** What is open in the month: its books can't be closed before two people have approved what went in and came out. */
export async function lookedThrough(page: Page, server: RealServer, { month }: Books, t: Words): Promise<void> {
  await page.goto(`${server.url}/reports/month?month=${month}`)
  const items = page.locator('.sheets-list .sheets-item')
  await expect(items.first()).toBeVisible(SLOW)
  const close = button(page, t('plant:actions.plantMonth_close'))
  await expect(close).toBeDisabled()
  await expect(items.filter({ hasText: t('sheets:closing.why.inputOutput', { count: 2 }) })).toBeVisible()
  await shot(page, 'books-checklist', ['phone', 'tablet', 'wall'])
  const lead = await Api.signIn(server, 'prod-lead')
  const { id } = await lead.call<{ id: string }>('POST', '/input_output_month', { month })
  await lead.call('POST', '/sheet/input_output_statistical', { id })
  await items
    .filter({ hasText: t('sheets:closing.why.inputOutput', { count: 1 }) })
    .getByRole('link')
    .click(SLOW)
  await expect(page).toHaveURL(/input-output\?view=month/)
  await shot(page, 'books-input-output', ['phone', 'tablet', 'wall'])
  await button(page, t('sheets:actions.inputOutputMonth_approveFinance')).click(SLOW)
  await expect(page.getByText(t('sheets:inputOutputMonth.options.state.financial')).first()).toBeVisible(SLOW)
}

interface EnergySheet {
  waiting: number
  rows: EnergyRow[]
  total: { kwh: number }[]
}
/** What the shifts of the day took of electricity, once all of them are counted: a plant that was just filled goes on counting. */
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
const difference = (page: Page, t: Words): Locator => page.getByRole('textbox', { name: t('sheets:inputs.difference') })
/** Opens the correction of the first electricity of the day. */
async function correcting(page: Page, url: string, books: Books, t: Words): Promise<void> {
  await page.goto(url + sheetOf(books))
  const rows = page.locator('.sheets-scroll tbody tr')
  await expect(rows.first()).toBeVisible(SLOW)
  await rows.first().locator('button.sheets-cell').first().click()
  await expect(difference(page, t)).toBeVisible(SLOW)
}
async function corrected(page: Page, reason: string, t: Words): Promise<void> {
  await difference(page, t).fill(String(MORE_KWH))
  await page.getByRole('textbox', { name: t('sheets:inputs.reason') }).fill(reason)
  await button(page, t('client:resource.save')).click()
}
/** A figure is put right with a reason: every sum carries it, and what was counted stays beside it. */
export async function putRight(page: Page, server: RealServer, books: Books, t: Words): Promise<void> {
  const before = await energyOf(server, books)
  await correcting(page, server.url, books, t)
  await shot(page, 'books-correction', ['phone', 'tablet'])
  await corrected(page, REASON, t)
  await carried(page, before.total[0]!.kwh, t)
  await shot(page, 'books-sheet', ['phone', 'tablet', 'wall'])
  const after = await energyOf(server, books)
  expect(after.total[0]!.kwh).toBeCloseTo(before.total[0]!.kwh + MORE_KWH, 3)
  const admin = await Api.signIn(server, 'admin')
  const { list } = await admin.call<List<{ reason: string }>>('GET', '/plant/figure_correction', {
    businessDateFrom: books.day,
  })
  const [was] = before.rows
  expect(list.filter(({ reason }) => reason === REASON)).toEqual([
    expect.objectContaining({ sum: 'kwh', delta: MORE_KWH, before: was!.kwh, shift: was!.shift, lineId: was!.lineId }),
  ])
}
const REASON = '电表漏记'
/** The sum under the sheet, and the correction below it. */
async function carried(page: Page, countedKwh: number, t: Words): Promise<void> {
  const sum = Math.round(countedKwh + MORE_KWH).toLocaleString('en')
  await expect(page.locator('.sheets-scroll tfoot')).toContainText(sum, SLOW)
  await expect(page.getByRole('region', { name: t('sheets:pages.corrections') })).toContainText(REASON)
}

/** Closes the month over what is open, with a reason and the password. */
export async function closed(page: Page, server: RealServer, { month }: Books, t: Words): Promise<void> {
  await page.goto(`${server.url}/reports/month?month=${month}`)
  await button(page, t('plant:actions.plantMonth_close')).click(SLOW)
  await onTop(page).locator('input').fill('余项下月处理')
  await shot(page, 'books-closing')
  await button(onTop(page), `${t('plant:actions.plantMonth_close')} · ${month}`).click()
  await passwordAgain(page, t)
  await expect(page.getByText(t('sheets:pages.closing.state.closed', { month }))).toBeVisible(SLOW)
  await shot(page, 'books-closed', ['phone', 'tablet', 'wall'])
}
async function passwordAgain(page: Page, t: Words): Promise<void> {
  const password = onTop(page).locator('input[name=password]')
  await password.fill(PASSWORD)
  await button(onTop(page), t('client:session.again.go')).click()
  await expect(password).toHaveCount(0)
}

/** What belongs to the month is refused with a sentence that names it. */
export async function refused(page: Page, server: RealServer, books: Books, t: Words): Promise<void> {
  await correcting(page, server.url, books, t)
  await corrected(page, '再改', t)
  const said = new RegExp(`${books.month}.*${books.day}.*${t('figures:figureCorrection.name')}`)
  await expect(page.getByText(said).first()).toBeVisible(SLOW)
  await shot(page, 'books-refused')
}

/** The phone tries until it comes to that; it is asked to, since one that was away waits longer each time. */
const tries = (phone: Page, until: RegExp): Promise<void> =>
  expect(async () => {
    await phone.evaluate(() => dispatchEvent(new Event('online')))
    await expect(phone.locator('a.sync')).toHaveClass(until, { timeout: 3000 })
  }).toPass({ timeout: 60_000 })
/** What a phone sends too late is not written and not lost: it stays on the phone, and waits for a person. */
export async function cameLate(phone: Page, t: Words): Promise<void> {
  await phone.context().setOffline(false)
  await tries(phone, /is-attention/)
  await phone.locator('a.sync').click()
  await expect(phone.locator('ul.unsent > li')).toContainText(t('plant:lineStop.name'), SLOW)
  await shot(phone, 'books-phone-late')
}
/** The person in the office decides over it, by name. */
export async function decided(page: Page, server: RealServer, { month, day }: Books, t: Words): Promise<void> {
  await page.goto(`${server.url}/reports/month?month=${month}&view=late`)
  const item = page.locator('.sheets-item.is-open')
  await expect(item).toContainText(day, SLOW)
  await expect(item).toContainText(t('plant:lineStop.name'))
  await shot(page, 'books-late', ['phone', 'tablet', 'wall'])
  const word = t('sheets:inputOptions.decision.book')
  await button(item, word).click()
  await onTop(page).locator('input').fill('反结账后重发')
  await button(onTop(page), word).click()
  const done = page.locator('.sheets-item').filter({ hasText: t('sheets:lateItem.options.state.booked') })
  await expect(done).toContainText('反结账后重发', SLOW)
}

/** Who closed the month asks for it to be opened again, and can't agree to that. */
export async function askedToReopen(page: Page, server: RealServer, { month }: Books, t: Words): Promise<void> {
  await page.goto(`${server.url}/reports/month?month=${month}`)
  const ask = t('plant:actions.plantMonth_askToReopen')
  await button(page, ask).click(SLOW)
  await onTop(page).locator('input').fill('补记停机')
  await button(onTop(page), `${ask} · ${month}`).click()
  await expect(button(page, t('plant:actions.plantMonth_reopen'))).toBeDisabled(SLOW)
  await expect(page.getByText(t('plant:refusals.month.ownAsking', { month }))).toBeVisible()
}
/** A second person agrees. */
export async function agreed(page: Page, server: RealServer, { month }: Books, t: Words): Promise<void> {
  await page.goto(`${server.url}/reports/month?month=${month}`)
  await expect(page.getByText(t('sheets:pages.closing.state.closed', { month }))).toBeVisible(SLOW)
  await shot(page, 'books-asked', ['phone', 'wall'])
  await button(page, t('plant:actions.plantMonth_reopen')).click()
  await passwordAgain(page, t)
  await expect(page.getByText(t('sheets:pages.closing.state.reopened', { month }))).toBeVisible(SLOW)
}
/** What waited on the phone is sent again, and is written now: once, on its own day. */
export async function sentAgain(phone: Page, server: RealServer, { line, day }: Books, t: Words): Promise<void> {
  await button(phone, t('client:sync.retry')).click()
  await tries(phone, /is-sent/)
  const lead = await Api.signIn(server, 'prod-lead')
  const { list } = await lead.call<List<object>>('GET', '/production/stop_record', { lineId: line.id })
  expect(list).toEqual([expect.objectContaining({ businessDate: day, startedAt: `${day}T02:00:00.000Z` })])
}
