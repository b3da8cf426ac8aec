import { defineCommand } from '@/contract/command'
import { amount, choice, flag, moment, note, reference, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { restrictedCostMetrics } from '@/plant/contract/cost-permissions'
import { noticeConditions, noticeLifecycle } from '../rules/notice'
import { noticeRule } from './notice-rule'

const area = 'notices'
const readonlyMoment = moment({ readonly: true })
/** 告警: a raised notice, who acknowledged it, and when it ended. A rule raises no second notice while one is open. */
export const notice = defineResource('notice', {
  area,
  fields: {
    state: choice(noticeLifecycle.states, { required: true, readonly: true }),
    severity: choice(noticeRule.fields.severity.options, { required: true, readonly: true }),
    ruleId: reference('noticeRule', { readonly: true }),
    // Copied from the rule when the notice was raised, because the rule may be changed or removed later.
    name: text({ required: true, readonly: true, max: 120 }),
    nameEn: text({ readonly: true, max: 120 }),
    lineId: reference('line', { readonly: true }),
    tagId: reference('tag', { readonly: true }),
    figure: choice(noticeRule.fields.figure.options, { readonly: true, restrictedOptions: restrictedCostMetrics }),
    // `system`: raised by the program about itself, without a rule.
    condition: choice([...noticeConditions, 'system'], { required: true, readonly: true }),
    value: amount({ unit: '', unitField: 'unit', digits: 4, readonly: true }),
    limit: amount({ unit: '', unitField: 'unit', digits: 4, readonly: true }),
    unit: text({ max: 20, readonly: true }),
    beganAt: moment({ required: true, readonly: true }),
    roleId: reference('role', { readonly: true }),
    // Empty while the notification waits for the end of the quiet hours.
    toldAt: readonlyMoment,
    escalatedAt: readonlyMoment,
    acknowledgedBy: reference('user', { readonly: true }),
    acknowledgedAt: readonlyMoment,
    // Remark of the person who acknowledged the notice.
    said: note({ max: 1000 }),
    overAt: readonlyMoment,
    sentOutside: flag({ readonly: true, default: false }),
  },
  title: ['name'],
  englishFields: { name: 'nameEn' },
  filters: ['state', 'severity', 'ruleId', 'lineId', 'roleId', 'beganAt'],
  search: ['name', 'said'],
  sort: '-beganAt',
  inShiftPack: true,
  routes: { list: 'GET /plant/notice' },
  permissions: { view: 'noticesView' },
})
/** 我来处理: acknowledges a notice with a remark and stops its escalation. Works offline. */
export const acknowledgeNotice = defineCommand(notice, noticeLifecycle, 'acknowledge', {
  routes: 'POST /plant/notice_acknowledge',
  writes: ['said'],
  getNotBefore: (row) => row.beganAt,
  apply: (_row, _input, { at: acknowledgedAt, personId }) => ({
    acknowledgedBy: personId,
    acknowledgedAt,
  }),
})
/** 监视状态: last observed value of a rule, and the time since which its condition is met. Only the job writes it. */
export const noticeWatch = defineResource('noticeWatch', {
  area,
  fields: {
    ruleId: reference('noticeRule', { required: true, readonly: true }),
    since: readonlyMoment,
    value: amount({ unit: '', digits: 4, readonly: true }),
    lookedAt: moment({ required: true, readonly: true }),
  },
  title: ['lookedAt'],
  unique: [['ruleId']],
})
