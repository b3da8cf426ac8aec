import type { Row } from '@/contract/resource'
import type { Tones } from '@/contract/tone'
import type { processInspection1, firstInspection } from '../contract/inspections'

type Result = NonNullable<Row<typeof processInspection1>['result'] | Row<typeof firstInspection>['result']>
/** What an inspection came out as, for colour and icon; the word comes from the locale. */
export const resultTones: Tones<Result> = { ok: 'ok', notOk: 'bad', noStandard: 'warn' }
