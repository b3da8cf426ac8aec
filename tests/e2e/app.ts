import { expect, type BrowserContext, type Locator, type Page } from '@playwright/test'
import { errno } from '@/contract/errno'
import type { RealServer } from './server'

/** The password of every account of the demonstration plant. */
export const PASSWORD = 'Demo-2026!'

export type Language = 'zh' | 'en'
const LANGUAGES: Readonly<Record<Language, string>> = { zh: '中文', en: 'English' }
/** Timeout for drawing on a busy machine, ms. */
export const SLOW = { timeout: 30_000 }

interface SignIn {
  password?: string
  path?: string
  staysSignedIn?: boolean
  language?: Language
}
/** Signs in on the login page and waits for home. */
export async function signIn(
  page: Page,
  server: RealServer,
  userName: string,
  { password = PASSWORD, path: at = '/', staysSignedIn: keep = false, language }: SignIn = {},
): Promise<void> {
  await page.goto(server.url + at)
  await logIn(page, userName, { password, staysSignedIn: keep, ...(language ? { language } : {}) })
}
/** Signs in on an open login page and waits for the page behind it. */
export async function logIn(
  page: Page,
  userName: string,
  { password = PASSWORD, staysSignedIn: keep = false, language }: Omit<SignIn, 'at'> = {},
): Promise<void> {
  if (language) await chooseLanguage(page, language)
  await fillLogin(page, userName, password)
  if (keep) await page.locator('input[name=keep]').check()
  await page.locator('button[type=submit]').click()
  await expect(page.locator('.shell')).toBeVisible(SLOW)
}
async function chooseLanguage(page: Page, language: Language): Promise<void> {
  const option = page.getByRole('button', { name: LANGUAGES[language], exact: true })
  await tapUntil(option, () => expect(option).toHaveAttribute('aria-pressed', 'true', { timeout: 2000 }))
}
/**
 * Taps a control of a page that has just opened until the tap has its effect. The page may still move, e.g. below a banner,
 * and a press that begins on one control and ends on another counts for neither.
 */
export async function tapUntil(control: Locator, expectEffect: () => Promise<void>): Promise<void> {
  await expect(control).toBeVisible(SLOW)
  await expect(async () => {
    if (await control.isVisible()) await control.click({ timeout: 5000 })
    await expectEffect()
  }).toPass({ timeout: 90_000 })
}
export async function fillLogin(page: Page, userName: string, password: string): Promise<void> {
  await page.locator('input[name=username]').fill(userName)
  await page.locator('input[name=password]').fill(password)
}

/** Locates the button or tab with exactly this label. */
export const button = (parent: Page | Locator, name: string): Locator =>
  parent.getByRole('button', { name, exact: true }).or(parent.getByRole('tab', { name, exact: true }))
/** Chooses an option by its value, in a native select or in the popup that touch screens show instead. */
export async function chooseOption(control: Locator, value: string): Promise<void> {
  await expect(control).toBeEnabled(SLOW)
  if (await control.evaluate((element) => element.tagName === 'SELECT')) {
    await control.selectOption(value, SLOW)
    return
  }
  const popup = control.page().locator('dialog.ui-popup')
  const option = popup.locator(`[data-value="${value}"]`)
  await control.click(SLOW)
  await expect(option).toBeAttached(SLOW)
  // A mouse click would fail, because an option of a wheel may be out of sight.
  await option.dispatchEvent('click', {}, SLOW)
  if (!(await popup.locator('.adm-picker').count())) return
  await expect(popup.locator(`[data-selected="true"] [data-value="${value}"]`)).toHaveCount(1)
  await popup.locator('.adm-picker-header-button').last().click()
  await expect(popup).toHaveCount(0)
}
/** Waits until the signed-in person has no unsent command on this phone. Triggers each attempt, because the phone waits longer after each failure. */
export async function sendAll(page: Page): Promise<void> {
  const syncIndicator = page.locator('a.sync')
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(syncIndicator).toHaveClass(/is-sent/, { timeout: 3000 })
  }).toPass({ timeout: 60_000 })
}

/** Adds the text of each page to the message of a failure, because nobody sees screenshots of CI. */
export async function addScreens(failure: unknown, pages: readonly Page[]): Promise<unknown> {
  if (!(failure instanceof Error)) return failure
  const screens = await Promise.all(
    pages.map(async (page) => {
      const text = await page
        .locator('body')
        .innerText({ timeout: 2000 })
        .catch((error: unknown) => `no text: ${error}`)
      return `Screen ${new URL(page.url()).pathname}: ${text.replaceAll(/\s+/g, ' ').slice(0, 250)}`
    }),
  )
  failure.message = [failure.message, ...screens].join('\n')
  return failure
}

