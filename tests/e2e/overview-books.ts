import { expect, type Browser, type Page } from '@playwright/test'
import { uuid7 as idAt } from '@/contract/id'
import { Api, button, SLOW } from './app'
import { booksMonth, comes, correctedDay, monthBefore } from './overview-plant'
import { passwordAgain } from './overview-wall'
import type { RealServer } from './server'
import { wordsIn } from './words'

const zh = wordsIn('zh')
const en = wordsIn('en')
const uuid7 = (): string => idAt(Date.now())
interface Shift {
  day: string
  shift: string
  lineId: string
  line: string
  kwh: number
}
interface Figured {
  rows: { lineId: string; kwh: number; kwhPerKg: number | null }[]
  total: { kwh: number; kwhPerKg: number | null }[]
}
const ofDay = { from: correctedDay, to: correctedDay } as const
const sheetPage = `/reports/energy?view=energyShift&from=${correctedDay}&to=${correctedDay}`
const byLine = (api: Api) => api.call<Figured>('GET', '/ENERGY_REPORT', { ...ofDay, by: 'line' })

/** Two corrections of one figure, each with a reason; sheet, board and home say the same number after each. */
export async function corrected(browser: Browser, server: RealServer): Promise<void> {
  const accountant = await Api.signIn(server, 'accountant')
  const { rows } = await accountant.call<{ rows: Shift[] }>('GET', '/sheet_energy', { ...ofDay })
  const shift = rows.find(({ kwh, lineId }) => kwh > 1000 && lineId)!
  const page = await comes(browser, server, { name: 'accountant', size: 'desk', language: 'en' })
  const before = await byLine(accountant)
  await putRight(page, server, shift, { add: 500, reason: 'Meter read too low after the power cut' })
  await sameEverywhere(page, server, { lineId: shift.lineId, kwh: before.total[0]!.kwh + 500 })
  await putRight(
    page,
    server,
    { ...shift, kwh: shift.kwh + 500 },
    { add: -120, reason: 'Welding shop was on the same meter' },
  )
  await sameEverywhere(page, server, { lineId: shift.lineId, kwh: before.total[0]!.kwh + 380 })
  await page.goto(server.url + sheetPage)
  for (const reason of ['Meter read too low', 'Welding shop'])
    await expect(page.locator('.sheets-list', { hasText: reason })).toBeVisible(SLOW)
  await page.context().close()
}
/** By a tap on the number, its new value and why. */
async function putRight(page: Page, server: RealServer, of: Shift, { add, reason }: { add: number; reason: string }) {
  await page.goto(server.url + sheetPage)
  const row = page
    .locator('.sheets tbody tr', { hasText: of.line.split(' ')[0]! })
    .filter({ hasText: en(`contract:shifts.${of.shift}`) })
  await expect(row).toHaveCount(1, SLOW)
  const column = await page
    .locator('.sheets thead th')
    .evaluateAll(
      (heads, word) => heads.findIndex((head) => head.textContent?.startsWith(word)),
      en('sheets:answers.kwh'),
    )
  await row.locator('td').nth(column).getByRole('button').click(SLOW)
  await page.getByLabel(en('sheets:inputs.value')).fill(String(Math.round((of.kwh + add) * 1000) / 1000))
  await page.getByLabel(en('sheets:inputs.reason')).fill(reason)
  await Promise.all([
    page.waitForResponse((answer) => answer.url().includes('/report_alter') && answer.ok(), SLOW),
    page.locator('.ui-page button[type=submit], .ui-page .is-primary').last().click(),
  ])
  await expect(page.locator('.sheets-list', { hasText: reason })).toBeVisible(SLOW)
}
async function sameEverywhere(page: Page, server: RealServer, { lineId, kwh }: { lineId: string; kwh: number }) {
  const accountant = await Api.signIn(server, 'accountant')
  await expect.poll(async () => (await byLine(accountant)).total[0]!.kwh, SLOW).toBeCloseTo(kwh, 2)
  const sheet = await byLine(accountant)
  const ofLine = sheet.rows.find((row) => row.lineId === lineId)!
  const three = (value: number) => value.toFixed(3).replace(/0+$/, '')
  await page.goto(`${server.url}/reports/energy?from=${correctedDay}&to=${correctedDay}`)
  await expect(page.locator('.sheets tfoot')).toContainText(three(sheet.total[0]!.kwhPerKg!), SLOW)
  await page.goto(`${server.url}/overview/dashboard?view=lineBoard&day=${correctedDay}&item=kwhPerKg`)
  await expect(page.locator('.board-rows')).toContainText(three(ofLine.kwhPerKg!), SLOW)
  await page.goto(`${server.url}/overview/dashboard?period=day&day=${correctedDay}`)
  const tile = page.locator('.overview-tile', { hasText: en('plant:figures.kwhPerKg.name') })
  await expect(tile).toContainText(three(sheet.total[0]!.kwhPerKg!), SLOW)
}

