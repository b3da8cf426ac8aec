import { expect, test, type Page } from '@playwright/test'
import { Api, fillLogin, goOffline, goOnline, waitUntilCached, PASSWORD, waitUntilOfflineReady, signIn } from './app'
import { startServerForFile } from './server'

const server = startServerForFile()
// These tests never go offline, so no page waits for an offline copy of the app.
test.use({ serviceWorkers: 'block' })
interface RoleRow {
  id: string
  version: number
  code: string
  authority: string[]
}
interface Node {
  id: string
  url: string
  children: Node[]
}
/** The server pushes the change: an open screen polls only every 30 s. A slow machine needs part of that time to draw. */
const AT_ONCE = { timeout: 20_000 }
const flat = (nodes: Node[]): Node[] => nodes.flatMap((node) => [node, ...flat(node.children)])

async function roleOf(admin: Api, code: string): Promise<RoleRow> {
  const { list } = await admin.call<{ list: RoleRow[] }>('GET', '/role/index', { size: '100' })
  const found = list.find((one) => one.code === code)
  if (!found) throw new Error(code)
  return found
}

/** Number of role buttons changed in the draft on this phone. */
function countDraftChanges(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((done, fail) => {
        const openRequest = indexedDB.open('nonwoven-outbox')
        openRequest.addEventListener('error', () => fail(openRequest.error ?? new Error('not opened')))
        openRequest.addEventListener('success', () => {
          const all = openRequest.result.transaction('drafts').objectStore('drafts').getAll() as IDBRequest<
            { key: string; value: { values?: { changes?: object } } }[]
          >
          all.addEventListener('error', () => {
            openRequest.result.close()
            fail(all.error ?? new Error('not read'))
          })
          all.addEventListener('success', () => {
            openRequest.result.close()
            done(
              Object.keys(all.result.find(({ key }) => key.startsWith('authority '))?.value.values?.changes ?? {})
                .length,
            )
          })
        })
      }),
  )
}

