import { defineCommand } from '@/contract/command'
import { amount, choice, flag, moment, note, reference, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { costsGuarded } from '@/plant/contract/money-readers'
import { conditions, noticeLife } from '../rules/notice'
import { noticeRule } from './notice-rule'

const area = 'notices'
const at = moment({ readonly: true })
/** 告警: what rang, who came, and when it was over. A rule rings once as long as what it watches does not come back. */
export const notice = defineResource('notice', {
  area,
  fields: {
    state: choice(noticeLife.states, { required: true, readonly: true }),
    severity: choice(noticeRule.fields.severity.options, { required: true, readonly: true }),
    ruleId: reference('noticeRule', { readonly: true }),
    // As the rule was called then; it may be another one since, or gone.
    name: text({ required: true, readonly: true, max: 120 }),
    nameEn: text({ readonly: true, max: 120 }),
    lineId: reference('line', { readonly: true }),
    tagId: reference('tag', { readonly: true }),
    figure: choice(noticeRule.fields.figure.options, { readonly: true, guarded: costsGuarded }),
    condition: choice(conditions, { required: true, readonly: true }),
    value: amount({ unit: '', unitIn: 'unit', digits: 4, readonly: true }),
    limit: amount({ unit: '', unitIn: 'unit', digits: 4, readonly: true }),
    unit: text({ max: 20, readonly: true }),
    beganAt: moment({ required: true, readonly: true }),
    roleId: reference('role', { readonly: true }),
    // Told, or waiting for the end of the quiet hours.
    toldAt: at,
    escalatedAt: at,
    acknowledgedBy: reference('user', { readonly: true }),
    acknowledgedAt: at,
    said: note({ max: 1000 }),
    overAt: at,
    sentOutside: flag({ readonly: true, default: false }),
  },
  title: ['name'],
  english: { name: 'nameEn' },
  filters: ['state', 'severity', 'ruleId', 'lineId', 'roleId', 'beganAt'],
  search: ['name', 'said'],
  sort: '-beganAt',
  offline: true,
  routes: { list: 'GET /plant/notice' },
  keys: { view: 'noticesView' },
})
/** 我来处理: says that one sees to it, and what was found; it does not ring any further. Without a network too. */
export const acknowledgeNotice = defineCommand(notice, noticeLife, 'acknowledge', {
  routes: 'POST /plant/notice_acknowledge',
  writes: ['said'],
  after: (row) => row.beganAt,
  apply: (_row, _input, { at: when, personId }) => ({ acknowledgedBy: personId, acknowledgedAt: when }),
})
/** 监视状态: since when a condition holds, and what was seen last. Written by the clock alone. */
export const noticeWatch = defineResource('noticeWatch', {
  area,
  fields: {
    ruleId: reference('noticeRule', { required: true, readonly: true }),
    since: at,
    value: amount({ unit: '', digits: 4, readonly: true }),
    lookedAt: moment({ required: true, readonly: true }),
  },
  title: ['lookedAt'],
  unique: [['ruleId']],
})
