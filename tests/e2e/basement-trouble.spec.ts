import { expect, test, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { Api, button, goOffline, goOnline, logIn, PASSWORD, waitUntilOfflineReady, sendAll, signIn, SLOW } from './app'
import { startEmptyPlant, furnishPlant, type Plant } from './basement-plant'
import { confirmPresence, enterNumber } from './basement-steps'
import type { RealServer } from './server'
import { loadTexts } from './locale-texts'

type List<T> = { total: number; list: T[] }
interface Repair {
  id: string
  version: number
  number: string
  state: string
  reportedBy: string
  reportedAt: string
  description: string
  severity: string
  faultKind: string
  images: string[]
  acceptedAt: string
  repairEndAt: string
}
/** Size of a photo chunk in bytes, as in `contract/sync`. */
const PIECE = 256 * 1024
const DAY = 86_400_000
/** Clocks agree if they differ by at most this, ms: the offset is measured over a busy machine's network. */
const AGREE = 30_000

const t = loadTexts('zh')
const say = (key: string, filled?: Record<string, string | number>) => t(`rounds:pages.polling.${key}`, filled)
let server: RealServer
let plant: Plant
test.beforeAll(async () => {
  server = await startEmptyPlant()
  plant = await furnishPlant(server)
})
test.afterAll(async () => {
  await server?.dispose()
})

const loadRepairs = async (filter: object = {}): Promise<Repair[]> =>
  (
    await (
      await Api.signIn(server, 'manager')
    ).call<List<Repair>>('POST', '/book/repairs_list', { size: 500, ...filter })
  ).list
/** A fault reported by somebody else, ready to be accepted. */
async function reportByColleague(description: string): Promise<Repair> {
  return (await Api.signIn(server, 'prod-lead')).call('POST', '/book/add_repair', {
    equipmentId: plant.machineId,
    faultKind: 'mechanical',
    severity: 'low',
    description,
  })
}
async function reportOnPhone(page: Page, description: string): Promise<void> {
  await page.goto(`${server.url}/activities/repairs?new=1&equipmentId=${plant.machineId}`)
  await page.getByText(t('maintenance:repair.options.faultKind.mechanical'), { exact: true }).click(SLOW)
  await page.getByRole('textbox', { name: t('maintenance:repair.fields.description') }).fill(description)
}
const sendReport = async (page: Page): Promise<void> => {
  await button(page, t('maintenance:pages.repair.sendReport')).click()
  await expect(page).toHaveURL(/[?&]id=/, SLOW) // the report itself: saved
}

/** A photo that stays large after compression. */
async function drawNoise(page: Page): Promise<Buffer> {
  const text = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1600, height: 1200 })
    const paper = canvas.getContext('2d') as CanvasRenderingContext2D
    const dots = paper.createImageData(1600, 1200)
    for (let at = 0; at < dots.data.length; at += 65_536) crypto.getRandomValues(dots.data.subarray(at, at + 65_536))
    for (let at = 3; at < dots.data.length; at += 4) dots.data[at] = 255
    paper.putImageData(dots, 0, 0)
    return canvas.toDataURL('image/jpeg', 0.9)
  })
  return Buffer.from(text.slice(text.indexOf(',') + 1), 'base64')
}

test('the server dies in the middle of a photo: sending resumes there, and the photo is stored once', async ({
  page,
  context,
}) => {
  await signIn(page, server, 'maint')
  await reportOnPhone(page, 'photo')
  await page.locator('#field-images button').click()
  const chooser = page.waitForEvent('filechooser')
  await button(page.locator('dialog[open]').last(), t('client:ui.camera.files')).click()
  await (await chooser).setFiles({ name: 'noise.jpg', mimeType: 'image/jpeg', buffer: await drawNoise(page) })
  await expect(page.locator('dialog[open] .ui-photos li')).toHaveCount(1, SLOW)
  await button(page.locator('dialog[open]').last(), t('client:ui.done')).click()

  const offsets: number[] = []
  const answered: number[] = []
  const isPiece = (url: string) => new URL(url).pathname === '/api/upload_chunk'
  const offsetOf = (url: string) => Number(new URL(url).searchParams.get('offset'))
  page.on('requestfinished', (request) => {
    if (isPiece(request.url())) answered.push(offsetOf(request.url()))
  })
  const third = new Promise<void>((begun) =>
    page.on('request', (request) => {
      if (!isPiece(request.url())) return
      offsets.push(offsetOf(request.url()))
      if (offsets.at(-1) === 2 * PIECE) begun()
    }),
  )
  const road = await context.newCDPSession(page)
  const upload = (bytesPerSecond: number) =>
    road.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytesPerSecond,
    })
  await road.send('Network.enable')
  await upload(PIECE / 2)
  await sendReport(page)
  await third
  await upload(1024) // of this piece hardly anything gets through
  await server.kill()
  const through = answered.length
  await upload(-1)
  await server.restart()
  await sendAll(page)

  expect(offsets.slice(0, 3)).toEqual([0, PIECE, 2 * PIECE])
  expect(through).toBeGreaterThanOrEqual(2)
  // Sending resumes after the last complete chunk: the server may have received the current chunk and died before it answered.
  // Unanswered requests while the server was down prove nothing.
  const goneOn = answered.slice(through)
  expect([through, through + 1]).toContain(Math.min(...goneOn) / PIECE)
  expect(new Set(goneOn).size).toBe(goneOn.length)
  const [made, ...more] = (await loadRepairs()).filter(({ description }) => description === 'photo')
  expect(more).toEqual([])
  const manager = await Api.signIn(server, 'manager')
  const states = await manager.call<{ state: string }[]>('GET', '/file_states', { ids: made?.images.join(',') ?? '' })
  expect(states.map(({ state }) => state)).toEqual(['stored'])
})