test('signs in in Chinese by default, and in English when chosen; the choice stays', async ({ page }) => {
  await page.goto(server.now.url)
  await expect(page.getByRole('button', { name: '登录' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('zh-CN')
  await page.getByRole('button', { name: 'English' }).click()
  await fillLogin(page, 'manager', PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/home$/)
  await expect(page).toHaveTitle(/^Home/)
  await page.goto(`${server.now.url}/me`)
  await expect(page.getByRole('heading', { name: 'Me', exact: true })).toBeVisible()
})

test('a wrong password gives the same message at the form as an unknown account', async ({ page }) => {
  const sentence = '用户名或密码错误，如忘记密码请联系管理员'
  for (const name of ['viewer', 'nobody']) {
    await page.goto(server.now.url)
    await fillLogin(page, name, 'not this one')
    await page.getByRole('button', { name: '登录' }).click()
    await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible()
    await expect(page.locator('input[name=username]')).toHaveValue(name)
  }
})

test('a page without a session leads to the login with 请先登录; unknown addresses lead to 404', async ({ page }) => {
  // After signing out, an unknown address leads to the sign-in like any other: strangers do not learn which pages exist.
  await page.goto(`${server.now.url}/no/such/page`)
  await expect(page).toHaveURL(new RegExp(`^${server.now.url}/(\\?|$)`))
  await page.goto(`${server.now.url}/ledger/equipment`)
  await expect(page).toHaveURL(new RegExp(`^${server.now.url}/(\\?|$)`))
  await expect(page.getByText('请先登录').first()).toBeVisible()
  await signIn(page, server.now, 'viewer')
  await expect(page).toHaveTitle(/^主页 · /)
  await page.goto(`${server.now.url}/no/such/page`)
  await expect(page).toHaveURL(/\/error_page\/404$/)
})

test('a page without permission says so inside the frame', async ({ page }) => {
  await signIn(page, server.now, 'operator-line')
  await page.goto(`${server.now.url}/access/users?q=abc`)
  await expect(page.getByRole('alert').filter({ hasText: '该账号没有查看此页面的权限' })).toContainText(
    '请联系系统管理员',
  )
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('用户')
  await expect(page.locator('.shell')).toBeVisible()
})

test('an expired session leads to the login, and back to the same page afterwards', async ({ page }) => {
  await page.routeWebSocket('**/api/polling_check', (socket) => {
    void socket.close()
  }) // else the live connection says so first
  await signIn(page, server.now, 'maint')
  await page.goto(`${server.now.url}/ledger/equipment?q=abc`)
  await expect(page.getByRole('searchbox')).toHaveValue('abc')
  const other = await Api.signIn(server.now, 'maint')
  for (const one of await other.call<{ id: string; current: boolean }[]>('GET', '/user/sessions')) {
    if (!one.current) await other.call('DELETE', '/user/sessions', { id: one.id })
  }
  await page.reload()
  await expect(page).toHaveURL(/\/\?redirect=/)
  expect(new URL(page.url()).searchParams.get('redirect')).toBe('/ledger/equipment?q=abc')
  await fillLogin(page, 'maint', PASSWORD)
  await page.getByRole('button', { name: '登录' }).click()
  await expect(page).toHaveURL(`${server.now.url}/ledger/equipment?q=abc`)
})

test('a page whose permission is removed says so at once, and the menu follows', async ({ page }) => {
  await signIn(page, server.now, 'viewer')
  await page.goto(`${server.now.url}/ledger/equipment`)
  await expect(page.getByRole('searchbox')).toBeVisible()
  const admin = await Api.signIn(server.now, 'admin')
  const role = await roleOf(admin, 'VIEWER')
  const menu = flat(await admin.call<Node[]>('GET', '/menus'))
  const views = menu.filter((node) => node.url.startsWith('equipmentLedger')).map((node) => node.id)
  await admin.call('PUT', '/role/update', {
    id: role.id,
    version: role.version,
    authority: role.authority.filter((id) => !views.includes(id)),
  })
  await expect(page.getByText('该账号没有查看此页面的权限').first()).toBeVisible(AT_ONCE)
  await expect(page.getByRole('searchbox')).toHaveCount(0)
  await page.goto(`${server.now.url}/all`)
  await expect(page.getByRole('link', { name: '设备报修' }).first()).toBeVisible()
  await expect(page.locator('main').getByRole('link', { name: '设备台账' })).toHaveCount(0)
})

test('the password change requires the old one and ends every other session', async ({ page }) => {
  await signIn(page, server.now, 'quality')
  const other = await Api.signIn(server.now, 'quality')
  await page.goto(`${server.now.url}/me`)
  await page.getByRole('link', { name: '修改密码' }).click()
  const fill = async (old: string, fresh: string) => {
    await page.locator('input[name=old]').fill(old)
    await page.locator('input[name=new]').fill(fresh)
    await page.locator('input[name=again]').fill(fresh)
    await page.locator('form button[type=submit]').click()
  }
  await fill('wrong one', 'another-pass-9')
  await expect(page.getByRole('alert').filter({ hasText: '旧密码错误' })).toBeVisible()
  await fill(PASSWORD, '12345678')
  await expect(page.getByRole('alert').filter({ hasText: '至少 8' })).toBeVisible()
  await fill(PASSWORD, 'another-pass-9')
  await expect(page).toHaveURL(/\/me$/)
  await expect(other.call('GET', '/user/sessions')).rejects.toThrow()
  expect((await Api.signIn(server.now, 'quality', 'another-pass-9')).token).not.toBe('')
})

test('permissions of a role are changed by touch and by keyboard, reviewed, and apply at once', async ({
  page,
  browser,
}) => {
  const context = await browser.newContext()
  const theirs = await context.newPage()
  await signIn(theirs, server.now, 'quality-lead')
  await theirs.goto(`${server.now.url}/all`)
  await expect(theirs.getByRole('link', { name: '仪表查询' })).toHaveCount(0)

  await signIn(page, server.now, 'admin')
  await page.goto(`${server.now.url}/access/roles?q=QUALITY-LEAD`)
  await page.getByText('质量主管').first().click()
  const tree = page.getByRole('tree')
  await expect(tree).toBeVisible()
  await page.getByPlaceholder('查找页面或按钮').fill('仪表')
  const meters = tree.getByRole('treeitem', { name: '仪表查询' })
  await expect(meters).toHaveAttribute('aria-checked', 'false')
  await meters.focus()
  await page.keyboard.press('ArrowDown') // its first button: view
  await page.keyboard.press('Space')
  await expect(meters).toHaveAttribute('aria-checked', 'mixed')
  await meters.focus()
  await page.keyboard.press('Space')
  await expect(meters).toHaveAttribute('aria-checked', 'true')
  const remove = tree.getByRole('treeitem', { name: '删除' })
  await remove.click() // by thumb
  await expect(remove).toHaveAttribute('aria-checked', 'false')

  await expect.poll(() => countDraftChanges(page), { message: 'written behind the tap' }).toBe(5)
  await page.reload() // nothing touched is lost
  await page.getByRole('button', { name: /查看 5 项更改/ }).click()
  const review = page.getByRole('alertdialog')
  await expect(review).toContainText('仪表查询')
  await expect(review).toContainText(/授予: 查看、新增、编辑、导出、上传/)
  await review.getByRole('button', { name: '保存' }).click()
  const again = page.getByRole('alertdialog', { name: '请再次输入密码' })
  await again.locator('input[type=password]').fill('not mine')
  await again.getByRole('button', { name: '确认' }).click()
  await expect(again.getByRole('alert')).toContainText('密码错误')
  await again.locator('input[type=password]').fill(PASSWORD)
  await again.getByRole('button', { name: '确认' }).click()
  await expect(page.getByRole('button', { name: '未作更改' })).toBeVisible()

  await expect(theirs.locator('main').getByRole('link', { name: '仪表查询' })).toBeVisible(AT_ONCE) // without a reload
  await context.close()
})

test('a new account must choose a password; a suspended account is signed out at once', async ({ page, browser }) => {
  await signIn(page, server.now, 'admin')
  await page.goto(`${server.now.url}/access/users?new=1`)
  await page.getByLabel('用户名').fill('e2e-person')
  await page.getByLabel('姓名', { exact: true }).fill('测试员')
  await page.getByRole('button', { name: '生成一个' }).click()
  const suggested = page.getByRole('textbox', { name: '密码' })
  await expect(suggested).not.toHaveValue('')
  const first = await suggested.inputValue()
  await page.getByRole('button', { name: /^角色:/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: '访客' }).click()
  await page.getByRole('button', { name: '保存' }).click()
  const again = page.getByRole('alertdialog', { name: '请再次输入密码' }) // once, for some minutes
  await again.locator('input[type=password]').fill(PASSWORD)
  await again.getByRole('button', { name: '确认' }).click()
  await expect(page.getByRole('heading', { name: '测试员' })).toBeVisible()

  const context = await browser.newContext()
  const theirs = await context.newPage()
  await theirs.goto(server.now.url)
  await fillLogin(theirs, 'e2e-person', first)
  await theirs.getByRole('button', { name: '登录' }).click()
  await expect(theirs).toHaveURL(/\/me\/password/)

  await page.getByRole('button', { name: '停用' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '停用' }).click()
  await expect(page.getByText('已停用').first()).toBeVisible()
  await expect(theirs).toHaveURL(new RegExp(`^${server.now.url}/(\\?|$)`), AT_ONCE)
  await context.close()
})

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow' })
  test('offline, departments seen before are displayed, and unseen ones say so', async ({ page, context }) => {
    await signIn(page, server.now, 'admin')
    await page.goto(`${server.now.url}/access/departments`)
    const tree = page.getByRole('tree')
    await expect(tree.getByRole('treeitem', { name: '设备部' })).toBeVisible()
    await waitUntilCached(page, 'department.list')
    await waitUntilOfflineReady(page)
    await goOffline(context)
    await page.reload()
    await expect(tree.getByRole('treeitem', { name: '设备部' })).toBeVisible()
    await page.goto(`${server.now.url}/access/login-log`)
    await expect(page.getByRole('heading', { name: '当前无网络' })).toBeVisible({ timeout: 30_000 })
    await goOnline(context)
    await expect(page.getByText('admin').first()).toBeVisible() // asks again by itself
  })
})
