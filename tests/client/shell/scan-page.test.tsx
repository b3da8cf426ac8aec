// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { replacePhoneStore } from '@/client/api/phone'
import ScanPage from '@/client/shell/ScanPage'
import { createFakePhone } from '../fake-phone'
import { signInPerson } from '../signed-in'
import { loadTexts } from '../texts'

const lot = { resource: 'materialLot', id: 'l1', label: 'LOT-1' }
const registry = vi.hoisted(() => ({
  areas: [] as { findRowsByCode: () => Promise<{ resource: string; id: string; label: string }[]> }[],
}))
vi.mock('@/client/area-registry', () => ({
  findResource: () => Promise.resolve(null),
  getAreas: () => registry.areas,
  findRowPlace: () => ({ page: 'rawMaterial', params: {} }),
}))
vi.mock('@/client/ui/ScannerDialog', () => ({
  useHardwareScanner: () => undefined,
  ScannerDialog: ({ onCode }: { onCode: (text: string, how: 'manual') => void }) => (
    <button onClick={() => onCode('lot:LOT-1', 'manual')}>scan</button>
  ),
}))

beforeEach(async () => {
  await loadTexts()
  replacePhoneStore(createFakePhone())
  signInPerson({ pages: { rawMaterial: '/production/raw-material' } })
})
afterEach(() => {
  cleanup()
  registry.areas.length = 0
})

function Where() {
  const { pathname, search } = useLocation()
  return (
    <p>
      {pathname}
      {search}
    </p>
  )
}
test('a code known to two areas is one row, and opens at once', async () => {
  registry.areas.push(
    { findRowsByCode: () => Promise.resolve([lot]) },
    { findRowsByCode: () => Promise.resolve([{ ...lot }]) },
    { findRowsByCode: () => Promise.reject(new Error('slow')) },
  )
  render(
    <MemoryRouter initialEntries={['/scan']}>
      <Routes>
        <Route path="/scan" element={<ScanPage />} />
        <Route path="*" element={<Where />} />
      </Routes>
    </MemoryRouter>,
  )
  await userEvent.click(screen.getByText('scan'))
  expect((await screen.findByText(/raw-material/)).textContent).toBe(
    '/production/raw-material?id=l1&code=lot%3ALOT-1&how=manual',
  )
})
