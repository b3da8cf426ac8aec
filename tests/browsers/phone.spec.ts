import { resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { expect, test } from '@playwright/test'
import { Api } from '../e2e/app'
import { furnishMill, startMorningServer, type Mill } from '../e2e/kilogram-plant'
import { waitForDemoPlant, READY_TIMEOUT_MS, type RealServer } from '../e2e/server'
import type { RemoteBrowser } from './commands'
import { findFirefox, openFirefox } from './firefox'
import {
  reportFault,
  logIn,
  doffRoll,
  countRolls,
  waitUntilSent,
  signOut,
  expectReportOnce,
  waitForWorker,
} from './people'
import { Phone } from './phone'
import { NetworkProxy } from './network-proxy'
import { findWebKit, openWebKit } from './webkit'

/*
 * Many phones of the plant are iPhones, and some tablets run Firefox. Both engines go through the essentials: the worker, the
 * store, photos and sending, and one phone that several people share.
 */
const PHOTO = resolve(import.meta.dirname, '../../public/screenshot-phone.png')
const firefox = findFirefox()
const webkit = findWebKit()
const browsers: readonly { name: string; open: (() => Promise<RemoteBrowser>) | null; packages: string }[] = [
  { name: 'Firefox', open: firefox === null ? null : () => openFirefox(firefox), packages: 'firefox-esr' },
  { name: 'WebKitGTK', open: webkit === null ? null : () => openWebKit(webkit), packages: 'webkit2gtk-driver xvfb' },
]
let server: RealServer
let mill: Mill
let machineId: string
test.beforeAll(async () => {
  test.setTimeout(READY_TIMEOUT_MS)
  if (browsers.every(({ open }) => !open)) return
  await waitForDemoPlant()
  server = await startMorningServer()
  mill = await furnishMill(server)
  const lead = await Api.signIn(server, 'prod-lead')
  await lead.call('POST', '/jumbo_first/add_work_order', { id: mill.order.id, lineId: mill.line.id })
  const { list } = await lead.call<{ list: { id: string }[] }>('GET', '/book/get_all', { size: '1' })
  machineId = list[0]?.id ?? ''
})
test.afterAll(() => server?.dispose())

for (const { name, open, packages } of browsers)
  test(`one phone, two people, no network in between: ${name}`, async () => {
    const info = test.info()
    test.setTimeout(READY_TIMEOUT_MS)
    if (!open) process.stdout.write(`\n!! Not told in ${name}: it is missing (apt-get install ${packages})\n`)
    test.skip(!open, `${name} is missing`)
    if (!open) return
    const proxy = await NetworkProxy.open(server.port)
    const { url } = proxy
    const description = `Belt torn, ${name}`
    let phone: Phone | null = null
    try {
      const currentPhone = await test.step('opens', async () => Phone.start(name, await open()))
      phone = currentPhone
      await test.step('the mechanic signs in, the worker takes over', async () => {
        await currentPhone.open(url)
        await logIn(currentPhone, 'maint')
        await waitForWorker(currentPhone)
      })
      await proxy.cut()
      await test.step('reports a fault without a network', async () => {
        await reportFault(currentPhone, { url, machineId, description, photo: PHOTO })
        await currentPhone.waitFor('it waits', () =>
          currentPhone.run(() => document.querySelector('a.sync.is-sent') === null),
        )
      })
      await proxy.restore()
      await test.step('it is sent, once', async () => {
        await waitUntilSent(currentPhone)
        await expectReportOnce(server, description)
        await currentPhone.reload()
        await waitUntilSent(currentPhone)
        await expectReportOnce(server, description)
      })
      await test.step('signs out', () => signOut(currentPhone, url))
      await test.step('the operator signs in, and doffs a roll', async () => {
        await logIn(currentPhone, 'operator-line')
        const previousRolls = await countRolls(server, mill)
        await doffRoll(currentPhone, { url, mill, startsWinding: previousRolls.winding === 0 })
        // Asks the server, because the phone may still show that the earlier commands were sent.
        const expectedRolls = { winding: 1, doffed: previousRolls.doffed + 1 }
        await currentPhone.waitFor('the roll is off at the office', async () =>
          isDeepStrictEqual(await countRolls(server, mill), expectedRolls),
        )
        await waitUntilSent(currentPhone)
        expect(await countRolls(server, mill)).toEqual(expectedRolls)
      })
    } catch (error) {
      process.stdout.write(`${phone?.remote.output() ?? ''}\n${server.output}\n`)
      await phone
        ?.saveScreenshot(info.outputPath('end.png'))
        .catch((why: unknown) => process.stdout.write(`${String(why)}\n`))
      throw error
    } finally {
      await phone?.close()
      await proxy.cut()
    }
  })
