import { expect, type Page, type Request } from '@playwright/test'

/** Calls and files that a page has asked for and not got yet. */
const underWay = new WeakMap<Page, Set<Request>>()

/** Counts what a page asks for, from here on: before it opens anything. */
export function watch(page: Page): void {
  const asked = new Set<Request>()
  underWay.set(page, asked)
  page.on('request', (request) => asked.add(request))
  page.on('requestfinished', (request) => asked.delete(request))
  page.on('requestfailed', (request) => asked.delete(request))
}
/**
 * Waits until a watched page stands still: everything it asked for is there, no skeleton is left, nothing moves (by style
 * sheet, or by the kit's scripts: its masks reach full opacity or are gone), and it has nothing left to draw.
 */
export async function settled(page: Page): Promise<void> {
  const asked = underWay.get(page)
  if (!asked) throw new Error('a page is settled only when it is watched')
  const missing = () => [...asked].map((request) => request.url())
  await expect(async () => {
    expect(missing()).toEqual([])
    expect(await page.evaluate(unrest)).toEqual([])
    expect(missing()).toEqual([])
  }).toPass({ timeout: 60_000, intervals: [50] })
}
/** Runs in the page: what is not at rest, once everything that waits to be drawn has been. */
async function unrest(): Promise<string[]> {
  const frame = () => new Promise((done) => requestAnimationFrame(done))
  await frame()
  await frame()
  await new Promise((done) => requestIdleCallback(done)) // after what React has put off
  const shown = (element: Element) => element.checkVisibility()
  return [
    ...[...document.querySelectorAll('[aria-busy=true]')].filter(shown).map((element) => `busy: ${element.className}`),
    ...document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .map(({ effect }) => `moving: ${effect instanceof KeyframeEffect ? (effect.target?.className ?? '') : ''}`),
    ...[...document.querySelectorAll('.adm-mask')]
      .filter((mask) => shown(mask) && getComputedStyle(mask).opacity !== '1')
      .map(() => 'moving: mask'),
    ...(document.fonts.status === 'loading' ? ['fonts'] : []),
  ]
}

/** Goes to another place of the app that is open, as its own links do, and waits until the page is there and at rest. */
export async function walkTo(page: Page, path: string): Promise<void> {
  await page.evaluate(async (to) => {
    const leaves = new URL(to, location.href).pathname !== location.pathname
    const before = document.querySelector('#content > *')
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
    while (leaves && before && before.isConnected) await new Promise((done) => requestAnimationFrame(done))
  }, path)
  await settled(page)
}