/** What two people approve before a month is closed. */
async function approved(server: RealServer, month: string): Promise<void> {
  const [lead, accountant] = [await Api.signIn(server, 'prod-lead'), await Api.signIn(server, 'accountant')]
  const { id } = await lead.call<{ id: string }>('POST', '/input_output_month', { month })
  await lead.call('POST', '/sheet/input_output_statistical', { id })
  await accountant.call('POST', '/sheet/input_output_financial', { id })
}
/** The demonstration leaves two months open before the one that is over: each is closed in its turn; the checklist says what is open, one reason goes over it. */
export async function monthsClosed(browser: Browser, server: RealServer): Promise<void> {
  const months = [monthBefore(monthBefore(booksMonth)), monthBefore(booksMonth), booksMonth]
  const page = await comes(browser, server, { name: 'accountant', size: 'desk', language: 'zh' })
  await page.goto(`${server.url}/reports/month?month=${booksMonth}`)
  await expect(page.locator('.sheets-item.is-blocking').first()).toBeVisible(SLOW)
  await expect(page.getByText(zh('sheets:closing.why.inputOutput', { count: 2 })).first()).toBeVisible()
  for (const month of months) await approved(server, month)
  for (const [i, month] of months.entries()) {
    await page.goto(`${server.url}/reports/month?month=${month}`)
    await button(page, zh('plant:actions.plantMonth_close')).click(SLOW)
    await page.locator('dialog[open] input, dialog[open] textarea').last().fill('读数待补，已按估算核对')
    await page.locator('dialog[open] button[type=submit]').click()
    if (i === 0) await passwordAgain(page)
    await expect(page.getByText(zh('sheets:pages.closing.state.closed', { month })).first()).toBeVisible(SLOW)
  }
  await page.context().close()
}

/** Nothing of the month is written any more: at the desk a sentence says so, what a phone brings waits for a decision. */
export async function keptClosed(browser: Browser, server: RealServer): Promise<void> {
  const lead = await Api.signIn(server, 'prod-lead')
  const accountant = await Api.signIn(server, 'accountant')
  const { rows } = await accountant.call<{ rows: Shift[] }>('GET', '/sheet_energy', { ...ofDay })
  const shift = rows.find(({ kwh, lineId }) => kwh > 1000 && lineId)!
  const total = (await byLine(accountant)).total[0]!.kwh
  const alter = { businessDate: correctedDay, shift: shift.shift, lineId: shift.lineId, sum: 'kwh', difference: 1 }
  await expect(accountant.call('PUT', '/report_alter', { ...alter, reason: 'again' })).rejects.toThrow(booksMonth)

  const id = await fromPhone(lead, shift.lineId)
  const page = await comes(browser, server, { name: 'accountant', size: 'phone', language: 'zh' })
  await page.goto(`${server.url}/reports/month?view=late`)
  const waiting = page.locator('.sheets-item.is-open', { hasText: correctedDay })
  await expect(waiting).toHaveCount(1, SLOW)
  await waiting.getByRole('button', { name: zh('sheets:inputOptions.decision.book') }).click()
  await page.locator('dialog[open] input, dialog[open] textarea').last().fill('本月补记')
  await page.locator('dialog[open] button[type=submit]').click()
  await expect(page.locator('.sheets-item', { hasText: '本月补记' })).toBeVisible(SLOW)
  await expect(page.locator('.sheets-item.is-open')).toHaveCount(0)
  await page.context().close()
  const stops = await lead.call<{ list: { id: string }[] }>('GET', '/production/stop_record', { lineId: shift.lineId })
  expect(stops.list.map((stop) => stop.id)).not.toContain(id)
  expect((await byLine(accountant)).total[0]!.kwh).toBe(total)
}
/** A stop that was entered without a network in the month, and sent now. */
async function fromPhone(lead: Api, lineId: string): Promise<string> {
  const [id, startedAt] = [uuid7(), `${correctedDay}T04:00:00.000Z`]
  const { answers } = await lead.call<{ answers: { status: string; errmsg: string }[] }>('POST', '/sync', {
    sentAt: new Date().toISOString(),
    ops: [
      {
        id: uuid7(),
        userId: lead.userId,
        clientId: 'phone',
        seq: 1,
        schemaVersion: 1,
        occurredAt: `${correctedDay}T05:00:00.000Z`,
        op: 'lineStop.create',
        body: { id, lineId, startedAt, endedAt: `${correctedDay}T04:20:00.000Z` },
      },
    ],
  })
  expect(answers[0]).toMatchObject({ status: 'refused' })
  expect(answers[0]!.errmsg).toContain(booksMonth)
  return id
}

/** One asks and says why; they cannot agree to it themselves; another does, on a phone. */
export async function reopenedByTwo(browser: Browser, server: RealServer): Promise<void> {
  const page = await comes(browser, server, { name: 'accountant', size: 'desk', language: 'en' })
  await page.goto(`${server.url}/reports/month?month=${booksMonth}`)
  await button(page, en('plant:actions.plantMonth_askToReopen')).click(SLOW)
  await page.locator('dialog[open] input, dialog[open] textarea').last().fill('A lot was priced wrong')
  await page.locator('dialog[open] button[type=submit]').click()
  await expect(page.getByText('A lot was priced wrong').first()).toBeVisible(SLOW)
  const accountant = await Api.signIn(server, 'accountant')
  await expect(accountant.call('POST', '/plant/month_reopen', { month: booksMonth })).rejects.toThrow(/401|6000/)
  const phone = await comes(browser, server, { name: 'manager', size: 'phone', language: 'zh' })
  await phone.goto(`${server.url}/reports/month?month=${booksMonth}`)
  await button(phone, zh('plant:actions.plantMonth_reopen')).click(SLOW)
  await passwordAgain(phone)
  await expect(phone.getByText(zh('sheets:pages.closing.state.reopened', { month: booksMonth })).first()).toBeVisible(
    SLOW,
  )
  for (const one of [page, phone]) await one.context().close()
}
