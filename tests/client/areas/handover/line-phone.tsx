/** A phone at a line, as the pages of a shift see it: signed-in person, server rows, saved commands. */
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, waitFor } from '@testing-library/react'
import { Suspense } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { replacePhone } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { clearSession } from '@/client/session/session'
import { getAreaEndpoints, type AreaContract } from '@/contract/area'
import { checkInput } from '@/contract/schema'
import plantWords from '@/plant/locales/zh.json'
import { fakePhone } from '../../fake-phone'
import { fakeServer, ok, pageOf } from '../../fake-server'
import { signedIn } from '../../signed-in'
import { loadTexts } from '../../texts'
import { id, ME } from '../rounds/plant'
import { laidOut } from '../../fake-layout'

export const [LINE, ORDER, H, OTHER] = [id(1), id(2), id(40), id(70)]
export const base = {
  version: 3,
  createdAt: '2026-11-20T00:00:00.000Z',
  updatedAt: '2026-11-20T00:00:00.000Z',
  createdBy: OTHER,
}
export const facts = {
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
export const refs = { [LINE]: 'L1 纺粘1号线', [ORDER]: 'W-001', [OTHER]: '李班长', [ME]: '王班长' }
export function show(
  Page: () => React.ReactNode,
  rows: object[],
  query = '',
  more: Parameters<typeof fakeServer>[0] = {},
): void {
  signedIn({
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
  const page = (list: object[]) => () => pageOf(list, refs)
  fakeServer({
    'GET /production_form/handover': page(rows),
    'GET /plant/rotation': page([]),
    'GET /plant/line': page([{ id: LINE, ...base, code: 'L1', name: '纺粘1号线', kind: 'spunbond', active: true }]),
    'GET /production_form/auto_handover': () =>
      ok({ ...facts, names: Object.entries(refs).map(([key, label]) => ({ id: key, label })) }),
    'GET /resource_options': () => ok(Object.entries(refs).map(([key, label]) => ({ id: key, label }))),
    ...more,
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

/** Prepares a new phone with an area's texts before each test; `saved` returns the one saved command and checks it against the contract. */
export function atTheLine(contract: AreaContract, words: Parameters<typeof loadTexts>[0]) {
  const endpoints = getAreaEndpoints(contract)
  const here = { phone: fakePhone(), saved }
  async function saved() {
    await waitFor(() => expect(here.phone.saved).toHaveLength(1))
    const [command] = here.phone.saved
    const endpoint = endpoints.find((one) => one.name === command?.endpoint.name)
    expect(endpoint && checkInput(endpoint as never, command?.body)).toMatchObject({ ok: true })
    return { op: command?.endpoint.name, body: command?.body as Record<string, unknown> }
  }

  beforeEach(async () => {
    await loadTexts({ plant: plantWords, ...words })
    laidOut(390)
    localStorage.clear()
    clearSession()
    here.phone = fakePhone()
    replacePhone(here.phone)
  })
  afterEach(() => {
    cleanup()
    vi.unstubAllGlobals()
  })

  return here
}
