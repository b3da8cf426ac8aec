// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import BackupsPage from '@/areas/access/client/backups/BackupsPage'
import words from '@/areas/access/locales/zh.json'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import clientWords from '@/client/locales/zh.json'
import contractWords from '@/contract/locales/zh.json'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, json, ok, unreachable } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'

const texts = words.pages.backups
const backup = {
  name: '2026-11-19T18-30-00Z',
  createdAt: '2026-11-19T18:30:00.000Z',
  seconds: 35,
  bytes: 3 * 1024 ** 3,
  addedBytes: 5 * 1024 ** 2,
  files: 1234,
  rows: 99,
  isEncrypted: true,
}
const state = {
  isAvailable: true,
  alarms: [] as { alarm: string }[],
  runningSince: null as string | null,
  lastAttemptAt: null,
  lastError: null as string | null,
  nextAt: '2026-11-20T18:30:00.000Z' as string | null,
  verifiedAt: null,
  verificationAt: '2026-11-19T18:31:00.000Z',
  verificationName: backup.name,
  verificationSeconds: 61,
  verificationError: null as string | null,
  time: '02:30' as string | null,
  directory: '/mnt/backup',
  keepDaily: 7,
  keepWeekly: 4,
  keepMonthly: 12,
  isEncrypted: true,
  backups: [backup],
}
beforeEach(async () => {
  await loadTexts({ access: words, client: clientWords, contract: contractWords })
  replacePhoneStore(createFakePhone())
  signInPerson({ keys: ['backupsView', 'backupsAdd'] })
})
afterEach(cleanup)

function renderPage(reply: Response | Error) {
  const server = startFakeServer({
    'GET /user/backups': reply,
    'POST /user/backup_start': ok({ requestedAt: '2026-11-20T02:00:00.000Z' }),
  })
  render(
    <MemoryRouter>
      <QueryClientProvider client={createQueryClient()}>
        <BackupsPage />
      </QueryClientProvider>
    </MemoryRouter>,
  )
  return server
}

it('shows the last backup, its test and the settings, and starts one', async () => {
  const server = renderPage(ok(state))
  await screen.findByText(texts.last)
  expect(screen.getAllByText('3 GB').length + screen.queryAllByText('3.0 GB').length).toBeGreaterThan(0)
  screen.getByText(texts.verified)
  screen.getByText('/mnt/backup')
  screen.getByText('每日 7 份，每周 4 份，每月 12 份，另保留最近 48 小时内的全部备份')
  await userEvent.click(screen.getByRole('button', { name: texts.start }))
  expect(server.sent.filter(({ method }) => method === 'POST').map(({ url }) => url)).toEqual([
    '/api/user/backup_start',
  ])
})

it('says what is wrong, and waits while one runs', async () => {
  renderPage(
    ok({
      ...state,
      alarms: [{ alarm: 'failed' }, { alarm: 'notVerified' }],
      lastError: 'The disk is full.',
      verificationError: 'A row is missing.',
      runningSince: '2026-11-20T02:00:00.000Z',
    }),
  )
  await screen.findByText(`${texts.alarm.failed} The disk is full.`)
  screen.getByText(`${texts.alarm.notVerified} A row is missing.`)
  expect(screen.getByRole('button', { name: texts.running })).toHaveProperty('disabled', true)
})

it('without backups, without a schedule, and without a server that makes them says what to do', async () => {
  renderPage(ok({ ...state, backups: [], nextAt: null, time: null }))
  await screen.findByText(texts.none)
  screen.getByText(texts.noneNext)
  screen.getByText(texts.notScheduled)
  cleanup()
  renderPage(ok({ ...state, isAvailable: false, backups: [], nextAt: null, time: null }))
  await screen.findByText(texts.notAvailable)
  expect(screen.queryByRole('button', { name: texts.start })).toBeNull()
})

it('offers no backup to somebody who may only look', async () => {
  signInPerson({ keys: ['backupsView'] })
  renderPage(ok(state))
  await screen.findByText(texts.last)
  expect(screen.queryByRole('button', { name: texts.start })).toBeNull()
})

it('says that there is no network, or that the server refuses', async () => {
  renderPage(unreachable)
  await screen.findByText(clientWords.ui.offline.serverTitle)
  cleanup()
  renderPage(json({ errno: '500', errmsg: 'it broke', data: null }, 500))
  await screen.findByRole('alert')
})