/** Cuts the phone's network. The server keeps running. */
export const goOffline = (context: BrowserContext): Promise<void> => context.setOffline(true)
export const goOnline = (context: BrowserContext): Promise<void> => context.setOffline(false)
/** Reads a store of the phone's cache: the row of a key, or all keys if `key` is null. Returns null without a cache or row. */
const readCache = (page: Page, store: 'meta' | 'queries', key: string | null): Promise<unknown> =>
  page.evaluate(
    async ([storeName, rowKey]) => {
      if (!(await indexedDB.databases()).some((database) => database.name === 'nonwoven-cache')) return null
      return new Promise<unknown>((done, fail) => {
        const openRequest = indexedDB.open('nonwoven-cache')
        openRequest.addEventListener('error', () => fail(openRequest.error ?? new Error('not opened')))
        openRequest.addEventListener('success', () => {
          const rows = openRequest.result.transaction(storeName).objectStore(storeName)
          const read = rowKey === null ? rows.getAllKeys() : rows.get(rowKey)
          read.addEventListener('success', () => {
            openRequest.result.close()
            done(read.result ?? null)
          })
          read.addEventListener('error', () => {
            openRequest.result.close()
            fail(read.error ?? new Error('not read'))
          })
        })
      })
    },
    [store, key] as const,
  )

/** Waits until the app works offline: the service worker has all files, and the phone has the data of its shift. */
export async function waitUntilOfflineReady(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  const hasShiftPack = async () => {
    const pack = (await readCache(page, 'meta', 'pack')) as { value: { readyAt: number | null } } | null
    return typeof pack?.value.readyAt === 'number'
  }
  await expect.poll(hasShiftPack, { timeout: 60_000 }).toBe(true)
}
/** Waits until an answer about a resource is cached on the phone; the page writes the cache in the background. */
export async function waitUntilCached(page: Page, resource: string): Promise<void> {
  const getCachedKeys = async () => ((await readCache(page, 'queries', null)) as unknown[] | null)?.map(String) ?? []
  await expect
    .poll(async () => (await getCachedKeys()).some((key) => key.includes(resource)), { timeout: 30_000 })
    .toBe(true)
}

interface Answer<T> {
  errno: string
  errmsg: string
  data: T
}
const MAX_SIGN_IN_ATTEMPTS = 20
/** API calls by another person, independent of the page under test. */
export class Api {
  private constructor(
    readonly server: RealServer,
    readonly token: string,
    readonly userId: string,
    private readonly password: string,
  ) {}
  /** Signs in. Repeats the call while the server is busy, as the app does. @throws if the server refuses it */
  static async signIn(server: RealServer, username: string, password = PASSWORD): Promise<Api> {
    const body = { username, password, device: 'test' }
    for (let attempt = 1; ; attempt += 1) {
      const answer = await send<{ token: string; userid: string } | null>(server, 'POST', '/user/login', body)
      if (answer.data) return new Api(server, answer.data.token, answer.data.userid, password)
      if (answer.errno !== errno.busy || attempt === MAX_SIGN_IN_ATTEMPTS)
        throw new Error(`${username} could not sign in: ${answer.errno} ${answer.errmsg}`)
      await new Promise((done) => setTimeout(done, 1000))
    }
  }
  /** Returns the data of the answer. Enters the password again if the server demands it. @throws if the server refuses the call */
  async call<T>(method: string, path: string, body?: object): Promise<T> {
    let answer = await send<T>(this.server, method, path, body, this.token)
    if ((answer.data as { verification?: boolean } | null)?.verification) {
      await send(this.server, 'POST', '/user/verification', { password: this.password }, this.token)
      answer = await send<T>(this.server, method, path, body, this.token)
    }
    if (answer.errno !== '200') throw new Error(`${method} ${path}: ${answer.errno} ${answer.errmsg}`)
    return answer.data
  }
}
async function send<T>(
  server: RealServer,
  method: string,
  path: string,
  body?: object,
  token?: string,
): Promise<Answer<T>> {
  const hasQueryInput = method === 'GET' || method === 'DELETE'
  const query = hasQueryInput && body ? `?${new URLSearchParams(body as Record<string, string>).toString()}` : ''
  const answer = await fetch(`${server.url}/api${path}${query}`, {
    method,
    headers: {
      ...(token ? { authorization: token } : {}),
      ...(hasQueryInput ? {} : { 'content-type': 'application/json' }),
    },
    ...(hasQueryInput ? {} : { body: JSON.stringify(body ?? {}) }),
  })
  return (await answer.json()) as Answer<T>
}