test('two people change the same repair: conflicts are compared, other fields are merged', async ({
  page,
  context,
}) => {
  const row = await reportByColleague('as found')
  await signIn(page, server, 'maint')
  await page.goto(`${server.url}/activities/repairs?id=${row.id}`)
  await page.getByRole('button', { name: t('maintenance:pages.repair.edit') }).click(SLOW)
  const description = page.getByRole('textbox', { name: t('maintenance:repair.fields.description') })
  await expect(description).toHaveValue('as found', SLOW)
  await description.fill('mine')
  await page.getByRole('textbox', { name: t('maintenance:repair.fields.causes') }).fill('my cause')
  const lead = await Api.signIn(server, 'maint-lead')
  await lead.call('PUT', '/book/update_repair', {
    id: row.id,
    version: row.version,
    description: 'theirs',
    causes: 'their cause',
    severity: 'high',
  })
  await button(page, t('client:resource.save')).click()
  await expect(page.locator('a.sync')).toHaveClass(/is-attention/, SLOW)

  await page.locator('a.sync').click()
  await button(page.locator('ul.unsent > li').first(), t('client:sync.edit')).click()
  const conflict = page.locator('.conflict')
  await expect(conflict.locator('fieldset')).toHaveCount(2, SLOW)
  const choice = (field: string, side: 'mine' | 'theirs') =>
    conflict
      .locator('fieldset', { hasText: t(`maintenance:repair.fields.${field}`) })
      .locator('label', { hasText: t(`client:resource.conflict.${side}`) })
  await expect(choice('description', 'mine')).toContainText('mine')
  await expect(choice('description', 'theirs')).toContainText('theirs')
  await choice('description', 'mine').click()
  await choice('causes', 'theirs').click()
  await button(page, t('client:resource.conflict.save')).click()
  await sendAll(page)
  expect((await loadRepairs({ id: row.id }))[0]).toMatchObject({
    description: 'mine',
    causes: 'their cause',
    severity: 'high',
  })
  await context.close()
})

/** A phone whose clock is off by this many ms. Its timers run normally. */
async function openPhoneWithClockOffset(browser: Browser, ms: number): Promise<BrowserContext> {
  const context = await browser.newContext()
  await context.addInitScript((shift) => {
    const Real = Date
    globalThis.Date = class extends Real {
      constructor(...given: []) {
        if (given.length === 0) super(Real.now() + shift)
        else super(...given)
      }
      static override now(): number {
        return Real.now() + shift
      }
    } as DateConstructor
  }, ms)
  return context
}
for (const [name, ms] of [
  ['ahead', DAY],
  ['behind', -DAY],
] as const) {
  test(`a phone whose clock is a day ${name}: the round is open, work ends now, and the office reads the true time`, async ({
    browser,
  }) => {
    const row = await reportByColleague(`clock ${name}`)
    const context = await openPhoneWithClockOffset(browser, ms)
    const page = await context.newPage()
    await signIn(page, server, 'maint')
    await expect(page.locator('.today .round-card').first()).toContainText(plant.planName, SLOW)
    await page.locator('.today .round-card').first().click()
    await expect(button(page, say('start'))).toBeEnabled(SLOW)

    await page.goto(`${server.url}/activities/repairs?id=${row.id}`)
    await button(page, t('maintenance:actions.repair_accept')).click(SLOW)
    await button(page, t('maintenance:actions.repair_finish')).click(SLOW)
    await page.getByRole('textbox', { name: t('maintenance:repair.fields.causes') }).fill('x')
    await page.getByRole('textbox', { name: t('maintenance:repair.fields.actions') }).fill('y')
    await button(page, t('maintenance:pages.repair.saveWork')).click()
    await sendAll(page)
    const [done] = await loadRepairs({ id: row.id })
    expect(done?.state).toBe('toConfirmByProduction')
    for (const at of [done?.acceptedAt, done?.repairEndAt])
      expect(Math.abs(Date.parse(at ?? '') - Date.now())).toBeLessThan(AGREE)
    await context.close()
  })
}

