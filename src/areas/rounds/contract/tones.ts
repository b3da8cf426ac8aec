import type { Tones } from '@/contract/state-machine'
import type { PointVerdict } from '@/areas/rounds/rules/check-point'
import type { RoundState } from '@/areas/rounds/rules/inspection-round'

/** Tone of each state, which decides colour and icon; the text comes from the locale. */
export const roundTones: Tones<RoundState> = { due: 'wait', inProgress: 'active', done: 'ok', missed: 'bad' }
export const pointVerdictTones: Tones<PointVerdict> = {
  ok: 'ok',
  warn: 'warn',
  out: 'bad',
  notOk: 'bad',
  unanswered: 'idle',
  invalid: 'bad',
}
