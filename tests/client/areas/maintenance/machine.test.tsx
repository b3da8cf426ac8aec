// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { equipmentClient } from '@/areas/equipment/client'
import LedgerPage from '@/areas/equipment/client/ledger/LedgerPage'
import { maintenanceClient } from '@/areas/maintenance/client'
import { registerAreas } from '@/client/area-registry'
import { startFakeServer, ok, replyWithRows } from '../../fake-server'
import { id, machine, prepareEquipmentPhone, renderEquipmentPage } from '../equipment/stage'

const summary = {
  state: 'inUse',
  condition: 'reported',
  openRepairs: [{ id: id(20), number: 'R-7', state: 'reported', reportedAt: '2026-11-19T00:00:00.000Z' }],
  nextRounds: [],
  nextPm: [{ id: id(21), title: '换油', dueOn: '2026-12-01', state: 'ok' }],
  from: '2026-08-23',
  to: '2026-11-20',
  mttr: 3,
  mtbf: null,
  mttrReason: null,
  mtbfReason: 'noBreakdowns',
  breakdowns: 2,
  repairs: 5,
  stopHours: 4,
  records: [{ kind: 'firstLevelCheck', count: 6, lastAt: '2026-11-19T00:00:00.000Z' }],
}
const line = {
  id: id(30),
  kind: 'repair',
  occurredAt: '2026-11-19T00:00:00.000Z',
  title: '报修 · R-7 异响',
  state: 'reported',
  people: [id(9)],
  images: 0,
}
const slow = { timeout: 15_000 }
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('the page of a machine', () => {
  const open = async () => {
    registerAreas([equipmentClient, maintenanceClient])
    await prepareEquipmentPhone(['equipmentLedgerView'])
    startFakeServer({
      'POST /book/get_equipments': replyWithRows([machine]),
      'GET /book/summary': ok(summary),
      'GET /book/history': replyWithRows([line], { [id(9)]: '李工' }),
      'GET /equ/field': replyWithRows([]),
      'POST /book/get_equipmentuse': replyWithRows([]),
    })
    renderEquipmentPage(<LedgerPage />, `/ledger/equipment?id=${machine.id}`, '/ledger/equipment')
    await screen.findByRole('heading', { name: 'SB1-01' }, slow)
  }
  it('shows what is open and how well it runs, from the summary', async () => {
    await open()
    expect(await screen.findByText('R-7', {}, slow)).toBeTruthy()
    expect(await screen.findByText('换油', {}, slow)).toBeTruthy()
    expect(await screen.findByText('共维修 5 次', {}, slow)).toBeTruthy()
    expect(screen.getByText('期间无故障')).toBeTruthy()
  }, 60_000)
  it('shows its history and its records each on their tab', async () => {
    await open()
    screen.getByRole('tab', { name: '履历' }).click()
    expect(await screen.findByText('报修 · R-7 异响', {}, slow)).toBeTruthy()
    expect(screen.getByText(/李工/)).toBeTruthy()
    screen.getByRole('tab', { name: '作业记录' }).click()
    expect(await screen.findByText(/6 条，最近/, {}, slow)).toBeTruthy()
    expect(screen.queryByText('报修 · R-7 异响')).toBeNull()
  }, 60_000)
})
