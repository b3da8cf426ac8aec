import { defineStateMachine } from '@/contract/state-machine'
import { DAY_MS, toMillis, type Moment } from '@/plant/rules/plant-time'

/**
 * States of a batch of test results. A published batch is closed. A withdrawn batch stays unchanged, and corrections
 * are made in a copy.
 */
export const testBatchLifecycle = defineStateMachine('testBatch', {
  states: ['draft', 'published', 'withdrawn'],
  initial: 'draft',
  actions: {
    add: { from: [null], to: 'draft', permission: 'qualityDataAdd' },
    publish: { from: ['draft'], to: 'published', permission: 'qualityDataEdit' },
    withdraw: { from: ['published'], to: 'withdrawn', permission: 'qualityDataDelete', requiredInputs: ['reason'] },
  },
})
/** Results of batches in these states count in charts and summaries. Certificates use published batches only. */
export const notWithdrawnBatchStates = ['draft', 'published'] as const

/** A test may precede the recorded doff by up to a day, because files often name only the day of a test. */
export const MAX_TEST_LEAD_MS = DAY_MS
/** True if the test of a roll precedes its doff by more than `MAX_TEST_LEAD_MS`. */
export const isTestedBeforeRoll = (testedAt: Moment, doffedAt: Moment): boolean =>
  toMillis(testedAt) < toMillis(doffedAt) - MAX_TEST_LEAD_MS
