import type { Row } from '@/contract/resource'
import type { Tones } from '@/contract/state-machine'
import type { labImport } from '../contract/lab-import'
import type { testBatch } from '../contract/test-batch'

export const batchTones: Tones<Row<typeof testBatch>['state']> = { draft: 'active', published: 'ok', withdrawn: 'bad' }
export const importTones: Tones<Row<typeof labImport>['state']> = { proposed: 'wait', stored: 'ok', undone: 'idle' }
