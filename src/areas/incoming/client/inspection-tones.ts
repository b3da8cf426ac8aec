import type { Row } from '@/contract/resource'
import type { Tones } from '@/contract/state-machine'
import type { materialInspection } from '@/areas/incoming/contract/material-inspection'
import type { InspectionState } from '@/areas/incoming/rules/material-inspection'

type Inspection = Row<typeof materialInspection>
/** Tones (colour and icon) of inspection states, results and severities; the text comes from the locale. */
export const inspectionStateTones: Tones<InspectionState> = {
  inspecting: 'wait',
  released: 'ok',
  concession: 'warn',
  rejected: 'bad',
}
export const inspectionResultTones: Tones<NonNullable<Inspection['result']>> = { open: 'idle', pass: 'ok', fail: 'bad' }
export const inspectionSeverityTones: Tones<NonNullable<Inspection['severity']>> = {
  normal: 'idle',
  tightened: 'warn',
  reduced: 'ok',
}
export const itemJudgementTones: Tones<NonNullable<Inspection['items'][number]['judgement']>> = {
  open: 'wait',
  ok: 'ok',
  notOk: 'bad',
  notNeeded: 'idle',
}
