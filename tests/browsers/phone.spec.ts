import { resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { Api } from '../e2e/app'
import { furnishMill, morningServer, type Mill } from '../e2e/kilogram-plant'
import { READY_MS, demoPlantFull, type RealServer } from '../e2e/server'
import { findFirefox, openFirefox } from './firefox'
import { findWebKit, openWebKit } from './webkit'
import { faultReported, logIn, sent, thereOnce, t, workerTakesOver } from './first-person'
import { Phone } from './phone'
import { Road } from './road'

const PHOTO = resolve(import.meta.dirname, '../../public/screenshot-phone.png')
let server: RealServer
let mill: Mill
test.beforeAll(async () => {
  test.setTimeout(READY_MS)
  await demoPlantFull()
  server = await morningServer()
  mill = await furnishMill(server)
  const lead = await Api.signIn(server, 'prod-lead')
  await lead.call('POST', '/jumbo_first/add_work_order', { id: mill.order.id, lineId: mill.line.id })
})
test.afterAll(() => server?.dispose())

const firefox = findFirefox()
const webkit = findWebKit()
for (const [name, open] of [
  ['Firefox', firefox && (() => openFirefox(firefox))],
  ['WebKitGTK', webkit && (() => openWebKit(webkit))],
] as const) {
  test(`two people at one phone, ${name}`, async ({}, info) => {
    const said: string[] = []
    const step = <T>(title: string, work: () => Promise<T>) => test.step(title, async () => {
      const from = Date.now()
      try { return await work() } finally { process.stdout.write(`${name} ${title}: ${Date.now() - from} ms\n`) }
    })
    if (!open) throw new Error('missing')
    const road = await Road.open(server.port)
    const phone = await step('start', async () => Phone.start(name, await open()))
    try {
      const machineId = (await (await Api.signIn(server, 'maint')).call<{ list: { id: string }[] }>('GET', '/book/get_all', { size: '1' })).list[0]?.id ?? ''
      const words = `Belt torn, ${name}`
      await step('sign in', async () => {
        await phone.open(road.url)
        await logIn(phone, 'maint')
      })
      await step('worker', () => workerTakesOver(phone))
      await step('open form', () => phone.open(`${road.url}/activities/repairs?new=1&equipmentId=${machineId}`))
      await road.cut()
      await step('fault', () => faultReported(phone, { url: road.url, machineId, words, photo: PHOTO }))
      await step('mend', () => road.mend())
      await step('sent', () => sent(phone))
      await thereOnce(server, words)
      await step('reload', () => phone.reload())
      await step('sent still', () => sent(phone))
      await step('me', () => phone.open(`${road.url}/me`))
      await step('sign out', async () => {
        await phone.tap('button', { named: t('client:shell.signOut') })
        await phone.see('input[name=username]')
      })
      await step('second', () => logIn(phone, 'operator-line'))
      await step('winder', async () => {
        await phone.open(`${road.url}/interactive/roll?line=${mill.line.id}`)
        await phone.see('.wd-order')
      })
      await step('second sent', () => sent(phone))
      await phone.picture(info.outputPath('end.png'))
    } catch (error) {
      await phone.picture(info.outputPath('fail.png')).catch(String)
      process.stdout.write(`${phone.remote.said().slice(-3000)}\n${info.outputPath('fail.png')}\n`)
      throw error
    } finally {
      await phone.close()
      await road.cut()
    }
    void said; void expect
  })
}
