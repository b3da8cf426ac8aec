import type { Row } from '@/contract/resource'
import type { Tones } from '@/contract/state-machine'
import type { processInspection1, firstInspection } from '../contract/inspections'
import type { qualityCheck } from '../contract/quality-check'

type Check = Row<typeof qualityCheck>
type Result = NonNullable<Row<typeof processInspection1>['result'] | Row<typeof firstInspection>['result']>
/** Tones for the result of an inspection; the text comes from the locale. */
export const productionInspectionTones: Tones<Result> = { ok: 'ok', notOk: 'bad', noStandard: 'warn' }
export const checkResultTones: Tones<NonNullable<Check['result']>> = { ok: 'ok', notOk: 'bad', incomplete: 'warn' }
export const checkFlagTones: Tones<NonNullable<Check['flag']>> = {
  downgradedMeanwhile: 'warn',
  soldMeanwhile: 'bad',
  goneMeanwhile: 'bad',
}
export const checkReadingTones: Tones<NonNullable<Check['readings'][number]['verdict']>> = {
  ok: 'ok',
  notOk: 'bad',
  notApplicable: 'idle',
}
