import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { Suspense, type ReactNode } from 'react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import { replacePhoneStore, type PhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { clearSession } from '@/client/session/session'
import equipmentTexts from '@/areas/equipment/locales/zh.json'
import plantTexts from '@/plant/locales/zh.json'
import maintenanceTexts from '@/areas/maintenance/locales/zh.json'
import { createFakePhone } from '../../fake-phone'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'
import { setElementSize } from '../../fake-layout'

const pages = {
  equipmentLedger: '/ledger/equipment',
  equipmentUse: '/ledger/use',
  equipmentRecord: '/ledger/records',
  meterInquiry: '/meters',
  repair: '/activities/repairs',
}
export const id = (n: number): string => `0199aff3-9400-7150-8a1d-${String(n).padStart(12, '0')}`
const storedFields = {
  version: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  createdBy: null,
}
export const machine = {
  ...storedFields,
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
  ...storedFields,
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

/** Signs a person in with these permission keys on a fake phone with the screen of a phone. */
export async function prepareEquipmentPhone(
  keys: readonly string[],
  overrides: Partial<PhoneStore> = {},
): Promise<ReturnType<typeof createFakePhone>> {
  await loadTexts({ plant: plantTexts, equipment: equipmentTexts, maintenance: maintenanceTexts })
  Element.prototype.scrollIntoView = () => undefined
  setElementSize(390)
  for (const [name, value] of Object.entries({
    offsetHeight: 800,
    clientHeight: 800,
    offsetWidth: 390,
    clientWidth: 390,
  }))
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, value })
  const phone = createFakePhone(overrides)
  replacePhoneStore(phone)
  clearSession()
  signInPerson({ id: id(9), keys, pages })
  return phone
}
/** Renders a page at its path in the app; `data-testid="place"` shows the current address. */
export function renderEquipmentPage(page: ReactNode, address: string, path: string): void {
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
