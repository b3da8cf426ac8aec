// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { areaClients } from '@/areas/clients'
import { registerAreas } from '@/client/area-registry'
import type { UnsentCommand } from '@/client/api/phone'
import { buildRowLabel } from '@/client/api/local-rows'
import { UnsentCard } from '@/client/shell/UnsentCard'
import { startFakeServer } from '../fake-server'
import { id, machine, prepareEquipmentPhone, renderEquipmentPage } from '../areas/equipment/stage'
import { createRound, ROUND } from '../areas/rounds/plant'

registerAreas(areaClients)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
/** Timeout for drawing on a busy machine, ms. */
const labelled = { timeout: 30_000 }
const part = { id: id(40), code: 'BR-001', name: '深沟球轴承 6204', unit: '套' }
const rows: Record<string, Record<string, unknown>[]> = {
  equipment: [machine],
  sparePart: [part],
  inspectionRound: [createRound() as unknown as Record<string, unknown>],
  jumboRoll: [{ id: id(60), version: 1, number: null, state: 'winding', lineId: id(61), workOrderId: id(62) }],
  line: [{ id: id(61), code: 'SS1' }],
  workOrder: [{ id: id(62), number: 'WO-7' }],
}

async function opened(op: string, body: Record<string, unknown>, about: Partial<UnsentCommand> = {}): Promise<string> {
  await prepareEquipmentPhone([], {
    loadPackRows: (of) => Promise.resolve({ rows: rows[of] ?? [], refs: {}, at: 1 }),
    findOptions: (of, _keyword, ids) =>
      Promise.resolve(
        (rows[of] ?? [])
          .filter((row) => ids.includes(String(row['id'])))
          .map((row) => ({ id: String(row['id']), label: buildRowLabel(row, 'zh') })),
      ),
  })
  startFakeServer({ 'GET /resource_options': new TypeError('no network') })
  const item: UnsentCommand = {
    id: 'op1',
    seq: 1,
    op,
    resource: op.split('.')[0] ?? '',
    entityId: null,
    body,
    baseVersion: null,
    occurredAt: null,
    state: 'pending',
    attempts: 0,
    nextAttemptAt: 0,
    lastError: null,
    editable: true,
    photos: [],
    ...about,
  }
  renderEquipmentPage(
    <ul>
      <UnsentCard command={item} />
    </ul>,
    '/me/sync',
    '/me/sync',
  )
  const details = (await screen.findByText('内容')).closest('details') as HTMLDetailsElement
  details.open = true
  fireEvent(details, new Event('toggle'))
  return (
    (
      await vi.waitFor(() => {
        const list = details.querySelector('dl')
        if (!list || list.textContent?.includes('…')) throw new Error(`names are not here yet: ${details.innerHTML}`)
        return list
      }, labelled)
    ).textContent ?? ''
  )
}

describe('an unsent command', () => {
  it('is displayed by labels, options and names, not by its fields and ids', async () => {
    const details = await opened(
      'repair.report',
      {
        id: id(50),
        equipmentId: machine.id,
        faultKind: 'electrical',
        severity: 'high',
        description: '跳闸',
        lineStopped: true,
        images: ['p1'],
      },
      {
        photos: [
          { id: 'p1', mime: 'image/jpeg', name: 'a', size: 1, received: 0, state: 'pending', lastError: null },
        ] as unknown as UnsentCommand['photos'],
      },
    )
    for (const word of ['设备', 'SB1-01 · 纺丝箱', '电气', '跳闸']) expect(details).toContain(word)
    for (const raw of [machine.id, 'electrical', 'faultKind', 'p1', '{']) expect(details).not.toContain(raw)
  })
  it('shows a unit from another row, and the row concerned', async () => {
    expect(
      await opened('stockMovement.move', {
        id: id(51),
        partId: part.id,
        kind: 'out',
        quantity: 3,
        occurredAt: '2026-11-20T02:00:00.000Z',
      }),
    ).toContain('3 套')
    cleanup()
    const step = await opened(
      'repair.accept',
      { id: id(52), occurredAt: '2026-11-20T02:00:00.000Z' },
      { entityId: id(1), resource: 'equipment' },
    )
    expect(step).toContain('SB1-01')
  })
  it('identifies a roll without a number by its line and order', async () => {
    const told = await opened(
      'jumboRoll.edit',
      { id: id(60), defects: [{ kind: 'hole', fromM: 20, toM: 20, fromMm: null, toMm: null, images: [] }] },
      { entityId: id(60), resource: 'jumboRoll' },
    )
    expect(told).toContain('SS1')
    expect(told).toContain('WO-7')
  })
  it('names a skipped point already on the card', async () => {
    const details = await opened('inspectionResult.answer', {
      id: id(54),
      roundId: ROUND,
      pointKey: 'a',
      state: 'skipped',
      reason: '设备停机检修',
      occurredAt: '2026-11-20T02:00:00.000Z',
    })
    expect(details).toContain('SB1-01')
    expect(details).not.toMatch(/巡检点a/)
  })
  it('shows a round’s point and items in words', async () => {
    const details = await opened('inspectionResult.answer', {
      id: id(53),
      roundId: ROUND,
      pointKey: 'a',
      state: 'done',
      values: [{ itemKey: 'temp', answer: null, number: 64.5, text: null, images: [] }],
      occurredAt: '2026-11-20T02:00:00.000Z',
    })
    expect(details).toContain('早班巡检')
    expect(details).toContain('a-temp')
    expect(details).toContain('64.5 °C')
    expect(details).toContain('SB1-01')
  })
})
