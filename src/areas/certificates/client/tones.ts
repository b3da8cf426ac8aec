import type { Tones } from '@/contract/state-machine'
import type { CertificateState } from '@/areas/certificates/rules/certificate'
import type { IndexJudgement } from '@/areas/certificates/rules/judgement'

// A tone stands for the colour and icon of a state badge.
export const certificateTones: Tones<CertificateState> = {
  inApproval: 'wait',
  withdrawn: 'idle',
  rejected: 'bad',
  issued: 'ok',
  replaced: 'idle',
  void: 'idle',
}
export const certificateJudgementTones: Tones<IndexJudgement> = { pass: 'ok', fail: 'bad', missing: 'warn' }
