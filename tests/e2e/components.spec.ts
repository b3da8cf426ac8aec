import { expect, test, type Page } from '@playwright/test'
import { Api, signIn } from './app'
import { navigateInApp, watchRequests } from './page-at-rest'
import { startServerForFile } from './server'

const server = startServerForFile()
test.use({ serviceWorkers: 'block' })
test.beforeEach(({ page }) => watchRequests(page))

/** Share of the interactive elements of a phone's pages that the layer on antd-mobile draws. */
const MIN_SHARE = 0.8

interface Count {
  path: string
  total: number
  /** Elements outside of the layer, as the class or tag that names them. */
  foreign: string[]
}
/** Runs in the page: counts what can be tapped; an element belongs to antd-mobile if it is inside of one of its components. */
function countInteractive(path: string): Count {
  const elements = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [role=button]')]
  const visible = elements.filter((element) => element.checkVisibility() && !element.matches('.skip, [type=hidden]'))
  // The layer itself draws the controls of dates and choices, whose popups are of antd-mobile, and the input of a switch.
  const isOfLayer = (element: Element) => element.closest('[class*="adm-"], .ui-select, .ui-date, .ui-switch') !== null
  return {
    path,
    total: visible.length,
    foreign: visible.filter((element) => !isOfLayer(element)).map((element) => element.className || element.tagName),
  }
}
async function countOn(page: Page, path: string): Promise<Count> {
  await navigateInApp(page, path)
  await expect(page.locator('h1').first(), path).toBeVisible()
  return page.evaluate(countInteractive, path)
}

test('phones use the layer on antd-mobile', async ({ page }) => {
  const admin = await Api.signIn(server.now, 'admin')
  const findFirstId = async (method: string, path: string) =>
    (await admin.call<{ list: { id: string }[] }>(method, path, { size: 1 })).list[0]?.id ?? ''
  const repairId = await findFirstId('POST', '/book/repairs_list')
  const roundId = await findFirstId('GET', '/polling/round')
  await signIn(page, server.now, 'admin')
  const paths = [
    '/home',
    '/all',
    '/me',
    '/activities/repairs',
    `/activities/repairs?id=${repairId}`,
    '/activities/repairs?new=1',
    '/activities/rounds',
    `/activities/rounds?walk=${roundId}`,
    '/materials/team',
    '/interactive/roll',
    '/quality/sheet',
    '/production/handover',
  ]
  const counts: Count[] = []
  for (const path of paths) counts.push(await countOn(page, path))
  const total = counts.reduce((sum, count) => sum + count.total, 0)
  const foreign = counts.flatMap((count) => count.foreign.map((name) => `${count.path} ${name}`))
  expect(total).toBeGreaterThan(100)
  expect(1 - foreign.length / total, foreign.join('\n')).toBeGreaterThanOrEqual(MIN_SHARE)
})
