import { expect } from '@playwright/test'
import { Api, PASSWORD } from '../e2e/app'
import { LENGTH_M, type Mill } from '../e2e/kilogram-plant'
import type { RealServer } from '../e2e/server'
import { wordsIn } from '../e2e/words'
import type { Phone } from './phone'

export const t = wordsIn('zh')
type List<T> = { total: number; list: T[] }

/** Signs in where the login page is open, and waits for the page behind it. */
export async function logIn(phone: Phone, userName: string): Promise<void> {
  await phone.type('input[name=username]', userName)
  await phone.type('input[name=password]', PASSWORD)
  await phone.tap('button[type=submit]')
  await phone.see('.shell')
}
/** Waits until the app can start without a network: the worker has all of it, and answers for this page. */
export async function workerTakesOver(phone: Phone): Promise<void> {
  await phone.until('a worker that answers for the page', () =>
    phone.run(() => navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)),
  )
}
export async function sent(phone: Phone): Promise<void> {
  await phone.until('all is sent', async () => {
    const all = await phone.run(() => document.querySelector('a.sync.is-sent') !== null)
    // A phone that was refused waits longer each time: the network's return asks at once, and a road that is cut tells it nothing.
    if (!all) await phone.run(() => void dispatchEvent(new Event('online')))
    return all
  })
}

/** Reports a fault of a machine, with a photo. It is saved on this phone, whatever the network does. */
export async function faultReported(
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
  // What lies under a dialog takes no keys; a browser types all the same, to nobody.
  await phone.until('the viewfinder is closed', () => phone.run(() => document.querySelector('dialog[open]') === null))
  await phone.type('.report textarea', words)
  await phone.until('the words are there', () =>
    phone.run((text: string) => document.querySelector<HTMLTextAreaElement>('.report textarea')?.value === text, words),
  )
  await phone.tap('button', { named: t('maintenance:pages.repair.sendReport') })
  await phone.until('the form is closed', () => phone.run(() => document.querySelector('.report') === null))
}
/** The office has it once, with its photo, whole. */
export async function thereOnce(server: RealServer, words: string): Promise<void> {
  const office = await Api.signIn(server, 'maint-lead')
  const found = await office.call<List<{ images: string[] }>>('POST', '/book/repairs_list', { keyword: words })
  expect(found.list).toEqual([expect.objectContaining({ images: [expect.any(String)] })])
  const states = await office.call<{ state: string }[]>('GET', '/file_states', {
    ids: found.list[0]?.images.join(',') ?? '',
  })
  expect(states.map(({ state }) => state)).toEqual(['stored'])
}

/** Leaves the page in the middle of its work: with transactions under way, which must not stand in the way of the next page. */
export async function leftBusy(phone: Phone, next: string): Promise<void> {
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
  await leftBusy(phone, `${url}/me`)
  await phone.tap('button', { named: t('client:shell.signOut') })
  await phone.see('input[name=username]')
}

/** A roll comes off the winder, which is opened by its address. `begin`: none winds yet. */
export async function rollDoffed(
  phone: Phone,
  { url, mill, begin }: { url: string; mill: Mill; begin: boolean },
): Promise<void> {
  await leftBusy(phone, `${url}/interactive/roll?line=${mill.line.id}`)
  await phone.see('.wd-order', { holding: mill.order.number })
  if (begin) await phone.tap('button', { named: t('rolls:actions.jumboRoll_wind') })
  await phone.tap('button', { named: t('rolls:actions.jumboRoll_doff') })
  // Begun a moment ago, by what the app was told: the length is entered, and said to be right.
  await phone.tap('.wd-number', { onTop: true })
  for (const key of String(LENGTH_M)) await phone.tap('.pad-keys button', { named: key, onTop: true })
  await phone.tap('button', { named: t('client:ui.pad.take'), onTop: true })
  await phone.tap('.wd-check', { holding: t('rolls:pages.winder.offRight.counted'), onTop: true })
  await phone.tap('button', { named: t('rolls:actions.jumboRoll_doff'), onTop: true })
  await phone.see('dialog[open]', { holding: t('rolls:pages.winder.saveWeight') })
}
/** How many rolls of the order wind, and how many have come off. */
export async function rollsOf(server: RealServer, { order }: Mill): Promise<{ winding: number; off: number }> {
  const office = await Api.signIn(server, 'prod-lead')
  const of = { workOrderId: order.id, size: '100' }
  const { list } = await office.call<List<{ state: string }>>('GET', '/production/jumbo_roll', of)
  const winding = list.filter(({ state }) => state === 'winding').length
  return { winding, off: list.length - winding }
}
