import { amount, choice, flag, integer, note, reference, text } from '@/contract/field'
import { webhookFields } from '@/contract/webhook'
import { defineResource } from '@/contract/resource'
import { restrictedCostMetrics } from '@/plant/contract/cost-permissions'
import { shiftMetricNames } from '@/areas/figures/rules/metric-values'
import { noticeConditions, watchedSubjects } from '../rules/notice'

/** Hour of the plant's clock. */
const hourField = integer({ unit: 'h', min: 0, max: 23 })
/**
 * 告警规则: watches a metric, a tag, stops without a reason, or late orders, and notifies a role when its condition is
 * met.
 */
export const noticeRule = defineResource('noticeRule', {
  area: 'notices',
  fields: {
    name: text({ required: true, max: 120 }),
    nameEn: text({ max: 120 }),
    active: flag({ default: true }),
    severity: choice(['info', 'warning', 'critical'], { required: true, default: 'warning' }),
    watches: choice(watchedSubjects, { required: true }),
    // `figure` (the metric) and `period` (the running shift or business date) apply only to metrics. `lineId` applies to
    // metrics and stops; empty: the whole plant.
    figure: choice(shiftMetricNames, { restrictedOptions: restrictedCostMetrics }),
    lineId: reference('line'),
    period: choice(['shift', 'day'], { default: 'shift' }),
    tagId: reference('tag'),
    condition: choice(noticeConditions, { required: true }),
    // For `limit` and `back` see `NoticeCriterion`.
    limit: amount({ unit: '', digits: 4 }),
    back: amount({ unit: '', digits: 4, min: 0 }),
    holdMinutes: integer({ unit: 'min', min: 0, max: 1440, default: 0 }),
    roleId: reference('role', { required: true }),
    escalateTo: reference('role'),
    escalateMinutes: integer({ unit: 'min', min: 1, max: 1440 }),
    // During these hours only critical notices are sent. After the quiet hours, people are notified of the notices that
    // still ring.
    quietFrom: hourField,
    quietTo: hourField,
    ...webhookFields,
    hookLanguage: choice(['zh', 'en'], { default: 'zh' }),
    note: note({ max: 1000 }),
  },
  title: ['name'],
  englishFields: { name: 'nameEn' },
  unique: [['name']],
  filters: ['active', 'severity', 'watches', 'lineId', 'roleId'],
  search: ['name', 'note'],
  sort: 'name',
  routes: {
    list: 'GET /plant/notice_rule',
    create: 'POST /plant/notice_rule',
    update: 'PUT /plant/notice_rule',
    remove: 'DELETE /plant/notice_rule',
  },
  permissions: { view: 'noticesView', add: 'noticesAdd', edit: 'noticesEdit', delete: 'noticesDelete' },
  reauthentication: { create: ['hookUrl', 'hookSecret'], update: ['hookUrl', 'hookSecret'] },
})
