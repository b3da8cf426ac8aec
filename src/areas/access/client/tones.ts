import type { Row } from '@/contract/resource'
import type { Tones } from '@/contract/state-machine'
import type { loginLog, operationLog } from '../contract/log'
import type { user } from '../contract/user'

/** Colour and icon of each state; the label comes from the locale. */
export const userTones: Tones<Row<typeof user>['state']> = { active: 'ok', suspended: 'warn', removed: 'idle' }
export const actionTones: Tones<Row<typeof operationLog>['action']> = {
  insert: 'ok',
  update: 'active',
  delete: 'bad',
  refused: 'warn',
  other: 'idle',
}
export const outcomeTones: Tones<Row<typeof loginLog>['outcome']> = {
  ok: 'ok',
  wrongPassword: 'bad',
  notAdmitted: 'bad',
  wrongCode: 'bad',
  throttled: 'bad',
  suspended: 'warn',
  logout: 'idle',
  expired: 'idle',
}
