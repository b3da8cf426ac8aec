import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { Suspense, type ReactNode } from 'react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import { replacePhone, type Phone } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { clearSession } from '@/client/session/session'
import equipmentWords from '@/areas/equipment/locales/zh.json'
import plantWords from '@/plant/locales/zh.json'
import maintenanceWords from '@/areas/maintenance/locales/zh.json'
import { fakePhone } from '../../fake-phone'
import { signedIn } from '../../signed-in'
import { loadTexts } from '../../texts'
import { laidOut } from '../../fake-layout'

const pages = {
  equipmentLedger: '/ledger/equipment',
  equipmentUse: '/ledger/use',
  equipmentRecord: '/ledger/records',
  meterInquiry: '/meters',
  repair: '/activities/repairs',
}
export const id = (n: number): string => `0199aff3-9400-7150-8a1d-${String(n).padStart(12, '0')}`
const base = {
  version: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  createdBy: null,
}
export const machine = {
  ...base,
  id: id(1),
  code: 'SB1-01',
  name: '纺丝箱',
  nameEn: 'Spin beam',
  lineId: null,
  areaId: null,
  state: 'inUse',
  condition: 'normal',
  images: [],
  documents: [],
  custom: {},
  note: null,
}
export const meter = {
  ...base,
  id: id(2),
  code: 'MT-7',
  name: '总电表',
  kind: 'electricity',
  unit: 'kWh',
  place: '配电室',
  lineId: null,
  equipmentId: null,
  rangeLow: null,
  rangeHigh: null,
  counter: true,
  rollsOverAt: null,
  calibratedOn: null,
  calibrationMonths: null,
  calibrationSoonDays: null,
  lastReading: 12000,
  lastReadAt: '2026-11-01T00:00:00.000Z',
  certificates: [],
  image: [],
  note: null,
}

/** Signs a person in with these keys, on a fake phone with a phone's screen size. */
export async function prepare(
  keys: readonly string[],
  over: Partial<Phone> = {},
): Promise<ReturnType<typeof fakePhone>> {
  await loadTexts({ plant: plantWords, equipment: equipmentWords, maintenance: maintenanceWords })
  Element.prototype.scrollIntoView = () => undefined
  laidOut(390)
  for (const [name, value] of Object.entries({
    offsetHeight: 800,
    clientHeight: 800,
    offsetWidth: 390,
    clientWidth: 390,
  }))
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, value })
  const phone = fakePhone(over)
  replacePhone(phone)
  clearSession()
  signedIn({ id: id(9), keys, pages })
  return phone
}
/** Renders a page at its path in the app; `data-testid="place"` shows the current address. */
export function show(page: ReactNode, address: string, path: string): void {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[address]}>
        <Suspense fallback="…">
          <Routes>
            <Route path={`${path}/*`} element={page} />
            <Route path="*" element={null} />
          </Routes>
          <Place />
        </Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
function Place() {
  const { pathname, search } = useLocation()
  return <output data-testid="place">{pathname + search}</output>
}
