// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CorrectionForm } from '@/areas/monthClosing/client/shared/CorrectionForm'
import FinishedPage from '@/areas/sheets/client/FinishedPage'
import words from '@/areas/monthClosing/locales/zh.json'
import sheetWords from '@/areas/sheets/locales/zh.json'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { clearSession } from '@/client/session/session'
import plantWords from '@/plant/locales/zh.json'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, ok } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'

beforeEach(async () => {
  await loadTexts({ monthClosing: words, sheets: sheetWords, plant: plantWords })
  replacePhoneStore(createFakePhone())
  clearSession()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('tells the unit of the figure that is put right at its new value and its difference', async () => {
  signInPerson({ keys: ['finishedProductsView', 'finishedProductsEdit', 'energyReportEdit'] })
  startFakeServer()
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <Suspense fallback="…">
          <FinishedPage />
        </Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await userEvent.click(await screen.findByRole('button', { name: words.actions.sheet_alter }))
  const unitBeside = async (label: string) =>
    (await screen.findByLabelText(label)).closest('.adm-list-item, .adm-form-item')?.textContent
  await userEvent.selectOptions(await screen.findByLabelText(words.inputs.sum), 'woundM')
  await waitFor(async () => expect(await unitBeside(words.inputs.value)).toMatch(/m$/))
  await userEvent.selectOptions(screen.getByLabelText(words.inputs.sum), 'kwh')
  expect(await unitBeside(words.inputs.value)).toMatch(/kWh$/)
  expect(await unitBeside(words.inputs.difference)).toMatch(/kWh$/)
  expect(within(screen.getByLabelText(words.inputs.sum)).queryByText('投料')).toBeNull()
})
it('tells what the figure is now, and what the correction makes of it', async () => {
  startFakeServer({ 'GET /sheet/figure_now': ({ url }) => ok({ value: url.includes('sum=woundKg') ? 1234.5 : 0 }) })
  const start = { businessDate: '2026-11-12', shift: 'early', lineId: '01900000-0000-7000-8000-000000000001' }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <Suspense fallback="…">
          <CorrectionForm
            initialValues={{ ...start, sum: 'woundKg' }}
            correctableSums={['woundKg']}
            onBack={() => undefined}
          />
        </Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const getOutputText = () => document.querySelector('output')?.textContent
  await waitFor(() => expect(getOutputText()).toMatch(/^目前 1,234\.5\s*kg$/))
  await userEvent.type(screen.getByLabelText(words.inputs.difference), '-34.5')
  await waitFor(() => expect(getOutputText()).toMatch(/→ 1,200\.0\s*kg$/))
  await userEvent.clear(screen.getByLabelText(words.inputs.difference))
  await userEvent.type(screen.getByLabelText(words.inputs.value), '1300')
  await waitFor(() => expect(getOutputText()).toMatch(/→ 1,300\.0\s*kg$/))
})
