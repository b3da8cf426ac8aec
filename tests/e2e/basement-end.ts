import { expect, type Browser, type Page } from '@playwright/test'
import { Api, button, sendAll, signIn, SLOW, type Language } from './app'
import { PARTS_USED } from './basement-facts'
import { INITIAL_STOCK, type Plant } from './basement-plant'
import { scanMachine } from './basement-steps'
import type { RealServer } from './server'
import { loadTexts, type Translate } from './locale-texts'

type List<T> = { total: number; list: T[] }
type State = 'inMaintenance' | 'toConfirmByProduction' | 'toConfirmFinally' | 'done'
interface Story {
  browser: Browser
  /** The mechanic's device. */ phone: Page
  server: RealServer
  plant: Plant
  repairId: string
  language: Language
}
const REJECTION_REASON = '试车时仍有异响 still noisy when tried'

/** Finishes the repair: production rejects it, the mechanic repairs again, production and the lead confirm. The manager's tablet shows each state. */
export async function confirmRepair(story: Story): Promise<void> {
  const { phone, server, language } = story
  const t = loadTexts(language)
  const manager = await openRepairAs('manager', story)
  const production = await openRepairAs('prod-lead', story)
  const expectState = createWatcher(manager, t)

  await button(production, t('maintenance:actions.repair_rejectProduction')).click()
  await production.getByRole('textbox', { name: t('maintenance:repair.fields.reason') }).fill(REJECTION_REASON)
  await expectState('inMaintenance', () => button(production, t('client:resource.save')).click())
  await expect(manager.getByText(REJECTION_REASON).first()).toBeVisible()

  await repairAgain(phone, t, (save) => expectState('toConfirmByProduction', save))
  await expectState('toConfirmFinally', () =>
    button(production, t('maintenance:actions.repair_confirmProduction')).click(),
  )
  const lead = await openRepairAs('maint-lead', story)
  await expectState('done', () => button(lead, t('maintenance:actions.repair_confirmFinal')).click())
  process.stdout.write(`basement: the manager's tablet followed within ${expectState.delaysMs.join(', ')} ms\n`)

  await expectNothingPending(phone, server, story.plant, t)
  await expectInStatistics(manager, story)
  await expectInAuditLog(manager, story)
  for (const page of [manager, production, lead]) await page.context().close()
}

/** Opens the repair on another person's device. */
async function openRepairAs(userName: string, { browser, server, repairId, language }: Story): Promise<Page> {
  const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage()
  await signIn(page, server, userName, { language })
  await page.goto(`${server.url}/activities/repairs?id=${repairId}`)
  await expect(page.locator('.repair .life')).toBeVisible(SLOW)
  return page
}

/**
 * Returns a function that does something and waits until the page shows the new state through the live connection, without a
 * reload. `delaysMs` lists the times from the tap to the new state.
 */
function createWatcher(page: Page, t: Translate) {
  const delaysMs: number[] = []
  const expectState = async (state: State, act: () => Promise<void>) => {
    await act()
    const tappedAt = Date.now()
    await expect(page.locator('.repair .chips').getByText(t(`maintenance:repair.options.state.${state}`))).toBeVisible()
    delaysMs.push(Date.now() - tappedAt)
  }
  return Object.assign(expectState, { delaysMs })
}

/** At the machine, the mechanic finds the reopened repair with the reason and the earlier entries, and finishes it again. */
async function repairAgain(
  phone: Page,
  t: Translate,
  runSave: (save: () => Promise<void>) => Promise<void>,
): Promise<void> {
  await scanMachine(phone, 'M-204', t)
  await phone
    .getByRole('region', { name: t('maintenance:pages.repair.openHere') })
    .locator('.repair-card')
    .click()
  await expect(phone.locator('.is-warned')).toContainText(REJECTION_REASON, SLOW)
  await button(phone, t('maintenance:actions.repair_finish')).click()
  await expect(phone.locator('#field-parts .stepper input')).toHaveValue(String(PARTS_USED), SLOW)
  const actions = phone.getByRole('textbox', { name: t('maintenance:repair.fields.actions') })
  await expect(actions).toHaveValue(/bearing replaced/)
  await actions.fill('重新对中 aligned anew')
  await runSave(() => button(phone, t('maintenance:pages.repair.saveWork')).click())
  await sendAll(phone)
}

