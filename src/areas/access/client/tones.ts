import type { Row } from '@/contract/resource'
import type { Tones } from '@/contract/state-machine'
import type { loginLog, operationLog } from '../contract/log'
import type { user } from '../contract/user'

// A tone stands for a colour and an icon; the label comes from the locale.
export const userTones: Tones<Row<typeof user>['state']> = { active: 'ok', suspended: 'warn', removed: 'idle' }
export const actionTones: Tones<Row<typeof operationLog>['action']> = {
  insert: 'ok',
  update: 'active',
  delete: 'bad',
  refused: 'warn',
  other: 'idle',
}
/** Outcomes of attempts to sign in. */
export const outcomeTones: Tones<Row<typeof loginLog>['outcome']> = {
  ok: 'ok',
  wrongPassword: 'bad',
  // Signed in at the company directory, but refused here: without a role or account, or not with this kind of account.
  notAdmitted: 'bad',
  wrongCode: 'bad',
  throttled: 'bad',
  suspended: 'warn',
  logout: 'idle',
  expired: 'idle',
}
