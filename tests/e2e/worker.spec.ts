import { expect, test, type BrowserContext, type CDPSession, type Page, type Worker } from '@playwright/test'
import { Api, goOffline, goOnline, waitUntilOfflineReady, signIn, SLOW } from './app'
import { startServerForFile, type RealServer } from './server'

/*
 * What the browser does with the app while no page is open: wakes its worker (Background Sync), hands over shared files from
 * another app, opens a shortcut, shows a number on the app icon. Each test triggers the event as the browser does.
 */
const server = startServerForFile()
const TAG = 'nonwoven-outbox'
/** The browser's own view of service workers, independent of the app's pages. */
const openWorkerSession = async (context: BrowserContext): Promise<{ page: Page; session: CDPSession }> => {
  const page = await context.newPage()
  return { page, session: await context.newCDPSession(page) }
}

/** Reports a fault on the phone; returns the description by which the fault is found again. */
async function reportFault(page: Page, at: RealServer, words: string): Promise<void> {
  await page.goto(`${at.url}/activities/repairs?new=1&equipmentId=${await findMachine(at)}`)
  await page.locator('.report').getByRole('radio').first().check({ force: true })
  await page.locator('.report textarea').first().fill(words)
  await page.locator('#content .ui-button.is-primary:not(.presence-scan)').last().click()
  await expect(page.locator('.report')).toHaveCount(0, SLOW)
}
async function findMachine(at: RealServer): Promise<string> {
  const { list } = await (
    await Api.signIn(at, 'maint')
  ).call<{ list: { id: string }[] }>('GET', '/book/get_all', { size: '1' })
  return list[0]?.id ?? ''
}
async function countStoredRepairs(at: RealServer, words: string): Promise<number> {
  const { total } = await (
    await Api.signIn(at, 'maint-lead')
  ).call<{ total: number }>('POST', '/book/repairs_list', { keyword: words })
  return total
}
const getWorker = async (context: BrowserContext): Promise<Worker> =>
  context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker')

test('background sync sends saved commands with every page closed', async ({ context, page }) => {
  await signIn(page, server.now, 'maint', { staysSignedIn: true })
  await waitUntilOfflineReady(page)
  const outside = await openWorkerSession(context)
  const registered = new Promise<string>((done) => {
    outside.session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find((one) => one.scopeURL.startsWith(server.now.url))
      if (ours) done(ours.registrationId)
    })
  })
  await outside.session.send('ServiceWorker.enable')
  const registrationId = await registered
  const words = `Woken ${Date.now()}`
  await goOffline(context)
  await reportFault(page, server.now, words)
  await expect(page.locator('a.sync')).not.toHaveClass(/is-sent/)
  await page.close() // without a network to the last: only the worker can send from here on
  await goOnline(context)
  // The browser may have woken the worker by itself already; a second wake-up must then change nothing.
  await outside.session.send('ServiceWorker.dispatchSyncEvent', {
    origin: server.now.url,
    registrationId,
    tag: TAG,
    lastChance: false,
  })
  await expect.poll(() => countStoredRepairs(server.now, words), SLOW).toBe(1)
})

test('a photo shared from another app opens a new report with the photo, and survives closing the page', async ({
  context,
  page,
}) => {
  await signIn(page, server.now, 'maint')
  await waitUntilOfflineReady(page)
  await getWorker(context)
  await sharePhoto(page)
  await expect(page).toHaveURL(/\/activities\/repairs\?new=1&draft=share/)
  const photo = page.locator('.report .ui-photos img')
  await expect(photo).toHaveCount(1, SLOW)
  await expect(page.locator('.report textarea').first()).toHaveValue(/Belt\s+torn at the edge/)
  await page.reload()
  await expect(photo).toHaveCount(1, SLOW)
})
/** Repeats what the browser does when another app shares a file: posts a form with the file as a navigation. */
const sharePhoto = (page: Page): Promise<unknown> =>
  Promise.all([
    page.waitForURL(/draft=/),
    page.evaluate(async () => {
      const canvas = new OffscreenCanvas(40, 30)
      canvas.getContext('2d')?.fillRect(0, 0, 20, 30)
      const file = new File([await canvas.convertToBlob({ type: 'image/png' })], 'belt.png', { type: 'image/png' })
      const form = Object.assign(document.createElement('form'), {
        action: '/share',
        method: 'POST',
        enctype: 'multipart/form-data',
      })
      const add = (name: string, value: string | File) => {
        const input = Object.assign(document.createElement('input'), {
          name,
          type: typeof value === 'string' ? 'text' : 'file',
        })
        if (typeof value === 'string') input.value = value
        else {
          const held = new DataTransfer()
          held.items.add(value)
          input.files = held.files
        }
        form.append(input)
      }
      add('title', 'Belt')
      add('text', 'torn at the edge')
      add('photos', file)
      document.body.append(form)
      form.submit()
    }),
  ])

test('every shortcut of the installed app opens its page, also offline', async ({ context, page }) => {
  await signIn(page, server.now, 'maint', { staysSignedIn: true })
  await waitUntilOfflineReady(page)
  const { shortcuts, share_target: target } = (await (
    await fetch(`${server.now.url}/manifest.webmanifest`)
  ).json()) as { shortcuts: { url: string }[]; share_target: { action: string; method: string } }
  expect(target).toMatchObject({ action: '/share', method: 'POST' })
  const signs = {
    '/scan': 'h1',
    '/activities/repairs?new=1': '.report',
    '/activities/rounds?mine=1': 'button[aria-pressed=true]',
  }
  expect(shortcuts.map(({ url }) => url).sort()).toEqual(Object.keys(signs).sort())
  await goOffline(context)
  for (const [url, sign] of Object.entries(signs)) {
    await page.goto(server.now.url + url)
    await expect(page.locator('.shell-head, #content').locator(sign).first()).toBeVisible(SLOW)
    expect(new URL(page.url()).pathname).toBe(url.split('?')[0])
  }
})

test('the app badge shows the number of unsent commands, and disappears without any', async ({ context, page }) => {
  await page.addInitScript(() => {
    const badgeCounts: number[] = []
    Object.assign(globalThis, { badgeCounts })
    Object.defineProperties(Navigator.prototype, {
      setAppBadge: {
        value: (count: number) => {
          badgeCounts.push(count)
          return Promise.resolve()
        },
      },
      clearAppBadge: {
        value: () => {
          badgeCounts.push(0)
          return Promise.resolve()
        },
      },
    })
  })
  const last = () => page.evaluate(() => (globalThis as unknown as { badgeCounts: number[] }).badgeCounts.at(-1))
  await signIn(page, server.now, 'maint')
  await waitUntilOfflineReady(page)
  await goOffline(context)
  await reportFault(page, server.now, `Badge ${Date.now()}`)
  await expect.poll(last, SLOW).toBe(1)
  await goOnline(context)
  await expect.poll(last, SLOW).toBe(0)
})
