import type { Row } from '@/contract/resource'
import type { Tones } from '@/contract/state-machine'
import type { abnormity } from '@/areas/deviations/contract/abnormity'
import type { AbnormityState } from '@/areas/deviations/rules/abnormity'
import type { FeedbackState } from '@/areas/deviations/rules/material-feedback'

// A tone stands for the colour and icon of a state badge.
export const abnormityTones: Tones<AbnormityState> = {
  raised: 'bad',
  confirmed: 'warn',
  analysed: 'active',
  acting: 'active',
  verified: 'wait',
  closed: 'ok',
  withdrawn: 'idle',
}
export const abnormitySeverityTones: Tones<Row<typeof abnormity>['severity']> = {
  minor: 'idle',
  major: 'warn',
  critical: 'bad',
}
export const feedbackTones: Tones<FeedbackState> = {
  notApproved: 'idle',
  inApproval: 'wait',
  approved: 'active',
  rejected: 'bad',
  closed: 'ok',
}
