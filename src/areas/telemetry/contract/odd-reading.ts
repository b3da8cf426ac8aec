import { defineCommand } from '@/contract/command'
import { amount, choice, moment, note, reference, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { oddReadingLifecycle, oddReasons } from '../rules/odd-reading'

/** 异常读数: a received reading that is probably wrong. Sums exclude it until a person admits it. */
export const oddReading = defineResource('oddReading', {
  area: 'telemetry',
  fields: {
    tagCode: text({ required: true, max: 120 }),
    tagId: reference('tag'),
    readAt: moment({ required: true }),
    // The value as sent, which need not be a number.
    shown: text({ required: true, max: 60 }),
    value: amount({ unit: '', unitField: 'unit', digits: 6 }),
    unit: text({ max: 20 }),
    reason: choice(oddReasons, { required: true }),
    state: choice(oddReadingLifecycle.states, { default: oddReadingLifecycle.initial }),
    source: text({ max: 60 }),
    receivedAt: moment({ required: true }),
    decidedBy: reference('user'),
    decidedAt: moment(),
    note: note({ max: 1000 }),
  },
  title: ['tagCode', 'readAt'],
  unique: [['tagCode', 'readAt', 'shown']],
  filters: ['state', 'reason', 'tagId', 'readAt'],
  search: ['tagCode'],
  sort: '-readAt',
  routes: { list: 'GET /telemetry/odd_reading', export: 'GET /telemetry/odd_reading_excel' },
  permissions: { view: 'meterInquiryView', export: 'meterInquiryExport' },
})

const decisionOptions = {
  apply: (_row: unknown, _input: unknown, { at, personId }: { at: string; personId: string }) => ({
    decidedBy: personId,
    decidedAt: at,
  }),
}
/** 采纳: the reading is right after all and counts from now on. */
export const admitOddReading = defineCommand(oddReading, oddReadingLifecycle, 'admit', {
  routes: 'POST /telemetry/odd_reading_admit',
  // The tag may have been created after the reading arrived.
  serverFields: ['tagId'],
  offline: false,
  ...decisionOptions,
})
/** 剔除: the reading is wrong and needs no further decision. */
export const discardOddReading = defineCommand(oddReading, oddReadingLifecycle, 'discard', {
  routes: 'POST /telemetry/odd_reading_discard',
  offline: false,
  ...decisionOptions,
})
export const oddReadingCommands = [admitOddReading, discardOddReading] as const
