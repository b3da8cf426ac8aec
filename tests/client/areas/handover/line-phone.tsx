/** A phone at a production line for tests of the shift pages: signed-in person, rows of the server, saved commands. */
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, waitFor } from '@testing-library/react'
import { Suspense } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { clearSession } from '@/client/session/session'
import { getAreaEndpoints, type AreaContract } from '@/contract/area'
import { checkInput } from '@/contract/schema'
import plantTexts from '@/plant/locales/zh.json'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, ok, replyWithRows } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'
import { id, ME } from '../rounds/plant'
import { setElementSize } from '../../fake-layout'

export const [LINE, ORDER, HANDOVER, OTHER_PERSON] = [id(1), id(2), id(40), id(70)]
export const storedFields = {
  version: 3,
  createdAt: '2026-11-20T00:00:00.000Z',
  updatedAt: '2026-11-20T00:00:00.000Z',
  createdBy: OTHER_PERSON,
}
export const handoverFacts = {
  lineId: LINE,
  businessDate: '2026-11-20',
  shift: 'early',
  team: 'A',
  startsAt: '2026-11-20T00:00:00.000Z',
  endsAt: '2026-11-20T08:00:00.000Z',
  asOf: '2026-11-20T02:00:00.000Z',
  jumboRolls: 2,
  jumboKg: 1100,
  jumboM: 20000,
  slitRolls: 0,
  slitKg: 0,
  goodKg: 1025,
  downgradedKg: 50,
  wasteKg: 25,
  trimKg: 0,
  packages: 0,
  packedKg: 0,
  fedKg: 1200,
  recycledKg: 0,
  stopMinutes: 30,
  uncutRolls: 0,
  uncutKg: 0,
  stops: [
    {
      stopId: id(5),
      startedAt: '2026-11-20T00:00:00.000Z',
      endedAt: '2026-11-20T00:30:00.000Z',
      reasonId: null,
      note: null,
      minutes: 30,
    },
  ],
  openRepairs: [],
  orders: [
    {
      workOrderId: ORDER,
      state: 'running',
      jumboRolls: 2,
      slitRolls: 0,
      madeKg: 1100,
      goodKg: 1025,
      downgradedKg: 50,
      wasteKg: 25,
      orderedKg: 5000,
      totalKg: 3000,
    },
  ],
  materials: [],
  uncut: [],
  alarms: [{ kind: 'inspectionMissed', label: 'daily', at: '2026-11-20T01:00:00.000Z' }],
}
export const refLabels = { [LINE]: 'L1 纺粘1号线', [ORDER]: 'W-001', [OTHER_PERSON]: '李班长', [ME]: '王班长' }
export function renderHandoverPage(
  Page: () => React.ReactNode,
  rows: object[],
  query = '',
  replies: Parameters<typeof startFakeServer>[0] = {},
): void {
  signInPerson({
    id: ME,
    keys: [
      'jobHandoverView',
      'jobHandoverAdd',
      'jobHandoverEdit',
      'productionInspectionView',
      'productionInspectionAdd',
      'productionSheetView',
      'productionSheetAdd',
      'productionSheetEdit',
      'divideInteractiveAdd',
    ],
  })
  const replyWith = (list: object[]) => () => replyWithRows(list, refLabels)
  startFakeServer({
    'GET /production_form/handover': replyWith(rows),
    'GET /plant/rotation': replyWith([]),
    'GET /plant/line': replyWith([
      { id: LINE, ...storedFields, code: 'L1', name: '纺粘1号线', kind: 'spunbond', active: true },
    ]),
    'GET /production_form/auto_handover': () =>
      ok({ ...handoverFacts, names: Object.entries(refLabels).map(([key, label]) => ({ id: key, label })) }),
    'GET /resource_options': () => ok(Object.entries(refLabels).map(([key, label]) => ({ id: key, label }))),
    ...replies,
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[`/production/handover?${query}`]}>
        <Suspense fallback="…">
          <Page />
        </Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

/**
 * Prepares a new phone with the texts of an area before each test. `getSavedCommand` waits for the only saved command and checks
 * it against the contract.
 */
export function setUpLinePhone(contract: AreaContract, areaTexts: Parameters<typeof loadTexts>[0]) {
  const endpoints = getAreaEndpoints(contract)
  const linePhone = { phone: createFakePhone(), getSavedCommand }
  async function getSavedCommand() {
    await waitFor(() => expect(linePhone.phone.savedCommands).toHaveLength(1))
    const [command] = linePhone.phone.savedCommands
    const endpoint = endpoints.find(({ name }) => name === command?.endpoint.name)
    expect(endpoint && checkInput(endpoint as never, command?.body)).toMatchObject({ ok: true })
    return { op: command?.endpoint.name, body: command?.body as Record<string, unknown> }
  }

  beforeEach(async () => {
    await loadTexts({ plant: plantTexts, ...areaTexts })
    setElementSize(390)
    localStorage.clear()
    clearSession()
    linePhone.phone = createFakePhone()
    replacePhoneStore(linePhone.phone)
  })
  afterEach(() => {
    cleanup()
    vi.unstubAllGlobals()
  })

  return linePhone
}
