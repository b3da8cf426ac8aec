import { expect } from '@playwright/test'
import { Api, PASSWORD } from '../e2e/app'
import { LENGTH_M, type Mill } from '../e2e/kilogram-plant'
import type { RealServer } from '../e2e/server'
import { loadTexts } from '../e2e/locale-texts'
import type { Phone } from './phone'

export const t = loadTexts('zh')
type List<T> = { total: number; list: T[] }

/** Signs in on an open login page, in Chinese whatever the browser's language, and waits for the page behind it. */
export async function logIn(phone: Phone, userName: string): Promise<void> {
  await phone.tap('button', { name: '中文' })
  await phone.type('input[name=username]', userName)
  await phone.type('input[name=password]', PASSWORD)
  await phone.tap('button[type=submit]')
  await phone.see('.shell')
}
/** Waits until the app can start offline: the service worker has all files and controls this page. */
export async function waitForWorker(phone: Phone): Promise<void> {
  await phone.waitFor('a worker that answers for the page', () =>
    phone.run(() => navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)),
  )
}
export async function waitUntilSent(phone: Phone): Promise<void> {
  await phone.waitFor('all is sent', async () => {
    const isSent = await phone.run(() => document.querySelector('a.sync.is-sent') !== null)
    // The phone waits longer after each failure. An `online` event triggers a retry at once, but the proxy causes no such event.
    if (!isSent) await phone.run(() => void dispatchEvent(new Event('online')))
    return isSent
  })
}

/** Reports a machine fault with a photo. Works without a network, because the phone saves the report first. */
export async function reportFault(
  phone: Phone,
  { url, machineId, description, photo }: { url: string; machineId: string; description: string; photo: string },
): Promise<void> {
  await phone.open(`${url}/activities/repairs?new=1&equipmentId=${machineId}`)
  await phone.tap('.report .choice-grid label')
  await phone.waitFor('the fault is chosen', () =>
    phone.run(() => document.querySelector('.report .choice-grid label:first-of-type input:checked') !== null),
  )
  await phone.tap('#field-images button')
  await phone.attach('dialog[open] input[type=file]', photo)
  await phone.see('dialog[open] img')
  await phone.tap('button', { name: t('client:ui.done'), onTop: true })
  // A browser also types into fields under an open dialog, where the text is lost.
  await phone.waitFor('the viewfinder is closed', () =>
    phone.run(() => document.querySelector('dialog[open]') === null),
  )
  await phone.type('.report textarea', description)
  await phone.waitFor('the description is entered', () =>
    phone.run(
      (text: string) => document.querySelector<HTMLTextAreaElement>('.report textarea')?.value === text,
      description,
    ),
  )
  await phone.tap('button', { name: t('maintenance:pages.repair.sendReport') })
  await phone.waitFor('the form is closed', () => phone.run(() => document.querySelector('.report') === null))
}
/** Checks that the office has the report once, with its complete photo. */
export async function expectReportOnce(server: RealServer, description: string): Promise<void> {
  const office = await Api.signIn(server, 'maint-lead')
  const found = await office.call<List<{ images: string[] }>>('POST', '/book/repairs_list', { keyword: description })
  expect(found.list).toEqual([expect.objectContaining({ images: [expect.any(String)] })])
  const states = await office.call<{ state: string }[]>('GET', '/file_states', {
    ids: found.list[0]?.images.join(',') ?? '',
  })
  expect(states.map(({ state }) => state)).toEqual(['stored'])
}

/** Leaves the page in the middle of its work: open transactions must not block the next page. */
export async function leaveWhileBusy(phone: Phone, next: string): Promise<void> {
  await phone.run(
    () =>
      new Promise<void>((working) => {
        const ask = () => dispatchEvent(new Event('online'))
        setInterval(ask, 0)
        let drawn = 0
        const wait = () => (++drawn < 10 ? requestAnimationFrame(wait) : working())
        wait()
      }),
  )
  await phone.open(next)
}
export async function signOut(phone: Phone, url: string): Promise<void> {
  await leaveWhileBusy(phone, `${url}/me`)
  await phone.tap('button', { name: t('client:shell.signOut') })
  await phone.see('input[name=username]')
}

/** Doffs a roll on the page of the winder. `startsWinding` starts a roll first, for a winder without one. */
export async function doffRoll(
  phone: Phone,
  { url, mill, startsWinding }: { url: string; mill: Mill; startsWinding: boolean },
): Promise<void> {
  await leaveWhileBusy(phone, `${url}/interactive/roll?line=${mill.line.id}`)
  await phone.see('.wd-order', { containing: mill.order.number })
  if (startsWinding) await phone.tap('button', { name: t('rolls:actions.jumboRoll_wind') })
  await phone.tap('button', { name: t('rolls:actions.jumboRoll_doff') })
  // For the app the roll has just started, so that it asks to confirm the entered length.
  await phone.tap('.wd-number', { onTop: true })
  for (const key of String(LENGTH_M)) await phone.tap('.pad-keys button', { name: key, onTop: true })
  await phone.tap('button', { name: t('client:ui.pad.take'), onTop: true })
  await phone.tap('.wd-check', { containing: t('rolls:pages.winder.offRight.counted'), onTop: true })
  await phone.tap('button', { name: t('rolls:actions.jumboRoll_doff'), onTop: true })
  await phone.see('dialog[open]', { containing: t('rolls:pages.winder.saveWeight') })
}
/** Returns the numbers of winding and doffed rolls of the order. */
export async function countRolls(server: RealServer, { order }: Mill): Promise<{ winding: number; doffed: number }> {
  const office = await Api.signIn(server, 'prod-lead')
  const orderQuery = { workOrderId: order.id, size: '100' }
  const { list } = await office.call<List<{ state: string }>>('GET', '/production/jumbo_roll', orderQuery)
  const winding = list.filter(({ state }) => state === 'winding').length
  return { winding, doffed: list.length - winding }
}
