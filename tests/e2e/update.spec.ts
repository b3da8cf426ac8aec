import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { Api, button, PASSWORD, sendAll, signIn, SLOW } from './app'
import { furnishPlant, type Plant } from './basement-plant'
import { RealServer } from './server'
import { loadTexts } from './locale-texts'

const root = resolve(import.meta.dirname, '../..')
const t = loadTexts('zh')
const PENDING = 50
/** Shows a page's release; the first release shows nothing. */
const MARK = '<meta name="release" content="2">'

/** Copies the build into its own folder, with the project files it reads beside it. */
async function copyOfBuild(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mes-release-'))
  await mkdir(join(folder, 'src'))
  await cp(join(root, 'dist'), join(folder, 'dist'), { recursive: true })
  await cp(join(root, 'package.json'), join(folder, 'package.json'))
  for (const name of ['src', 'node_modules']) {
    await rm(join(folder, name), { recursive: true, force: true })
    await symlink(join(root, name), join(folder, name), 'junction')
  }
  return folder
}
/** Makes another release of the app: a changed page, and so a changed file list in the worker. */
async function buildNextRelease(folder: string): Promise<void> {
  const client = (name: string) => join(folder, 'dist/client', name)
  const change = async (name: string, edit: (text: string) => string) => {
    const before = await readFile(client(name), 'utf8')
    const after = edit(before)
    expect(after).not.toBe(before)
    await writeFile(client(name), after)
    for (const packed of ['.br', '.gz']) await rm(client(name + packed), { force: true })
  }
  await change('index.html', (text) => text.replace('</head>', `${MARK}</head>`))
  await change('sw.js', (text) =>
    text.replace(/"revision":"\w+","url":"index.html"/, '"revision":"second","url":"index.html"'),
  )
}

/** Stores forty-nine copies of the one command, each for its own row: the outbox of a phone after hours in the basement. */
async function multiplyCommand(page: Page, copies: number): Promise<void> {
  await page.evaluate(
    (count) =>
      new Promise<void>((done, fail) => {
        const openRequest = indexedDB.open('nonwoven-outbox')
        openRequest.addEventListener('error', () => fail(openRequest.error ?? new Error('not opened')))
        openRequest.addEventListener('success', () => {
          const db = openRequest.result
          const work = db.transaction(['outbox', 'meta'], 'readwrite')
          const [outbox, meta] = [work.objectStore('outbox'), work.objectStore('meta')]
          outbox.getAll().addEventListener('success', function (this: IDBRequest<Record<string, unknown>[]>) {
            const [row] = this.result
            if (!row || this.result.length !== 1) return fail(new Error(`${this.result.length} commands`))
            meta
              .get('counter')
              .addEventListener('success', function (this: IDBRequest<{ key: string; value: { seq: number } }>) {
                const counter = this.result
                // All copies have the same timestamp; only the last digits of a UUID v7 differ.
                const like = (id: unknown, n: number) => String(id).slice(0, -4) + n.toString(16).padStart(4, '0')
                for (let n = 1; n <= count; n++) {
                  const entityId = like(row['entityId'], n)
                  outbox.add({
                    ...row,
                    id: like(row['id'], n),
                    seq: ++counter.value.seq,
                    entityId,
                    entityKey: `${String(row['resource'])}:${entityId}`,
                    body: { ...(row['body'] as object), id: entityId },
                  })
                }
                meta.put(counter)
              })
          })
          work.addEventListener('complete', () => {
            db.close()
            done()
          })
          work.addEventListener('error', () => fail(work.error ?? new Error('not written')))
        })
      }),
    copies,
  )
}

let server: RealServer
let plant: Plant
let build = ''
test.beforeAll(async () => {
  build = await copyOfBuild()
  server = await RealServer.start({
    dataDir: await mkdtemp(join(tmpdir(), 'mes-update-')),
    embedded: true,
    built: build,
    env: { DEMO: '0', ADMIN_PASSWORD: PASSWORD },
  })
  plant = await furnishPlant(server)
})
test.afterAll(async () => {
  await server?.dispose()
  await rm(build, { recursive: true, force: true })
})

const openNewReport = async (page: Page, description: string) => {
  await page.goto(`${server.url}/activities/repairs?new=1&equipmentId=${plant.machineId}`)
  await page.getByText(t('maintenance:repair.options.faultKind.mechanical'), { exact: true }).click(SLOW)
  await page.getByRole('textbox', { name: t('maintenance:repair.fields.description') }).fill(description)
}
/** Interval at which the app checks if the person is free for a new release, ms. */
const LOOK = 5000
/** Counts these checks; must run before the page opens. */
const countLooks = (page: Page) =>
  page.addInitScript((every) => {
    const real = globalThis.setInterval
    const lookCounter = Object.assign(globalThis, { looks: 0 })
    globalThis.setInterval = Object.assign((run: () => void, ms?: number, ...given: []) => {
      const look = () => {
        lookCounter.looks++
        run()
      }
      return real(ms === every ? look : run, ms, ...given)
    }, real) as typeof setInterval
  }, LOOK)
/** Waits for this many more checks. */
async function waitForLooks(page: Page, more: number): Promise<void> {
  const count = () => page.evaluate(() => (globalThis as typeof globalThis & { looks?: number }).looks ?? 0)
  const before = await count()
  await expect.poll(count, SLOW).toBeGreaterThanOrEqual(before + more)
}
const getRelease = (page: Page) =>
  page.evaluate(() => document.querySelector('meta[name=release]')?.getAttribute('content') ?? '1')

test('a new release with 50 unsent commands and a half-filled form: offered after saving, nothing lost, everything sent once', async ({
  page,
  context,
}) => {
  await countLooks(page)
  await signIn(page, server, 'maint')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await context.route('**/api/sync', (route) => route.abort('connectionreset')) // the road lets the release through, and no work
  await openNewReport(page, 'before the release')
  await button(page, t('maintenance:pages.repair.sendReport')).click()
  await expect(page.locator('a.sync')).toContainText('1', SLOW)
  await multiplyCommand(page, PENDING - 1)
  await openNewReport(page, 'typed over the release')
  await expect(page.locator('a.sync')).toContainText(String(PENDING), SLOW)

  await server.kill()
  await buildNextRelease(build)
  await server.restart()
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update()
  })
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null), SLOW)
    .toBe(true)
  const now = page.getByRole('button', { name: t('client:shell.updateNow') })
  await waitForLooks(page, 2)
  await expect(now).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: t('maintenance:repair.fields.description') })).toHaveValue(
    'typed over the release',
  )

  await button(page, t('maintenance:pages.repair.sendReport')).click()
  await expect(page.locator('a.sync')).toContainText(String(PENDING + 1), SLOW)
  expect(await getRelease(page)).toBe('1')
  await now.click(SLOW)
  await expect.poll(() => getRelease(page).catch(() => 'on its way'), SLOW).toBe('2')
  await expect(page.locator('a.sync')).toContainText(String(PENDING + 1), SLOW)

  await context.unroute('**/api/sync')
  await sendAll(page)
  const manager = await Api.signIn(server, 'manager')
  const { list } = await manager.call<{ list: { id: string; number: string; description: string }[] }>(
    'POST',
    '/book/repairs_list',
    { size: 500 },
  )
  expect(list).toHaveLength(PENDING + 1)
  expect(new Set(list.map(({ number }) => number)).size).toBe(PENDING + 1)
  expect(list.filter(({ description }) => description === 'typed over the release')).toHaveLength(1)
})
