import AxeBuilder from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'
import { Api, signIn } from './app'
import { startServerForFile } from './server'
import { waitUntilAtRest, navigateInApp, watchRequests } from './page-at-rest'

const server = startServerForFile()
// These tests never go offline, so no page waits for an offline copy of the app.
test.use({ serviceWorkers: 'block' })
test.beforeEach(({ page }) => watchRequests(page))
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

/** The colour rules of axe: themes differ only in colours, so all other rules run once. */
const ofColours = ['color-contrast', 'link-in-text-block']

/** One component draws all rows of a table: checking only the first rows saves most of the time. */
const moreOfTheSame = '.ui-row:nth-child(n+5)'

/** Faults that axe finds on the current page, as lines with their place. */
async function look(
  page: Page,
  path: string,
  rules: (axe: AxeBuilder) => AxeBuilder = (axe) => axe,
): Promise<string[]> {
  // The axe script stays in a page until the page is replaced.
  const hasAxe = await page.evaluate(() => 'axe' in globalThis)
  // axe describes only faults and checks only the page itself, because no foreign frame exists. That takes a third of the time.
  const axe = new AxeBuilder({ page, ...(hasAxe ? { axeSource: ';' } : {}) })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode(true)
    .exclude(moreOfTheSame)
  const { violations } = await rules(axe).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${path} ${id}: ${node.target.join(' ')}`))
}
/** Faults of the page. The wide page is also checked in the dark theme; the narrow page has another layout and the same colours. */
async function faults(page: Page, path: string): Promise<string[]> {
  const light = await look(page, `${path} (light)`)
  if (test.info().project.name === 'phone') return light
  await page.emulateMedia({ colorScheme: 'dark' })
  await waitUntilAtRest(page)
  const dark = await look(page, `${path} (dark)`, (axe) => axe.withRules(ofColours))
  await page.emulateMedia({ colorScheme: 'light' })
  return [...light, ...dark]
}
/** Faults of all given pages, one after the other. */
async function faultsOn(page: Page, paths: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const path of paths) {
    await navigateInApp(page, path)
    await expect(page.locator('h1').first(), path).toBeVisible()
    found.push(...(await faults(page, path)))
  }
  return found
}

test('login', async ({ page }) => {
  await page.goto(server.now.url)
  await waitUntilAtRest(page)
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

test('a message with a link is announced from its first moment, and its link works', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' }) // it is looked at while it moves
  await page.addInitScript((stays) => {
    const later = globalThis.setTimeout
    // A toast disappears after eight seconds; here it stays while the test looks at it, however slow the machine.
    globalThis.setTimeout = Object.assign(
      (run: () => void, ms?: number, ...given: []) => (ms === stays ? 0 : later(run, ms, ...given)),
      later,
    ) as typeof setTimeout
  }, 8000)
  await signIn(page, server.now, 'maint')
  await navigateInApp(page, '/me')
  const toast = page.locator('.adm-toast-mask')
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
  const way = toast.getByRole('button')
  await expect(way).toBeVisible()
  expect(await look(page, '/me', (axe) => axe.disableRules(ofColours))).toEqual([]) // colours are looked at when they have come
  await waitUntilAtRest(page)
  expect(await look(page, '/me')).toEqual([])
  await way.click()
  expect(await look(page, 'on its way out', (axe) => axe.withRules(['aria-hidden-focus', 'region']))).toEqual([])
  await expect(page).toHaveURL(/\/activities\/repairs\?.*id=/)
  await expect(toast).toHaveCount(0)
})
