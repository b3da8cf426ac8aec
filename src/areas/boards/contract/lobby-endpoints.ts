import { defineEndpoint, objectOutput, combinedOutput } from '@/contract/endpoint'
import { amount, choice, day, flag, integer, list, moment, reference, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { closedMonthsField } from '@/plant/contract/report-columns'
import { targetVerdicts } from '@/areas/overview/rules/target-verdict'
import {
  headlineMetrics,
  screenLineStates,
  noticeKinds,
  screenScenes,
  screenThemes,
  defaultScreenSetting,
} from '../rules/large-screen'

const area = 'boards'
const verdictField = choice(targetVerdicts)
/** Permissions of large screens and of the people who look after them. */
export const screenPermissions = ['dataCenterView', 'dataCenterScreen'] as const

const screenSettingFields = {
  dataSeconds: integer({ unit: 's', min: 5, max: 600, required: true, default: defaultScreenSetting.dataSeconds }),
  noticeSeconds: integer({ unit: 's', min: 5, max: 300, required: true, default: defaultScreenSetting.noticeSeconds }),
  scenes: list({ scene: choice(screenScenes, { required: true }) }, { max: screenScenes.length }),
  theme: choice(screenThemes, { required: true, default: defaultScreenSetting.theme }),
} as const
/** 大屏设置: duration of scenes and notices, selected scenes and theme. One row per plant. */
export const lobbySetting = defineResource('lobbySetting', {
  area,
  fields: { of: choice(['plant'], { required: true, readonly: true }), ...screenSettingFields },
  title: ['of'],
  unique: [['of']],
  sort: 'of',
})
/**
 * 大屏通知: notices in the ticker of the large screens. Screens subscribe to this resource only, so its change event also
 * announces changes of all other data that they show.
 */
export const lobbyNotice = defineResource('lobbyNotice', {
  area,
  fields: {
    text: text({ required: true, max: 200 }),
    textEn: text({ max: 200 }),
    from: moment(),
    until: moment(),
    active: flag({ default: true }),
  },
  title: ['text'],
  englishFields: { text: 'textEn' },
  filters: ['active', 'until'],
  search: ['text'],
  dateOrder: [['from', 'until']],
  sort: '-createdAt',
  routes: {
    list: 'GET /plant/lobby_notice',
    create: 'POST /plant/lobby_notice',
    update: 'PUT /plant/lobby_notice',
    remove: 'DELETE /plant/lobby_notice',
  },
  permissions: {
    view: screenPermissions,
    add: 'dataCenterSetTime',
    edit: 'dataCenterSetTime',
    delete: 'dataCenterSetTime',
  },
})

const screenEndpoint = { area, access: screenPermissions, effect: 'read' } as const
const freshnessFields = {
  /** Time of the calculation. */
  at: moment({ required: true }),
  /** Business date that the calculation covers. */
  day: day({ required: true }),
  countedAt: moment(),
  waitingDays: integer({ unit: 'd', required: true }),
  /** Closed months of the days that the answer shows. */
  closedMonths: closedMonthsField,
} as const
const kgField = amount({ unit: 'kg' })
const percentField = amount({ unit: '%', digits: 1 })
const lineFields = { lineId: reference('line', { required: true }), label: text({ required: true }) } as const
const screenSettingOutput = { ...screenSettingFields, setBy: text({ nameOfRow: 'user' }), setAt: moment() } as const

/** 大屏设置: duration of scenes and scroll time of notices in seconds, scenes and theme. */
export const readLobbySetting = defineEndpoint('lobbySetting.read', {
  ...screenEndpoint,
  routes: 'GET /LOBBY_DATA',
  output: objectOutput(screenSettingOutput),
})
/** Sets what the large screens show and for how long. */
export const setLobbySetting = defineEndpoint('lobbySetting.set', {
  area,
  routes: 'POST /LOBBY_DATA',
  access: 'dataCenterSetTime',
  effect: 'write',
  input: screenSettingFields,
  output: objectOutput(screenSettingOutput),
})
/** 滚动通知: notices that people entered, stopped lines and late orders. */
export const lobbyNotices = defineEndpoint('lobby.notices', {
  ...screenEndpoint,
  routes: 'GET /LOBBY_SR_DATA',
  output: objectOutput({
    at: freshnessFields.at,
    noticeSeconds: integer({ unit: 's', required: true }),
    notices: list(
      { kind: choice(noticeKinds, { required: true }), text: text({ required: true }), since: moment() },
      { max: 100 },
    ),
  }),
})
/** 五项指标: output, Q1, OEE, kWh per kg and orders on time of the business date against their targets, and line states. */
export const lobbyHeadlines = defineEndpoint('lobby.headlines', {
  ...screenEndpoint,
  routes: 'GET /LOBBY_FIVE_DATA',
  output: objectOutput({
    ...freshnessFields,
    shift: text({ vocabulary: 'contract:shifts' }),
    team: text(),
    figures: list({
      figure: choice(headlineMetrics, { required: true }),
      value: amount({ unit: '', digits: 6 }),
      target: amount({ unit: '', digits: 6 }),
      reachedPercent: percentField,
      // Judged by the part of the target that is due by now.
      verdict: verdictField,
    }),
    lines: list(
      {
        ...lineFields,
        state: choice(screenLineStates, { required: true }),
        since: moment(),
        reason: text(),
        order: text(),
        product: text(),
      },
      { max: 100 },
    ),
  }),
})
/**
 * 产量: output of lines on the business date against their targets, with quality, and of the plant on the last 7 days.
 */
export const lobbyOutput = defineEndpoint('lobby.output', {
  ...screenEndpoint,
  routes: 'GET /LOBBY_OUTPUT_DATA',
  output: objectOutput({
    ...freshnessFields,
    lines: list(
      {
        ...lineFields,
        outputKg: kgField,
        targetKg: kgField,
        reachedPercent: percentField,
        verdict: verdictField,
        winderQ1Percent: percentField,
        winderDowngradePercent: percentField,
        wastePercent: percentField,
      },
      { max: 100 },
    ),
    days: list({
      day: day({ required: true }),
      outputKg: kgField,
      targetKg: kgField,
      q1Percent: percentField,
      wastePercent: percentField,
    }),
  }),
})
/** 能耗: electricity of lines on the business date and of the plant on the last 7 days, in total and per kilogram. */
export const lobbyEnergy = defineEndpoint('lobby.energy', {
  ...screenEndpoint,
  routes: 'GET /LOBBY_ENERGY',
  output: objectOutput({
    ...freshnessFields,
    lines: list(
      {
        ...lineFields,
        kwh: amount({ unit: 'kWh' }),
        kwhPerKg: amount({ unit: 'kWh/kg' }),
        target: amount({ unit: 'kWh/kg' }),
      },
      { max: 100 },
    ),
    days: list({
      day: day({ required: true }),
      kwh: amount({ unit: 'kWh' }),
      kwhPerKg: amount({ unit: 'kWh/kg' }),
      energyCost: amount({ unit: 'CNY' }),
    }),
  }),
})
/** 订单: orders that run now or are planned in the next 24 hours, with late ones flagged. */
export const lobbyOrders = defineEndpoint('lobby.orders', {
  ...screenEndpoint,
  routes: 'GET /LOBBY_ORDER',
  output: objectOutput({
    at: freshnessFields.at,
    orders: list(
      {
        number: text({ required: true }),
        product: text({ required: true }),
        customer: text(),
        line: text({ required: true }),
        running: flag({ required: true }),
        startsAt: moment({ required: true }),
        endsAt: moment({ required: true }),
        orderedKg: kgField,
        percent: percentField,
        late: flag({ required: true }),
      },
      { max: 200 },
    ),
    late: integer({ required: true }),
  }),
})
/**
 * Returns the data of all lobby endpoints above in one answer. Screens fetch only this endpoint, because six separate
 * requests from each of 200 screens would overload the server.
 */
export const lobbyScreenData = defineEndpoint('lobby.screen', {
  ...screenEndpoint,
  routes: 'GET /plant/lobby_screen',
  output: combinedOutput({
    settings: readLobbySetting.output,
    notices: lobbyNotices.output,
    top: lobbyHeadlines.output,
    output: lobbyOutput.output,
    energy: lobbyEnergy.output,
    orders: lobbyOrders.output,
  }),
})
export const lobbyEndpoints = [
  readLobbySetting,
  setLobbySetting,
  lobbyNotices,
  lobbyHeadlines,
  lobbyOutput,
  lobbyEnergy,
  lobbyOrders,
  lobbyScreenData,
] as const
