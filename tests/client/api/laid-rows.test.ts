// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { expect, it, vi } from 'vitest'
import { reportRepair } from '@/areas/maintenance/contract/repair-calls'
import { openPhone } from '@/client/api/phone-store'
import { acceptLogin } from '@/client/session/session'
import type { Endpoint } from '@/contract/endpoint'

const EQUIPMENT = '01999633-c800-799d-ade5-3fdaae140c65'
const REPAIR = '01a1f8f3-63a1-70fe-bc4e-cf4278e6e7ed'

it('a repair reported on this phone is never laid as half a row, however early its list looks', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  acceptLogin({ token: 't', userid: 'u1', userName: 'li', list: [] }, false)
  const phone = await openPhone()
  await phone.signedIn({ userId: 'u1', userName: 'li', token: 't' }, null)
  await phone.save({ endpoint: reportRepair as unknown as Endpoint<never, unknown>, body: { id: REPAIR, equipmentId: EQUIPMENT, faultKind: 'mechanical', severity: 'medium', images: [] } })
  for (const look of [1, 2]) {
    const rows: Record<string, unknown>[][] = []
    const stop = phone.watchOverlay('repair', (lay) => rows.push(lay([], 0)))
    await vi.waitFor(() => expect(rows.flat().length).toBeGreaterThan(0), { timeout: 15_000 })
    stop()
    for (const row of rows.flat()) expect({ look, state: row['state'], workImages: row['workImages'] }).toEqual({ look, state: 'reported', workImages: [] })
  }
})
