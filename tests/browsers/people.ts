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
  await phone.tap('button', { named: '中文' })
  await phone.type('input[name=username]', userName)
  await phone.type('input[name=password]', PASSWORD)
  await phone.tap('button[type=submit]')
  await phone.see('.shell')
}
/** Waits until the app can start offline: the worker has all files and controls this page. */
export async function waitForWorker(phone: Phone): Promise<void> {
  await phone.until('a worker that answers for the page', () =>
    phone.run(() => navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)),
  )
}
export async function waitUntilSent(phone: Phone): Promise<void> {
  await phone.until('all is sent', async () => {
    const all = await phone.run(() => document.querySelector('a.sync.is-sent') !== null)
    // A refused phone waits longer each time. The network's return triggers a retry at once, but a cut connection gives no such event.
    if (!all) await phone.run(() => void dispatchEvent(new Event('online')))
    return all
  })
}

/** Reports a machine fault with a photo. The report is saved on this phone, whatever the network does. */
export async function reportFault(
  phone: Phone,
  { url, machineId, words, photo }: { url: string; machineId: string; words: string; photo: string },
): Promise<void> {
  await phone.open(`${url}/activities/repairs?new=1&equipmentId=${machineId}`)
  await phone.tap('.report .choice-grid label')
  await phone.until('the fault is chosen', () =>
    phone.run(() => document.querySelector('.report .choice-grid label:first-of-type input:checked') !== null),
  )
  await phone.tap('#field-images button')
  await phone.attach('dialog[open] input[type=file]', photo)
  await phone.see('dialog[open] img')
  await phone.tap('button', { named: t('client:ui.done'), onTop: true })
  // Elements under a dialog take no keys; a browser types anyway, into nothing.
  await phone.until('the viewfinder is closed', () => phone.run(() => document.querySelector('dialog[open]') === null))
  await phone.type('.report textarea', words)
  await phone.until('the words are there', () =>
    phone.run((text: string) => document.querySelector<HTMLTextAreaElement>('.report textarea')?.value === text, words),
  )
  await phone.tap('button', { named: t('maintenance:pages.repair.sendReport') })
  await phone.until('the form is closed', () => phone.run(() => document.querySelector('.report') === null))
}
/** Checks that the office has the report once, with its complete photo. */
export async function expectReportOnce(server: RealServer, words: string): Promise<void> {
  const office = await Api.signIn(server, 'maint-lead')
  const found = await office.call<List<{ images: string[] }>>('POST', '/book/repairs_list', { keyword: words })
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
  await phone.tap('button', { named: t('client:shell.signOut') })
  await phone.see('input[name=username]')
}

/** Doffs a roll at the winder, opened by its address. `begin`: no roll is winding yet, so start one. */
export async function doffRoll(
  phone: Phone,
  { url, mill, begin }: { url: string; mill: Mill; begin: boolean },
): Promise<void> {
  await leaveWhileBusy(phone, `${url}/interactive/roll?line=${mill.line.id}`)
  await phone.see('.wd-order', { holding: mill.order.number })
  if (begin) await phone.tap('button', { named: t('rolls:actions.jumboRoll_wind') })
  await phone.tap('button', { named: t('rolls:actions.jumboRoll_doff') })
  // The roll started a moment ago as far as the app knows, so the length is entered and confirmed.
  await phone.tap('.wd-number', { onTop: true })
  for (const key of String(LENGTH_M)) await phone.tap('.pad-keys button', { named: key, onTop: true })
  await phone.tap('button', { named: t('client:ui.pad.take'), onTop: true })
  await phone.tap('.wd-check', { holding: t('rolls:pages.winder.offRight.counted'), onTop: true })
  await phone.tap('button', { named: t('rolls:actions.jumboRoll_doff'), onTop: true })
  await phone.see('dialog[open]', { holding: t('rolls:pages.winder.saveWeight') })
}
/** Numbers of winding and doffed rolls of the order. */
export async function countRolls(server: RealServer, { order }: Mill): Promise<{ winding: number; off: number }> {
  const office = await Api.signIn(server, 'prod-lead')
  const of = { workOrderId: order.id, size: '100' }
  const { list } = await office.call<List<{ state: string }>>('GET', '/production/jumbo_roll', of)
  const winding = list.filter(({ state }) => state === 'winding').length
  return { winding, off: list.length - winding }
}