test('the session expires in the middle of a round: after the login it continues with the typed values', async ({
  page,
}) => {
  await signIn(page, server, 'maint')
  await page.locator('.today .round-card').first().click(SLOW)
  await button(page, say('start')).click(SLOW)
  await confirmPresence(page, 'M-204', t)
  await page.locator('.two-ok').click()
  await enterNumber(page, '4.5', t)
  const other = await Api.signIn(server, 'maint')
  await page.routeWebSocket('**/api/polling_check', () => undefined) // not told at once: found out by the next answer
  for (const one of await other.call<{ id: string; current: boolean }[]>('GET', '/user/sessions'))
    if (!one.current) await other.call('DELETE', '/user/sessions', { id: one.id })
  await expect(page.locator('input[name=password]')).toBeVisible(SLOW)
  await logIn(page, 'maint')
  const card = page.locator('.today .round-card').first()
  await expect(card).toContainText(say('progress', { done: 0, total: 3 }), SLOW)
  await card.click()
  await button(page, say('pointNumber', { number: 1 }))
    .first()
    .click(SLOW)
  await expect(page.locator('button.number')).toContainText('4.5', SLOW)
  await button(page, say('nextPoint')).click()
  for (const code of ['M-205', 'M-206']) {
    await confirmPresence(page, code, t)
    await page.locator('.two-ok').click()
    await button(page, say('nextPoint')).click()
  }
  await button(page, say('finish')).click()
  await sendAll(page)
  const manager = await Api.signIn(server, 'manager')
  const rounds = await manager.call<List<{ id: string }>>('GET', '/polling/round', {
    planId: plant.planId,
    state: 'done',
  })
  expect(rounds.total).toBe(1)
  const results = await manager.call<List<{ pointKey: string }>>('GET', '/polling/result', {
    roundId: rounds.list[0]?.id ?? '',
  })
  expect(results.list.map(({ pointKey }) => pointKey).sort()).toEqual(['p1', 'p2', 'p3'])
})

test("a second person on the same phone: the first person's unsent work stays, is named, and is sent only under its owner's name", async ({
  page,
  context,
}) => {
  await signIn(page, server, 'maint')
  await waitUntilOfflineReady(page)
  await reportOnPhone(page, 'left on the phone')
  await goOffline(context)
  await sendReport(page)
  await page.goto(`${server.url}/me`)
  await button(page, t('client:shell.signOut')).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('client:shell.signOutKeep') })
    .click()
  await expect(page.locator('.login-others')).toContainText(
    t('client:session.unsentOf_other', { name: 'maint', count: 1 }),
    SLOW,
  )
  await goOnline(context)

  await logIn(page, 'maint-lead')
  await reportOnPhone(page, 'by the lead')
  await sendReport(page)
  await sendAll(page)
  await page.goto(`${server.url}/me/sync`)
  await expect(page.getByText(t('client:session.unsentOf_other', { name: 'maint', count: 1 }))).toBeVisible(SLOW)
  const findRepair = async () =>
    (await loadRepairs())
      .filter(({ description }) => ['left on the phone', 'by the lead'].includes(description))
      .map(({ description, reportedBy }) => [description, reportedBy])
  expect(await findRepair()).toEqual([['by the lead', plant.people['maint-lead']]])

  await page.goto(`${server.url}/me`)
  await button(page, t('client:shell.signOut')).click()
  await page.getByRole('link', { name: t('client:session.toSecondLogin') }).click(SLOW)
  await page.getByRole('button', { name: /maint/ }).click()
  await page.locator('input[name=password]').fill(PASSWORD)
  await page.locator('button[type=submit]').click()
  await expect(page.locator('.shell')).toBeVisible(SLOW)
  await sendAll(page)
  await expect
    .poll(async () => (await findRepair()).sort(), SLOW)
    .toEqual([
      ['by the lead', plant.people['maint-lead']],
      ['left on the phone', plant.people['maint']],
    ])
})
