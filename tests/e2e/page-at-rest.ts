import { expect, type Page, type Request } from '@playwright/test'

/** Requests of each page for calls and files that are not answered yet. */
const pendingRequestsByPage = new WeakMap<Page, Set<Request>>()

/** Records the unanswered requests of a page. Must be called before the page opens anything. */
export function watchRequests(page: Page): void {
  const pendingRequests = new Set<Request>()
  pendingRequestsByPage.set(page, pendingRequests)
  page.on('request', (request) => pendingRequests.add(request))
  page.on('requestfinished', (request) => pendingRequests.delete(request))
  page.on('requestfailed', (request) => pendingRequests.delete(request))
}
/**
 * Waits until a watched page is at rest: all requests are answered, no skeleton is left, no CSS or scripted animation runs
 * (masks are fully opaque or gone), and nothing is left to draw.
 */
export async function waitUntilAtRest(page: Page): Promise<void> {
  const pendingRequests = pendingRequestsByPage.get(page)
  if (!pendingRequests) throw new Error('call watchRequests before the page opens anything')
  const listPendingUrls = () => [...pendingRequests].map((request) => request.url())
  await expect(async () => {
    expect(listPendingUrls()).toEqual([])
    expect(await page.evaluate(listUnrest)).toEqual([])
    expect(listPendingUrls()).toEqual([])
  }).toPass({ timeout: 60_000, intervals: [50] })
}
/** Runs in the page: lists what is not at rest after all pending drawing. */
async function listUnrest(): Promise<string[]> {
  const waitForFrame = () => new Promise((done) => requestAnimationFrame(done))
  await waitForFrame()
  await waitForFrame()
  await new Promise((done) => requestIdleCallback(done)) // after deferred work of React
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
    const changesPage = new URL(to, location.href).pathname !== location.pathname
    const previousContent = document.querySelector('#content > *')
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
    while (changesPage && previousContent?.isConnected) await new Promise((done) => requestAnimationFrame(done))
  }, path)
  await waitUntilAtRest(page)
}