/** Checks that the machine is normal, no repair is open, and the two repair rounds have withdrawn the parts only once. */
async function expectNothingPending(phone: Page, server: RealServer, plant: Plant, t: Translate): Promise<void> {
  await scanMachine(phone, 'M-204', t)
  await expect(phone.getByText(t('equipment:equipment.options.condition.normal')).first()).toBeVisible(SLOW)
  await expect(phone.getByRole('region', { name: t('maintenance:pages.repair.openHere') })).toHaveCount(0)
  const manager = await Api.signIn(server, 'manager')
  const parts = await manager.call<List<{ quantity: number }>>('GET', '/spare/part', { id: plant.partId })
  expect(parts.list.map(({ quantity }) => quantity)).toEqual([INITIAL_STOCK - PARTS_USED])
  const count = await manager.call<{ open: number; done: number }>('GET', '/repair/count')
  expect(count).toMatchObject({ open: 0, done: 1 })
}

/** Checks that MTTR lasts from acceptance to the end of the last work, and that the page shows the machine. */
async function expectInStatistics(manager: Page, { server, plant, repairId }: Story): Promise<void> {
  const api = await Api.signIn(server, 'manager')
  const {
    list: [row],
  } = await api.call<List<{ acceptedAt: string; repairEndAt: string }>>('POST', '/book/repairs_list', { id: repairId })
  const hours = row ? (Date.parse(row.repairEndAt) - Date.parse(row.acceptedAt)) / 3_600_000 : Number.NaN
  const { rows } = await api.call<{ rows: { key: string; label: string; mttr: number; repairs: number }[] }>(
    'GET',
    '/repair/statistics',
    { by: 'equipment' },
  )
  const machineRow = rows.find(({ key }) => key === plant.machineId)
  expect(machineRow?.repairs).toBe(1)
  expect(Math.abs((machineRow?.mttr ?? Infinity) - hours)).toBeLessThan(0.001)
  await manager.goto(`${server.url}/activities/repairs?view=statistics`)
  await expect(manager.locator('.statistics')).toContainText('M-204', SLOW)
}

/** Checks the audit log: person, action, time and origin of each step, in order. */
async function expectInAuditLog(manager: Page, { server, plant, repairId }: Story): Promise<void> {
  const admin = await Api.signIn(server, 'admin')
  interface Entry {
    id: string
    at: string
    operation: string
    userId: string
    address: string
    via: string
  }
  const { list } = await admin.call<List<Entry>>('GET', '/user/operation_log', {
    rowId: repairId,
    resource: 'repair',
    size: '100',
  })
  const steps = list.sort((a, b) => (a.at < b.at ? -1 : 1)).map(({ operation, userId }) => [operation, userId])
  const getUserId = (userName: string) => plant.people[userName]
  expect(steps).toEqual([
    ['repair.report', getUserId('maint')],
    ['inspectionResult.answer', getUserId('maint')], // the answer that found the fault refers to the repair
    ['repair.accept', getUserId('maint')],
    ['repair.finish', getUserId('maint')],
    ['repair.rejectProduction', getUserId('prod-lead')],
    ['repair.finish', getUserId('maint')],
    ['repair.confirmProduction', getUserId('prod-lead')],
    ['repair.confirmFinal', getUserId('maint-lead')],
  ])
  expect(new Set(list.map(({ via }) => via))).toEqual(new Set(['sync']))
  expect(list.every(({ address, at }) => address.includes('127.0.0.1') && Date.now() - Date.parse(at) < 600_000)).toBe(
    true,
  )
  await manager.goto(
    `${server.url}/access/operation-log?rowId=${repairId}&id=${list.find(({ operation }) => operation === 'repair.confirmFinal')?.id}`,
  )
  await expect(manager.getByText('maint-lead').first()).toBeVisible(SLOW)
  await expect(manager.getByText('127.0.0.1').first()).toBeVisible()
}
