import { defineEndpoint, objectOutput } from '@/contract/endpoint'
import { amount, choice, flag, integer, moment, reference, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'

const area = 'energy'
export const alarmMedia = ['water', 'gas'] as const
export type AlarmMedium = (typeof alarmMedia)[number]
export const robotKinds = ['dingtalk', 'wecom', 'feishu', 'json'] as const
const limitField = amount({ unit: 'm³', digits: 3, min: 0 })
const publicAlarmFields = {
  enabled: flag(),
  robot: choice(robotKinds, { required: true, default: 'dingtalk' }),
  // The watched meter; empty for the total of the medium.
  energyMeterId: reference('energyMeter'),
  limitHour: limitField,
  limitDay: limitField,
  language: choice(['zh', 'en'], { required: true, default: 'zh' }),
} as const

/** The limit per hour must not exceed the limit per day. */
const LIMIT_ORDER = [['limitHour', 'limitDay']] as const

/**
 * 用水、用气报警: the limits and the chat robot to notify. Address and secret are write-only, because anyone who has them can
 * post to the group.
 */
export const energyAlarm = defineResource('energyAlarm', {
  area,
  fields: {
    medium: choice(alarmMedia, { required: true, readonly: true }),
    ...publicAlarmFields,
    address: text({ max: 1000, secret: true, hidden: true }),
    secret: text({ max: 400, secret: true, hidden: true }),
  },
  title: ['medium'],
  unique: [['medium']],
  valueOrder: LIMIT_ORDER,
  sort: 'medium',
})
/** 已推送: notified limit exceedances, at most one per limit and hour or day. */
export const energyAlarmSent = defineResource('energyAlarmSent', {
  area,
  fields: {
    medium: choice(alarmMedia, { required: true, readonly: true }),
    span: choice(['hour', 'day'], { required: true, readonly: true }),
    slot: text({ max: 20, required: true, readonly: true }),
    used: limitField,
    limit: limitField,
    sentAt: moment({ required: true, readonly: true }),
  },
  title: ['medium', 'slot'],
  unique: [['medium', 'span', 'slot']],
  filters: ['medium', 'sentAt'],
  sort: '-sentAt',
  routes: { list: 'GET /energy/alarm_sent' },
  permissions: { view: 'energyAnalysisView' },
})
const alarmOutput = objectOutput({
  medium: choice(alarmMedia, { required: true }),
  ...publicAlarmFields,
  // `hasAddress` and `hasSecret` are true if address and secret are set. Only the host of the address is returned,
  // because the other parts are secret.
  hasAddress: flag(),
  hasSecret: flag(),
  host: text(),
  version: integer({ required: true }),
})
const alarmInput = {
  ...publicAlarmFields,
  // Empty keeps the stored value.
  address: text({ max: 1000, secret: true }),
  secret: text({ max: 400, secret: true }),
  version: integer({ min: 0 }),
} as const
const defineGetAlarm = (medium: AlarmMedium) =>
  defineEndpoint(`energyAlarm.${medium}`, {
    area,
    routes: medium === 'water' ? 'GET /energy/ding_water' : 'GET /energy/ding_gas',
    access: 'energyAnalysisView',
    effect: 'read',
    output: alarmOutput,
  })
const defineSetAlarm = (medium: AlarmMedium) =>
  defineEndpoint(`energyAlarm.${medium === 'water' ? 'setWater' : 'setGas'}`, {
    area,
    routes: medium === 'water' ? 'PUT /energy/ding_water' : 'PUT /energy/ding_gas',
    access: 'energyAnalysisEdit',
    effect: 'write',
    input: alarmInput,
    valueOrder: LIMIT_ORDER,
    reauthentication: ['address', 'secret'],
    output: alarmOutput,
  })
export const waterAlarm = defineGetAlarm('water')
export const gasAlarm = defineGetAlarm('gas')
export const setWaterAlarm = defineSetAlarm('water')
export const setGasAlarm = defineSetAlarm('gas')
export const energyAlarmEndpoints = [waterAlarm, setWaterAlarm, gasAlarm, setGasAlarm] as const
