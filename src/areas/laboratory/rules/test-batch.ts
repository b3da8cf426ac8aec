import { defineStateMachine } from '@/contract/state-machine'

/** The life of a batch of test results. What is published is closed; taken back it stays as it was, and a copy is mended. */
export const testBatch = defineStateMachine('testBatch', {
  states: ['draft', 'published', 'withdrawn'],
  initial: 'draft',
  actions: {
    add: { from: [null], to: 'draft', permission: 'qualityDataAdd' },
    publish: { from: ['draft'], to: 'published', permission: 'qualityDataEdit' },
    withdraw: { from: ['published'], to: 'withdrawn', permission: 'qualityDataDelete', requiredInputs: ['reason'] },
  },
})
/** States whose results count, in charts and summaries; a certificate takes published ones alone. */
export const counting = ['draft', 'published'] as const
