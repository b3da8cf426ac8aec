import type { Row } from '@/contract/resource'
import type { Tones } from '@/contract/tone'
import type { abnormity } from '@/areas/deviations/contract/abnormity'
import type { ApprovalState } from '@/areas/standards/rules/approval'
import type { AbnormityState } from '@/areas/deviations/rules/abnormity'

export const abnormityTones: Tones<AbnormityState> = {
  raised: 'bad',
  confirmed: 'warn',
  analysed: 'active',
  acting: 'active',
  verified: 'wait',
  closed: 'ok',
  withdrawn: 'idle',
}
export const severityTones: Tones<Row<typeof abnormity>['severity']> = { minor: 'idle', major: 'warn', critical: 'bad' }
export const feedbackTones: Tones<ApprovalState> = {
  notApproved: 'idle',
  inApproval: 'wait',
  approved: 'ok',
  rejected: 'bad',
}
