// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DashboardForm } from '@/areas/overview/client/own-dashboards/DashboardForm'
import type { Dashboard } from '@/areas/overview/client/own-dashboards/use-dashboard-grid'
import words from '@/areas/overview/locales/zh.json'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import clientWords from '@/client/locales/zh.json'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, ok } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'

const [DASHBOARD, ROLE, OTHER_ROLE] = [1, 2, 3].map((n) => `0199aff3-9400-7150-8a1d-00000000000${n}`)
const dashboard = { id: DASHBOARD, version: 5, name: '早会', roleIds: [ROLE] } as Dashboard
const Address = () => <output>{useLocation().search}</output>
const show = (row: Dashboard | null) => {
  const server = startFakeServer({
    'GET /resource_options': ok([
      { id: ROLE, label: '班长' },
      { id: OTHER_ROLE, label: '质检员' },
    ]),
    'POST /dashboard_container_add': ok(dashboard),
    'PATCH /dashboard_container_edit': ok(dashboard),
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <DashboardForm row={row} />
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return (): unknown => JSON.parse(String(server.sent.findLast(({ method }) => method !== 'GET')?.body ?? 'null'))
}
const save = () => userEvent.click(screen.getByRole('button', { name: clientWords.resource.save }))
beforeEach(async () => {
  await loadTexts({ overview: words })
  replacePhoneStore(createFakePhone())
  signInPerson({ keys: ['dashboardView', 'dashboardEdit'] })
})
afterEach(cleanup)

it('creates a dashboard and opens it', async () => {
  const getWritten = show(null)
  await userEvent.type(screen.getByRole('textbox'), ' 早会 ')
  await userEvent.click(await screen.findByRole('checkbox', { name: '质检员' }))
  await save()
  await waitFor(() => expect(screen.getByText(`?view=${DASHBOARD}`)).toBeTruthy())
  expect(getWritten()).toMatchObject({ name: '早会', roleIds: [OTHER_ROLE] })
})
it('renames a dashboard and withdraws it from its roles', async () => {
  const getWritten = show(dashboard)
  await userEvent.type(screen.getByRole('textbox'), '会')
  await userEvent.click(await screen.findByRole('checkbox', { name: '班长' }))
  await save()
  await waitFor(() => expect(getWritten()).toEqual({ id: DASHBOARD, version: 5, name: '早会会', roleIds: [] }))
})
it('leaves the roles as they are without the permission to share', async () => {
  signInPerson({ keys: ['dashboardView'] })
  const getWritten = show(dashboard)
  await userEvent.type(screen.getByRole('textbox'), '会')
  await save()
  await waitFor(() => expect(getWritten()).toEqual({ id: DASHBOARD, version: 5, name: '早会会' }))
})
