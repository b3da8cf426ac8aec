import { expect, type BrowserContext, type Locator, type Page } from '@playwright/test'
import type { RealServer } from './server'

/** The password of every account of the demonstration plant. */
export const PASSWORD = 'Demo-2026!'

export type Language = 'zh' | 'en'
const LANGUAGES: Readonly<Record<Language, string>> = { zh: '中文', en: 'English' }
/** A machine busy with other work is slow to draw. */
export const SLOW = { timeout: 30_000 }

interface SignIn {
  password?: string
  at?: string
  keep?: boolean
  language?: Language
}
/** Signs in on the login page, and waits for home. */
export async function signIn(
  page: Page,
  server: RealServer,
  userName: string,
  { password = PASSWORD, at = '/', keep = false, language }: SignIn = {},
): Promise<void> {
  await page.goto(server.url + at)
  await logIn(page, userName, { password, keep, ...(language ? { language } : {}) })
}
/** Signs in where the login page is open, and waits for the page behind it. */
export async function logIn(
  page: Page,
  userName: string,
  { password = PASSWORD, keep = false, language }: Omit<SignIn, 'at'> = {},
): Promise<void> {
  if (language) await page.getByRole('button', { name: LANGUAGES[language], exact: true }).click()
  await fillLogin(page, userName, password)
  if (keep) await page.locator('input[name=keep]').check()
  await page.locator('button[type=submit]').click()
  await expect(page.locator('.shell')).toBeVisible(SLOW)
}
export async function fillLogin(page: Page, userName: string, password: string): Promise<void> {
  await page.locator('input[name=username]').fill(userName)
  await page.locator('input[name=password]').fill(password)
}

/** The button of just these words. */
export const button = (at: Page | Locator, name: string): Locator => at.getByRole('button', { name, exact: true })
/** Waits until nothing of the person signed in is left on this phone; asks for it, since a phone that was refused waits longer each time. */
export async function sendAll(page: Page): Promise<void> {
  const dot = page.locator('a.sync')
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(dot).toHaveClass(/is-sent/, { timeout: 3000 })
  }).toPass({ timeout: 60_000 })
}

/** The network as the phone has it. The server goes on. */
export const goOffline = (context: BrowserContext): Promise<void> => context.setOffline(true)
export const goOnline = (context: BrowserContext): Promise<void> => context.setOffline(false)
/** What the phone's cache has in a store: the row of a key, or all keys; null while there is no cache, or no such row. */
const inCache = (page: Page, store: 'meta' | 'queries', key: string | null): Promise<unknown> =>
  page.evaluate(
    async ([of, wanted]) => {
      if (!(await indexedDB.databases()).some((one) => one.name === 'nonwoven-cache')) return null
      return new Promise<unknown>((done, fail) => {
        const asked = indexedDB.open('nonwoven-cache')
        asked.addEventListener('error', () => fail(asked.error ?? new Error('not opened')))
        asked.addEventListener('success', () => {
          const rows = asked.result.transaction(of).objectStore(of)
          const read = wanted === null ? rows.getAllKeys() : rows.get(wanted)
          read.addEventListener('success', () => {
            asked.result.close()
            done(read.result ?? null)
          })
          read.addEventListener('error', () => {
            asked.result.close()
            fail(read.error ?? new Error('not read'))
          })
        })
      })
    },
    [store, key] as const,
  )

/** Waits until the app can start and be worked with without a network: the worker holds all of it, and the phone its shift. */
export async function readyOffline(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  const hasShift = async () => {
    const pack = (await inCache(page, 'meta', 'pack')) as { value: { readyAt: number | null } } | null
    return typeof pack?.value.readyAt === 'number'
  }
  await expect.poll(hasShift, { timeout: 60_000 }).toBe(true)
}
/** Waits until an answer about a resource is kept on the phone: it is written behind the page. */
export async function keptOnPhone(page: Page, resource: string): Promise<void> {
  const kept = async () => ((await inCache(page, 'queries', null)) as unknown[] | null)?.map(String) ?? []
  await expect.poll(async () => (await kept()).some((key) => key.includes(resource)), { timeout: 30_000 }).toBe(true)
}

interface Answer<T> {
  errno: string
  errmsg: string
  data: T
}
/** Calls as somebody else makes them, beside the page under test. */
export class Api {
  private constructor(
    readonly server: RealServer,
    readonly token: string,
    readonly userId: string,
    private readonly password: string,
  ) {}
  static async signIn(server: RealServer, username: string, password = PASSWORD): Promise<Api> {
    const { data } = await send<{ token: string; userid: string }>(server, 'POST', '/user/login', {
      username,
      password,
      device: 'test',
    })
    return new Api(server, data.token, data.userid, password)
  }
  /** The answer's data; throws what was refused. The password is entered again where the server wants it. */
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
  const inQuery = method === 'GET' || method === 'DELETE'
  const query = inQuery && body ? `?${new URLSearchParams(body as Record<string, string>).toString()}` : ''
  const answer = await fetch(`${server.url}/api${path}${query}`, {
    method,
    headers: { ...(token ? { authorization: token } : {}), ...(inQuery ? {} : { 'content-type': 'application/json' }) },
    ...(inQuery ? {} : { body: JSON.stringify(body ?? {}) }),
  })
  return (await answer.json()) as Answer<T>
}
