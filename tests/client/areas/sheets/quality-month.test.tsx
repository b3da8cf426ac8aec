// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { createQueryClient } from '@/client/api/query-client'
import { registerAreas } from '@/client/area-registry'
import { replacePhoneStore } from '@/client/api/phone'
import QualitySheetPage from '@/areas/quality/client/sheet/QualitySheetPage'
import { sheetsClient } from '@/areas/sheets/client'
import qualityWords from '@/areas/quality/locales/zh.json'
import words from '@/areas/sheets/locales/zh.json'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, ok } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'

afterEach(() => {
  cleanup()
  registerAreas([])
})
it('stands among the sheets of quality: who reads it has no key of finished goods', async () => {
  await loadTexts({ quality: qualityWords, sheets: words })
  registerAreas([sheetsClient])
  signInPerson()
  replacePhoneStore(createFakePhone())
  startFakeServer({ 'GET /quality/check_figures': () => ok({ rolls: 0, passed: 0, rows: [], defects: [] }) })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={['/quality/sheet?view=monthly']}>
        <Suspense>
          <QualitySheetPage />
        </Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(screen.getByRole('tab', { name: '质量报表' }).getAttribute('aria-selected')).toBe('true')
})
