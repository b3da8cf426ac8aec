import type { BrowserContext, CDPSession, Page } from 'playwright'

/** The phone used for all measurements. */
export const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 3,
  isMobile: true,
  hasTouch: true,
  locale: 'zh-CN',
} as const
/** Factor by which the page is slowed down, so that this machine is like a cheap phone of five years ago. */
export const SLOWDOWN = 4

/**
 * Home is usable once its bar and at least one card or notice are drawn and nothing is busy. A loading card draws nothing, so an
 * idle page without a card is not usable.
 */
const USABLE_CONDITION = `!!document.querySelector('nav.bar a') && !!document.querySelector('#content .today .ui-card:not(:has([aria-busy=true])), #content .ui-notice') && !document.querySelector('#content [aria-busy=true]')`

/** Console message of the page when home is usable. Polling the page from outside would slow its start down. */
const USABLE_MESSAGE = 'bench: usable'
const usablePages = new WeakSet<Page>()

/**
 * Runs in the page before the app. Records when home was first usable, when something was tapped, and when a saved command
 * was on the disk (end of the transaction that writes the outbox). All in ms since the page began to load.
 */
const RECORDER_SCRIPT = `(() => {
  globalThis.__name = (named) => named // the runner's compiler names functions with it
  const times = { usable: 0, tapped: 0, durable: 0, picked: 0 }
  globalThis.bench = times
  const watcher = new MutationObserver(() => {
    if (!(${USABLE_CONDITION} && document.querySelector('#content .today'))) return
    watcher.disconnect()
    requestAnimationFrame(() => setTimeout(() => { // drawn, not only in the document
      times.usable = performance.now()
      console.debug('${USABLE_MESSAGE}')
    }))
  })
  watcher.observe(document, { subtree: true, childList: true, attributes: true })
  addEventListener('click', (event) => { times.tapped = event.timeStamp; times.durable = 0 }, true)
  addEventListener('change', (event) => { if (event.target.type === 'file') times.picked = performance.now() }, true)
  const open = IDBDatabase.prototype.transaction
  IDBDatabase.prototype.transaction = function (stores, mode, ...rest) {
    const work = open.call(this, stores, mode, ...rest)
    if (this.name === 'nonwoven-outbox' && mode === 'readwrite' && work.objectStoreNames.contains('outbox') && work.objectStoreNames.contains('drafts'))
      work.addEventListener('complete', () => { if (times.tapped && !times.durable) times.durable = performance.now() })
    return work
  }
})()`

export interface RecordedTimes {
  usable: number
  tapped: number
  durable: number
  picked: number
}
declare global {
  interface Window {
    bench: RecordedTimes
  }
}
export const getRecordedTimes = (page: Page): Promise<RecordedTimes> => page.evaluate(() => window.bench)

/** Opens a page that records these times. */
export async function openWatchedPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  page.on('console', (message) => {
    if (message.text() === USABLE_MESSAGE) usablePages.add(page)
  })
  await page.addInitScript(RECORDER_SCRIPT)
  return page
}
/** Waits until the given time is recorded and returns all recorded times. */
export async function waitForMetric(page: Page, name: keyof RecordedTimes): Promise<RecordedTimes> {
  if (name === 'usable' && !usablePages.has(page))
    await page.waitForEvent('console', (message) => message.text() === USABLE_MESSAGE)
  else await page.waitForFunction((key) => window.bench[key] > 0, name)
  return getRecordedTimes(page)
}
export async function slowDown(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  return session
}

export async function signIn(
  page: Page,
  person: { userName: string; password: string },
  staysSignedIn: boolean,
): Promise<void> {
  await page.locator('input[name=username]').fill(person.userName)
  await page.locator('input[name=password]').fill(person.password)
  if (staysSignedIn) await page.locator('input[name=keep]').check()
  await page.locator('button[type=submit]').click()
}

/** Goes to a page of the app without a reload. */
export const navigateInApp = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

/** Waits until the phone has its worker and a complete shift pack, so that it can go offline. */
export async function waitUntilOfflineReady(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await page.waitForFunction(
    () =>
      new Promise<boolean>((done) => {
        const openRequest = indexedDB.open('nonwoven-cache')
        openRequest.onerror = () => done(false)
        openRequest.onsuccess = () => {
          const packRequest = openRequest.result.objectStoreNames.contains('meta')
            ? openRequest.result.transaction('meta').objectStore('meta').get('pack')
            : null
          openRequest.result.close() // once the transaction is through
          if (!packRequest) return done(false)
          packRequest.onsuccess = () => done(packRequest.result?.value?.readyAt != null)
          packRequest.onerror = () => done(false)
        }
      }),
    undefined,
    { timeout: 120_000, polling: 500 },
  )
}
