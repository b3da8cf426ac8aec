import { describe, expect, it } from 'vitest'
import { buildAreaPreviews } from '@/offline/command-preview'
import { ordersContract } from '@/areas/orders/contract'

const previews = buildAreaPreviews(ordersContract)

type Op = Parameters<NonNullable<(typeof previews)[string]>>[2]
const op = { occurredAt: '2026-11-20T02:00:00.000Z', userId: 'u' } as Op
const planned = {
  id: 'o',
  version: 1,
  createdAt: '2026-11-19T00:00:00.000Z',
  state: 'planned',
  startedAt: null,
  pauses: [],
  ranMinutes: 0,
}
const running = {
  ...planned,
  state: 'running',
  startedAt: '2026-11-20T00:00:00.000Z',
  runSince: '2026-11-20T00:00:00.000Z',
}

describe('what a phone shows of an order before the server has spoken', () => {
  it.each([
    ['start', planned, { lineId: 'l' }, { state: 'running', lineId: 'l', startedAt: op.occurredAt }],
    ['start', running, { lineId: 'l' }, null],
    [
      'switch',
      running,
      { action: 'pause', reason: 'x' },
      {
        state: 'paused',
        ranMinutes: 120,
        runSince: null,
        reason: 'x',
        pauses: [{ from: op.occurredAt, to: null, reason: 'x' }],
      },
    ],
    ['switch', running, { action: 'pause' }, null],
    [
      'switch',
      {
        ...running,
        state: 'paused',
        runSince: null,
        pauses: [{ from: '2026-11-20T01:00:00.000Z', to: null, reason: 'x' }],
      },
      { action: 'resume' },
      { state: 'running', ranMinutes: 60, runSince: op.occurredAt, pauses: [{ to: op.occurredAt }] },
    ],
    ['switch', running, { action: 'finish' }, { state: 'finished', finishedAt: op.occurredAt, ranMinutes: 120 }],
    ['adjust', running, { team: 'B' }, { team: 'B', state: 'running' }],
    ['adjust', { ...running, state: 'closed' }, { team: 'B' }, null],
  ])('%s of %o', (step, row, body, after) => {
    const shown = previews[`workOrder.${step}`]!(row, { id: 'o', ...body }, op)
    if (after) expect(shown).toMatchObject(after)
    else expect(shown).toBeNull()
  })
})
