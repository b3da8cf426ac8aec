import AxeBuilder from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'
import { Api, signIn } from './app'
import { serverForFile } from './server'

const server = serverForFile()
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

/** What axe finds, as lines that say where: in both themes on the phone; a wider page has another layout, and the same colours. */
async function faults(page: Page, path: string): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of test.info().project.name === 'phone'
    ? (['light', 'dark'] as const)
    : (['light'] as const)) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // The new colours are on the screen two frames later; before that axe may see some of either theme.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    // Only faults are described, and in the page itself: no frame of another origin is there to be asked. It is a third of the time.
    const axe = new AxeBuilder({ page })
      .options({ resultTypes: ['violations'] })
      .setLegacyMode(true)
      .exclude(moreOfTheSame)
    const { violations } = await (colorScheme === 'light' ? axe : axe.withRules(ofColours)).analyze()
    found.push(
      ...violations.flatMap(({ id, nodes }) =>
        nodes.map((node) => `${path} (${colorScheme}) ${id}: ${node.target.join(' ')}`),
      ),
    )
  }
  return found
}
/** Goes to a page and waits until it shows what it has to show. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(server.now.url + path)
  await expect(page.locator('h1').first()).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

/** What is wrong on each of the pages, one after the other. */
async function faultsOn(page: Page, paths: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const path of paths) {
    await open(page, path)
    found.push(...(await faults(page, path)))
  }
  return found
}

test('login', async ({ page }) => {
  await open(page, '/')
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
  test.setTimeout(300_000)
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
