import { describe, expect, it } from 'vitest'
import type { OutboxRow } from '@/offline/database'
import { roundsContract } from '@/areas/rounds/contract'
import { createOp, createOverlay } from '../outbox-commands'
import { createRound, ME, ROUND } from './plant'

describe('commands not yet through', () => {
  const lay = createOverlay(roundsContract)
  it('walk a round: begun, counted, finished', () => {
    const steps = [
      createOp('inspectionRound.start', 'inspectionRound', ROUND, { roundId: ROUND }),
      createOp('inspectionResult.answer', 'inspectionRound', ROUND, { state: 'done' }),
      createOp('inspectionResult.answer', 'inspectionRound', ROUND, { state: 'skipped' }),
    ]
    expect(lay('inspectionRound', createRound(), steps)).toMatchObject({
      state: 'inProgress',
      userId: ME,
      assignedTo: ME,
      pointsDone: 1,
      pointsSkipped: 1,
    })
    expect(
      lay('inspectionRound', createRound(), [
        ...steps,
        createOp('inspectionRound.finish', 'inspectionRound', ROUND, { finishedAt: '2026-11-20T03:30:00.000Z' }),
      ]),
    ).toMatchObject({ state: 'done', finishedAt: '2026-11-20T03:30:00.000Z' })
  })
  it('leave a round where it is while its finish is refused, and a second waits behind that', () => {
    const finish = (state: OutboxRow['state'], more: Partial<OutboxRow> = {}) => ({
      ...createOp('inspectionRound.finish', 'inspectionRound', ROUND, { finishedAt: '2026-11-20T03:30:00.000Z' }),
      state,
      ...more,
    })
    const round = createRound({ state: 'inProgress', userId: ME, walkers: [ME] })
    const refused = finish('attention', { id: 'first' })
    // As an older version of the app stored them: the second waits.
    expect(lay('inspectionRound', round, [refused, finish('pending')])).toMatchObject({
      state: 'inProgress',
      pending: { opId: 'first', state: 'attention' },
    })
    // The missing answer now goes ahead, and the second command follows.
    const answerCommand = createOp('inspectionResult.answer', 'inspectionRound', ROUND, { state: 'done' })
    const steps = [{ ...refused, closes: 1 as const }, answerCommand]
    expect(lay('inspectionRound', round, steps)).toMatchObject({ state: 'inProgress', pointsDone: 1 })
    expect(lay('inspectionRound', round, [...steps, finish('pending')])).toMatchObject({ state: 'done' })
  })
  it('do not move a round from where the life cycle has no way: it is only marked', () => {
    expect(
      lay('inspectionRound', createRound({ state: 'missed' }), [
        createOp('inspectionRound.start', 'inspectionRound', ROUND, {}),
      ]),
    ).toMatchObject({ state: 'missed', pending: { op: 'inspectionRound.start' } })
  })
})
