import type { BrowserContext, CDPSession, Page } from 'playwright'

/** The phone that everything is measured on. */
export const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 3,
  isMobile: true,
  hasTouch: true,
  locale: 'zh-CN',
} as const
/** How many times slower than this machine's processor the page is made: a cheap phone of five years ago. */
export const SLOWDOWN = 4

/**
 * Home can be used: its bar is there, and a screen full of what it has to say, or all of it. A card that is still read draws
 * nothing: until one is drawn, home is not there however quiet it is.
 */
const USABLE = `!!document.querySelector('nav.bar a') && !!document.querySelector('#content .today .ui-card:not(:has([aria-busy=true])), #content .ui-notice') && !document.querySelector('#content [aria-busy=true]')`

/** What the page says when home can be used. Asking it again and again, from outside, would be work of its own in the middle of the start. */
const USABLE_SAID = 'bench: usable'
const saidUsable = new WeakSet<Page>()

/**
 * Runs in the page before the app. Notes when home was first usable, when something was tapped, and when a save of a command
 * was on the disk: the end of the transaction that writes the outbox. All in ms since the page began to load.
 */
const WATCH = `(() => {
  globalThis.__name = (named) => named // the runner's compiler names functions with it
  const seen = { usable: 0, tapped: 0, durable: 0, picked: 0 }
  globalThis.bench = seen
  const watcher = new MutationObserver(() => {
    if (!(${USABLE} && document.querySelector('#content .today'))) return
    watcher.disconnect()
    requestAnimationFrame(() => setTimeout(() => { // drawn, not only in the document
      seen.usable = performance.now()
      console.debug('${USABLE_SAID}')
    }))
  })
  watcher.observe(document, { subtree: true, childList: true, attributes: true })
  addEventListener('click', (event) => { seen.tapped = event.timeStamp; seen.durable = 0 }, true)
  addEventListener('change', (event) => { if (event.target.type === 'file') seen.picked = performance.now() }, true)
  const open = IDBDatabase.prototype.transaction
  IDBDatabase.prototype.transaction = function (stores, mode, ...rest) {
    const work = open.call(this, stores, mode, ...rest)
    if (this.name === 'nonwoven-outbox' && mode === 'readwrite' && work.objectStoreNames.contains('outbox') && work.objectStoreNames.contains('drafts'))
      work.addEventListener('complete', () => { if (seen.tapped && !seen.durable) seen.durable = performance.now() })
    return work
  }
})()`

export interface Seen {
  usable: number
  tapped: number
  durable: number
  picked: number
}
declare global {
  interface Window {
    bench: Seen
  }
}
export const seen = (page: Page): Promise<Seen> => page.evaluate(() => window.bench)

/** A page that notes what happens in it. */
export async function watchedPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  page.on('console', (message) => {
    if (message.text() === USABLE_SAID) saidUsable.add(page)
  })
  await page.addInitScript(WATCH)
  return page
}
/** Waits until a figure of `seen` is there and answers all of them. */
export async function once(page: Page, what: keyof Seen): Promise<Seen> {
  if (what === 'usable' && !saidUsable.has(page))
    await page.waitForEvent('console', (message) => message.text() === USABLE_SAID)
  else await page.waitForFunction((name) => window.bench[name] > 0, what)
  return seen(page)
}
export async function slowed(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  return session
}

export async function signIn(page: Page, who: { userName: string; password: string }, keep: boolean): Promise<void> {
  await page.locator('input[name=username]').fill(who.userName)
  await page.locator('input[name=password]').fill(who.password)
  if (keep) await page.locator('input[name=keep]').check()
  await page.locator('button[type=submit]').click()
}

/** Goes to a page of the app without loading it anew. */
export const goWithin = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

/** Waits until the phone has its worker and a whole shift pack, so that it may lose the network. */
export async function readyOffline(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await page.waitForFunction(
    () =>
      new Promise<boolean>((done) => {
        const asked = indexedDB.open('nonwoven-cache')
        asked.onerror = () => done(false)
        asked.onsuccess = () => {
          const got = asked.result.objectStoreNames.contains('meta')
            ? asked.result.transaction('meta').objectStore('meta').get('pack')
            : null
          asked.result.close() // once the transaction is through
          if (!got) return done(false)
          got.onsuccess = () => done(got.result?.value?.readyAt != null)
          got.onerror = () => done(false)
        }
      }),
    undefined,
    { timeout: 120_000, polling: 500 },
  )
}
