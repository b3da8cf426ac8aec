// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Suspense } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import OperationLogPage from '@/areas/access/client/log/OperationLogPage'
import { DifferenceList } from '@/areas/access/client/log/DifferenceList'
import { useAuditNames } from '@/areas/access/client/log/audit-names'
import words from '@/areas/access/locales/zh.json'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { clearSession } from '@/client/session/session'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, replyWithRows } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'

const doer = words.pages.operationLog.doer
const id = (n: number) => `018f0000-0000-7000-8000-${String(n).padStart(12, '0')}`
async function show(query: string) {
  signInPerson({ id: id(9), keys: ['operationLogView'] })
  const requestedSources: (string | null)[] = []
  startFakeServer({
    'GET /user/operation_log': ({ url }) => {
      requestedSources.push(new URL(url, 'http://plant').searchParams.get('via'))
      return replyWithRows([])
    },
  })
  // The page first loads the declarations of all areas.
  await act(async () => {
    render(
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter initialEntries={[`/access/operation-log${query}`]}>
          <Suspense>
            <OperationLogPage />
          </Suspense>
        </MemoryRouter>
      </QueryClientProvider>,
    )
  })
  return requestedSources
}
beforeEach(async () => {
  await loadTexts({ access: words })
  clearSession()
  replacePhoneStore(createFakePhone())
})
afterEach(cleanup)

it('shows what people did, and what jobs did when it is asked for', async () => {
  const requestedSources = await show('')
  await waitFor(() => expect(requestedSources).toEqual(['http,sync,import']))
  fireEvent.click(screen.getByRole('button', { name: doer.jobs }))
  await waitFor(() => expect(requestedSources.at(-1)).toBe('job'))
  fireEvent.click(screen.getByRole('button', { name: doer.all }))
  await waitFor(() => expect(requestedSources.at(-1)).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: doer.people }))
  // A fresh answer is not requested again.
  expect(screen.getByRole('button', { name: doer.people }).getAttribute('aria-pressed')).toBe('true')
  expect(requestedSources).toEqual(['http,sync,import', 'job', null])
})
it('of one row shows all that became of it', async () => {
  const asked = await show(`?rowId=${id(5)}`)
  await waitFor(() => expect(asked).toEqual([null]))
})
it('says in words what was noted beside the fields of a row', async () => {
  await act(async () => {
    render(
      <Suspense>
        <Noted />
      </Suspense>,
    )
  })
  const { details, noted } = words.pages.operationLog
  await screen.findByText(details.secondFactor)
  expect(screen.getByText(noted.secondFactor.taken)).toBeTruthy()
  expect(screen.queryByText('taken')).toBeNull()
})
function Noted() {
  return (
    <DifferenceList
      resourceName="user"
      rowBefore={{}}
      rowAfter={{ secondFactor: 'taken', version: 2 }}
      auditNames={useAuditNames()}
    />
  )
}
