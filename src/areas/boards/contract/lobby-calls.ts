import { defineEndpoint, objectOutput, combinedOutput } from '@/contract/endpoint'
import { amount, choice, day, flag, integer, list, moment, reference, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { targetVerdicts } from '@/areas/overview/rules/target-verdict'
import { headlines, lineStates, noticeKinds, scenes, screenThemes, usualScreen } from '../rules/lobby'

const area = 'boards'
const verdict = choice(targetVerdicts)
/** Permissions of large screens and of the people who look after them. */
export const screenKeys = ['dataCenterView', 'dataCenterScreen'] as const

const settingFields = {
  dataSeconds: integer({ unit: 's', min: 5, max: 600, required: true, default: usualScreen.dataSeconds }),
  noticeSeconds: integer({ unit: 's', min: 5, max: 300, required: true, default: usualScreen.noticeSeconds }),
  scenes: list({ scene: choice(scenes, { required: true }) }, { max: scenes.length }),
  theme: choice(screenThemes, { required: true, default: usualScreen.theme }),
} as const
/** 大屏设置: duration of scenes and notices, selected scenes and theme. One row per plant. */
export const lobbySetting = defineResource('lobbySetting', {
  area,
  fields: { of: choice(['plant'], { required: true, readonly: true }), ...settingFields },
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
  sort: '-createdAt',
  routes: {
    list: 'GET /plant/lobby_notice',
    create: 'POST /plant/lobby_notice',
    update: 'PUT /plant/lobby_notice',
    remove: 'DELETE /plant/lobby_notice',
  },
  permissions: {
    view: screenKeys,
    add: 'dataCenterSetTime',
    edit: 'dataCenterSetTime',
    delete: 'dataCenterSetTime',
  },
})

const screen = { area, access: screenKeys, effect: 'read' } as const
const at = {
  // Time of the calculation, and the business date it covers.
  at: moment({ required: true }),
  day: day({ required: true }),
  countedAt: moment(),
  waitingDays: integer({ unit: 'd', required: true }),
} as const
const kg = amount({ unit: 'kg' })
const percent = amount({ unit: '%', digits: 1 })
const lineOf = { lineId: reference('line', { required: true }), label: text({ required: true }) } as const
const settings = { ...settingFields, setBy: text(), setAt: moment() } as const

/** 大屏设置: duration of scenes and scroll time of notices in seconds, scenes and theme. */
export const readLobby = defineEndpoint('lobbySetting.read', {
  ...screen,
  routes: 'GET /LOBBY_DATA',
  output: objectOutput(settings),
})
/** Sets what the large screens show and for how long. */
export const setLobby = defineEndpoint('lobbySetting.set', {
  area,
  routes: 'POST /LOBBY_DATA',
  access: 'dataCenterSetTime',
  effect: 'write',
  input: settingFields,
  output: objectOutput(settings),
})
/** 滚动通知: notices that people entered, stopped lines and late orders. */
export const lobbyNotices = defineEndpoint('lobby.notices', {
  ...screen,
  routes: 'GET /LOBBY_SR_DATA',
  output: objectOutput({
    at: at.at,
    noticeSeconds: integer({ unit: 's', required: true }),
    notices: list(
      { kind: choice(noticeKinds, { required: true }), text: text({ required: true }), since: moment() },
      { max: 100 },
    ),
  }),
})
/** 五项指标: output, Q1, OEE, kWh per kg and orders on time of the business date against their targets, and line states. */
export const lobbyHeadlines = defineEndpoint('lobby.headlines', {
  ...screen,
  routes: 'GET /LOBBY_FIVE_DATA',
  output: objectOutput({
    ...at,
    shift: text({ words: 'contract:shifts' }),
    team: text(),
    figures: list({
      figure: choice(headlines, { required: true }),
      value: amount({ unit: '', digits: 6 }),
      target: amount({ unit: '', digits: 6 }),
      reachedPercent: percent,
      // Judged by the part of the target that is due by now.
      verdict,
    }),
    lines: list(
      {
        ...lineOf,
        state: choice(lineStates, { required: true }),
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
  ...screen,
  routes: 'GET /LOBBY_OUTPUT_DATA',
  output: objectOutput({
    ...at,
    lines: list(
      {
        ...lineOf,
        outputKg: kg,
        targetKg: kg,
        reachedPercent: percent,
        verdict,
        winderQ1Percent: percent,
        winderDowngradePercent: percent,
        wastePercent: percent,
      },
      { max: 100 },
    ),
    days: list({ day: day({ required: true }), outputKg: kg, targetKg: kg, q1Percent: percent, wastePercent: percent }),
  }),
})
/** 能耗: electricity of lines on the business date and of the plant on the last 7 days, in total and per kilogram. */
export const lobbyEnergy = defineEndpoint('lobby.energy', {
  ...screen,
  routes: 'GET /LOBBY_ENERGY',
  output: objectOutput({
    ...at,
    lines: list(
      {
        ...lineOf,
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
  ...screen,
  routes: 'GET /LOBBY_ORDER',
  output: objectOutput({
    at: at.at,
    orders: list(
      {
        number: text({ required: true }),
        product: text({ required: true }),
        customer: text(),
        line: text({ required: true }),
        running: flag({ required: true }),
        startsAt: moment({ required: true }),
        endsAt: moment({ required: true }),
        orderedKg: kg,
        percent,
        late: flag({ required: true }),
      },
      { max: 200 },
    ),
    late: integer({ required: true }),
  }),
})
/**
 * Everything above in one answer, which is what a screen fetches. Six separate requests from each of 200 screens would
 * overload the server.
 */
export const lobbyScreen = defineEndpoint('lobby.screen', {
  ...screen,
  routes: 'GET /plant/lobby_screen',
  output: combinedOutput({
    settings: readLobby.output,
    notices: lobbyNotices.output,
    top: lobbyHeadlines.output,
    output: lobbyOutput.output,
    energy: lobbyEnergy.output,
    orders: lobbyOrders.output,
  }),
})
export const lobbyCalls = [
  readLobby,
  setLobby,
  lobbyNotices,
  lobbyHeadlines,
  lobbyOutput,
  lobbyEnergy,
  lobbyOrders,
  lobbyScreen,
] as const
