import AxeBuilder from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'
import { Api, signIn } from './app'
import { serverForFile } from './server'
import { settled, walkTo, watch } from './settled'

const server = serverForFile()
// Nothing here is done without a network: no page waits for a copy of the app to be kept.
test.use({ serviceWorkers: 'block' })
test.beforeEach(({ page }) => watch(page))
interface Node {
  url: string
  menu_type: number
  children: Node[]
}
const pagesIn = (nodes: Node[]): string[] =>
  nodes.flatMap((node) => [
    ...(node.menu_type === 3 ? [`/${node.url.replace(/^\/+/, '')}`] : []),
    ...pagesIn(node.children),
  ])
const frame = ['/home', '/all', '/scan', '/me', '/me/account', '/me/sync', '/me/password', '/error_page/404']

/** The rules that see colours: the themes differ in nothing else, so the rest is looked at once. */
const ofColours = ['color-contrast', 'link-in-text-block']

/** Rows of a table are all drawn by one component: the first ones stand for the rest, which would take most of the time. */
const moreOfTheSame = '.ui-row:nth-child(n+5)'

/** What axe finds on the page as it stands, as lines that say where. */
async function look(
  page: Page,
  path: string,
  rules: (axe: AxeBuilder) => AxeBuilder = (axe) => axe,
): Promise<string[]> {
  // Its program stays in a page until another is loaded.
  const there = await page.evaluate(() => 'axe' in globalThis)
  // Only faults are described, and in the page itself: no frame of another origin is there to be asked. It is a third of the time.
  const axe = new AxeBuilder({ page, ...(there ? { axeSource: ';' } : {}) })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode(true)
    .exclude(moreOfTheSame)
  const { violations } = await rules(axe).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${path} ${id}: ${node.target.join(' ')}`))
}
/** The faults of the page; in the dark theme too on the wider one: the narrow page has another layout, and the same colours. */
async function faults(page: Page, path: string): Promise<string[]> {
  const light = await look(page, `${path} (light)`)
  if (test.info().project.name === 'phone') return light
  await page.emulateMedia({ colorScheme: 'dark' })
  await settled(page)
  const dark = await look(page, `${path} (dark)`, (axe) => axe.withRules(ofColours))
  await page.emulateMedia({ colorScheme: 'light' })
  return [...light, ...dark]
}
/** What is wrong on each of the pages, one after the other. */
async function faultsOn(page: Page, paths: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const path of paths) {
    await walkTo(page, path)
    await expect(page.locator('h1').first(), path).toBeVisible()
    found.push(...(await faults(page, path)))
  }
  return found
}

test('login', async ({ page }) => {
  await page.goto(server.now.url)
  await settled(page)
  expect(await faults(page, '/')).toEqual([])
})

test('the pages of the frame', async ({ page }) => {
  await signIn(page, server.now, 'admin')
  expect(await faultsOn(page, frame)).toEqual([])
})

test('every page of the menu', async ({ page }) => {
  test.setTimeout(600_000)
  const admin = await Api.signIn(server.now, 'admin')
  const paths = pagesIn(await admin.call<Node[]>('GET', '/menus'))
  expect(paths.length).toBeGreaterThan(10)
  await signIn(page, server.now, 'admin')
  expect(await faultsOn(page, paths)).toEqual([])
})

test('forms, panels and trees of the access pages', async ({ page }) => {
  test.setTimeout(600_000)
  const admin = await Api.signIn(server.now, 'admin')
  const { list: roles } = await admin.call<{ list: { id: string }[] }>('GET', '/role/index', { size: '1' })
  const { list: people } = await admin.call<{ list: { id: string }[] }>('GET', '/user/index', { size: '1' })
  const { list: changes } = await admin.call<{ list: { id: string }[] }>('GET', '/user/operation_log', {
    size: '1',
    resource: 'role',
  })
  const paths = [
    '/access/users?new=1',
    `/access/users?id=${people[0]?.id}`,
    `/access/users?id=${people[0]?.id}&edit=1`,
    `/access/roles?id=${roles[0]?.id}`,
    '/access/departments?new=1',
    `/access/operation-log?id=${changes[0]?.id}`,
    '/access/files?type=sparePart',
    '/access/files?view=log',
    '/me/account?edit=1',
  ]
  await signIn(page, server.now, 'admin')
  expect(await faultsOn(page, paths)).toEqual([])
})

test('a message that leads somewhere is there for everybody from its first moment, and its way is taken', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' }) // it is looked at while it moves
  await page.addInitScript((stays) => {
    const later = globalThis.setTimeout
    // It would be gone after its eight seconds: here it stays as long as it is looked at, however slow the machine.
    globalThis.setTimeout = Object.assign(
      (run: () => void, ms?: number, ...given: []) => (ms === stays ? 0 : later(run, ms, ...given)),
      later,
    ) as typeof setTimeout
  }, 8000)
  await signIn(page, server.now, 'maint')
  await walkTo(page, '/me')
  const told = page.locator('.adm-toast-mask')
  const { list } = await (
    await Api.signIn(server.now, 'maint')
  ).call<{ list: { id: string }[] }>('GET', '/book/get_all', { size: '1' })
  await (
    await Api.signIn(server.now, 'prod-lead')
  ).call('POST', '/book/add_repair', {
    equipmentId: list[0]?.id,
    faultKind: 'mechanical',
    severity: 'high',
    description: 'told at once',
  })
  const way = told.getByRole('button')
  await expect(way).toBeVisible()
  expect(await look(page, '/me', (axe) => axe.disableRules(ofColours))).toEqual([]) // colours are looked at when they have come
  await settled(page)
  expect(await look(page, '/me')).toEqual([])
  await way.click()
  expect(await look(page, 'on its way out', (axe) => axe.withRules(['aria-hidden-focus', 'region']))).toEqual([])
  await expect(page).toHaveURL(/\/activities\/repairs\?.*id=/)
  await expect(told).toHaveCount(0)
})
