import { defineStateMachine } from '@/contract/state-machine'

/**
 * States of a batch of test results. A published batch is closed. A withdrawn batch stays unchanged, and corrections are
 * made in a copy.
 */
export const testBatchStates = defineStateMachine('testBatch', {
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
