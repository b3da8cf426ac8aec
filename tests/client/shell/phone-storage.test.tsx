// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { replacePhoneStore, setSyncStatus } from '@/client/api/phone'
import { InstallCard } from '@/client/shell/InstallCard'
import { requestPersistentStorage } from '@/client/shell/installation'
import { PhoneStorageCard } from '@/client/shell/PhoneStorageCard'
import words from '@/client/locales/zh.json'
import { createFakePhone } from '../fake-phone'
import { loadTexts } from '../texts'

const { shell } = words
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Mobile/15E148 Safari/604.1'
let installed = false
let grant = false
let persistRequests = 0
const waiting = (unsent: number) =>
  setSyncStatus({ state: unsent ? 'pending' : 'sent', unsent, attention: 0, lastSentAt: null, readyAt: null })
function show({ agent = 'Chrome', persisted = false as boolean | null, background = true } = {}) {
  vi.stubGlobal('matchMedia', () => ({ matches: installed, addEventListener: () => undefined }))
  const registration = () => undefined
  if (background) registration.prototype = { sync: {} }
  else registration.prototype = {}
  vi.stubGlobal('ServiceWorkerRegistration', registration)
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent)
  replacePhoneStore(
    createFakePhone({
      getStorageState: () => Promise.resolve({ persisted, used: 1_000_000, quota: 9_000_000 }),
      requestPersistence: () => {
        persistRequests += 1
        return Promise.resolve(grant)
      },
    } as never),
  )
  render(
    <>
      <PhoneStorageCard />
      <InstallCard />
    </>,
  )
}
beforeEach(async () => {
  installed = false
  grant = false
  persistRequests = 0
  waiting(0)
  await loadTexts({})
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe("the phone's storage on Me", () => {
  it('shows the time of the last sending and that the browser may delete data; a request shows its result', async () => {
    show()
    expect(screen.getByText(shell.lastSent)).toBeTruthy()
    await userEvent.click(await screen.findByRole('button', { name: shell.persist }))
    expect(await screen.findByText(shell.persistDeclined)).toBeTruthy()
    expect(screen.queryByText(shell.evictedByApple)).toBeNull()
    expect(screen.queryByText(shell.noBackground)).toBeNull()
  })
  it('on an iPhone: warns of deletion after a week and missing background sync, and explains the home screen', async () => {
    show({ agent: IPHONE, background: false })
    expect(await screen.findByText(shell.evictedByApple)).toBeTruthy()
    expect(screen.getByText(shell.noBackground)).toBeTruthy()
    for (const step of Object.values(shell.install.ios)) expect(screen.getByText(step)).toBeTruthy()
  })
  it('on an iPhone: warns that the installed app starts empty, so commands must be sent first', async () => {
    show({ agent: IPHONE })
    expect(await screen.findByText(shell.install.ownStorage)).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
    act(() => waiting(3))
    expect(screen.getByRole('alert').textContent).toBe(shell.install.sendFirst_other.replace('{{count}}', '3'))
  })
  it('on an iPhone with the app on the home screen: neither warns nor asks', async () => {
    installed = true
    show({ agent: IPHONE, persisted: true, background: false })
    await waitFor(() => expect(screen.getByText(shell.persisted)).toBeTruthy())
    expect(screen.queryByText(shell.evictedByApple)).toBeNull()
    expect(screen.queryByText(shell.install.title)).toBeNull()
    expect(screen.getByText(shell.noBackground)).toBeTruthy()
  })
  it('makes no claim for a browser without that information', async () => {
    show({ persisted: null })
    expect(await screen.findByText(shell.persistUnknown)).toBeTruthy()
    expect(screen.queryByRole('button', { name: shell.persist })).toBeNull()
  })
})

describe('persistent storage', () => {
  it('is requested by the installed app, unless granted or unavailable', async () => {
    installed = true
    show({ persisted: false })
    await requestPersistentStorage()
    expect(persistRequests).toBe(1)
    for (const persisted of [true, null]) {
      cleanup()
      show({ persisted })
      await requestPersistentStorage()
    }
    expect(persistRequests).toBe(1)
  })
  it('is not requested in a tab, where Firefox would ask the person', async () => {
    show({ persisted: false })
    await requestPersistentStorage()
    expect(persistRequests).toBe(0)
  })
})
