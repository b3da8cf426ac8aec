import { expect, type Page, type Request } from '@playwright/test'

/** Calls and files that a page has requested and not received yet. */
const underWay = new WeakMap<Page, Set<Request>>()

/** Counts the requests of a page from now on; must run before the page opens anything. */
export function watchRequests(page: Page): void {
  const asked = new Set<Request>()
  underWay.set(page, asked)
  page.on('request', (request) => asked.add(request))
  page.on('requestfinished', (request) => asked.delete(request))
  page.on('requestfailed', (request) => asked.delete(request))
}
/**
 * Waits until a watched page is at rest: all requests are answered, no skeleton is left, no CSS or scripted animation runs
 * (masks are fully opaque or gone), and nothing is left to draw.
 */
export async function waitUntilAtRest(page: Page): Promise<void> {
  const asked = underWay.get(page)
  if (!asked) throw new Error('a page is settled only when it is watched')
  const missing = () => [...asked].map((request) => request.url())
  await expect(async () => {
    expect(missing()).toEqual([])
    expect(await page.evaluate(listUnrest)).toEqual([])
    expect(missing()).toEqual([])
  }).toPass({ timeout: 60_000, intervals: [50] })
}
/** Runs in the page: lists what is not at rest after all pending drawing. */
async function listUnrest(): Promise<string[]> {
  const frame = () => new Promise((done) => requestAnimationFrame(done))
  await frame()
  await frame()
  await new Promise((done) => requestIdleCallback(done)) // after what React has put off
  const isVisible = (element: Element) => element.checkVisibility()
  return [
    ...[...document.querySelectorAll('[aria-busy=true]')]
      .filter(isVisible)
      .map((element) => `busy: ${element.className}`),
    ...document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .map(({ effect }) => `moving: ${effect instanceof KeyframeEffect ? (effect.target?.className ?? '') : ''}`),
    ...[...document.querySelectorAll('.adm-mask')]
      .filter((mask) => isVisible(mask) && getComputedStyle(mask).opacity !== '1')
      .map(() => 'moving: mask'),
    ...(document.fonts.status === 'loading' ? ['fonts'] : []),
  ]
}

/** Navigates inside the open app, as its own links do, and waits until the new page is loaded and at rest. */
export async function navigateInApp(page: Page, path: string): Promise<void> {
  await page.evaluate(async (to) => {
    const leaves = new URL(to, location.href).pathname !== location.pathname
    const before = document.querySelector('#content > *')
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
    while (leaves && before && before.isConnected) await new Promise((done) => requestAnimationFrame(done))
  }, path)
  await waitUntilAtRest(page)
}
