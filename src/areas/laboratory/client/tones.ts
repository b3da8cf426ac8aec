import type { Row } from '@/contract/resource'
import type { Tones } from '@/contract/state-machine'
import type { labImport } from '../contract/lab-import'
import type { testBatch } from '../contract/test-batch'

/** Tones (colour and icon) of batches and imports; the text comes from the locale. */
export const batchTones: Tones<Row<typeof testBatch>['state']> = { draft: 'active', published: 'ok', withdrawn: 'bad' }
export const importTones: Tones<Row<typeof labImport>['state']> = { proposed: 'wait', stored: 'ok', undone: 'idle' }
