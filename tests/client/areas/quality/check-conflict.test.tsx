// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { qualityClient } from '@/areas/quality/client'
import sharedLabels from '@/contract/locales/zh.json'
import { registerAreas } from '@/client/area-registry'
import { replacePhoneStore, type UnsentCommand } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import QualitySheetPage from '@/areas/quality/client/sheet/QualitySheetPage'
import words from '@/areas/quality/locales/zh.json'
import rolls from '@/areas/rolls/locales/zh.json'
import client from '@/client/locales/zh.json'
import { parseLabel } from '@/plant/rules/label'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, replyWithRows } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'

const id = (n: number): string => `0199aff3-9400-7150-8a1d-${String(n).padStart(12, '0')}`
afterEach(cleanup)

it('a correction of a check that somebody else changed meanwhile is settled by yours and theirs', async () => {
  registerAreas([qualityClient, { name: 'plant', pages: {}, readCode: parseLabel }])
  await loadTexts({ quality: words, rolls })
  signInPerson({ id: id(9), isSup: true })
  const mine = { note: '边缘有破洞' }
  const unsent = {
    id: 'op',
    op: 'qualityCheck.edit',
    resource: 'qualityCheck',
    entityId: id(1),
    body: { id: id(1), version: 1, ...mine },
    baseVersion: 1,
    state: 'attention',
    editable: true,
    photos: [],
    lastError: {
      kind: 'conflict',
      errno: '6000',
      message: '',
      issues: [],
      data: { conflict: true, mine, theirs: { id: id(1), version: 2, note: '已复核' }, conflicts: [] },
    },
  } as unknown as UnsentCommand
  const edits: unknown[][] = []
  replacePhoneStore(
    createFakePhone({
      watchCommands: (seen) => {
        seen([unsent])
        return () => undefined
      },
      edit: (...given) => {
        edits.push(given)
        return Promise.resolve()
      },
    }),
  )
  startFakeServer({ 'GET /plant/table_template': () => replyWithRows([]) })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={['/quality/sheet?unsent=op']}>
        <Suspense>
          <QualitySheetPage />
        </Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const note = within(await screen.findByRole('group', { name: sharedLabels.fields.note }))
  expect(note.getByText('边缘有破洞')).toBeTruthy()
  await userEvent.click(note.getByRole('radio', { name: /已复核/ }))
  await userEvent.click(screen.getByRole('button', { name: client.resource.conflict.save }))
  await waitFor(() => expect(edits).toHaveLength(1))
  expect(edits[0]).toMatchObject(['op', { id: id(1), version: 2, note: '已复核' }, 2])
})
