/** The sheets that people at the lines fill in, of the last weeks. */
import { recycle } from '@/areas/feeding/contract/recycle'
import { materialTime } from '@/areas/feeding/contract/material-time'
import {
  processInspection1,
  processInspection2,
  dailyInspection,
  firstInspection,
  inspectionTime,
  postInspection,
} from '@/areas/quality/contract/inspections'
import {
  postTime,
  processRecord,
  productConversion,
  productInfo,
  teamSummary,
  wasteDisposal,
} from '@/areas/handover/contract/production-sheets'
import { DAY, HOUR, MINUTE, toMillis, toMoment } from '@/plant/rules/plant-time'
import { shiftsBetween, type Shift } from '@/plant/rules/shift'
import { machineRun } from '@/areas/rolls/contract/machine-run'
import { slitter as slitterSettings } from '@/areas/rolls/contract/slitting'
import { batch, stamps, type Batch, type Draft } from '../draft'
import type { PlantLine } from '../lines'
import { rounded } from '../random'
import type { FeedRow } from './feeding'
import type { Floor, Order } from './orders'
import type { Tallies } from './tally'
import { both, type Said } from '../said'

const WEEKS = 30 * DAY
const lineItems = [
  both('急停按钮', 'Emergency stop'),
  both('安全光栅', 'Safety light curtain'),
  both('油位', 'Oil level'),
  both('气压', 'Air pressure'),
  both('冷却水', 'Cooling water'),
  both('传动声音', 'Drive noise'),
  both('温控显示', 'Temperature display'),
  both('现场清洁', 'Area clean'),
] as const
const posts = {
  feeding: both('投料岗', 'Feeding'),
  spinning: both('纺丝岗', 'Spinning'),
  winding: both('卷绕岗', 'Winding'),
} as const
const postItems = [
  both('设备清洁', 'Machine cleanliness'),
  both('仪表读数', 'Gauge readings'),
  both('工器具', 'Tools'),
  both('物料标识', 'Material labels'),
] as const
const basisWeight = both('克重', 'Basis weight')
const firstItems = [
  both('外观', 'Appearance'),
  basisWeight,
  both('门幅', 'Width'),
  both('卷长', 'Roll length'),
  both('标签', 'Label'),
] as const
const events = [
  [
    'parameter',
    both('调整抽吸风机转速', 'Suction fan speed adjusted'),
    both('转速提高20 r/min，布面恢复', 'Speed up by 20 r/min, web good again'),
  ],
  [
    'change',
    both('更换1号滤网', 'Filter screen 1 changed'),
    both('压差恢复正常', 'Differential pressure normal again'),
  ],
  [
    'quality',
    both('发现晶点偏多', 'Too many gels found'),
    both('清理模头，加强巡检', 'Die cleaned, inspected more often'),
  ],
  ['event', both('断网一次', 'One web break'), both('接网后正常', 'Normal after rethreading')],
  ['parameter', both('热轧温度下调2 °C', 'Calender temperature lowered by 2 °C'), both('手感改善', 'Softer hand')],
] as const

interface At {
  readonly line: PlantLine
  readonly shift: Shift
  readonly order: Order | undefined
  readonly end: number
}
const head = ({ line, shift, order }: At) => ({
  lineId: line.id,
  workOrderId: order?.row.id ?? null,
  businessDate: shift.businessDate,
  shift: shift.shift,
  team: shift.team,
})

/** Sheets of shifts that are over, and of the orders that ran in them. */
export function sheetRows(
  floor: Floor,
  lines: readonly PlantLine[],
  orders: readonly Order[],
  tallies: Tallies,
  slitters: readonly PlantLine[],
): Batch[] {
  const { era } = floor
  const shifts = shiftsBetween(
    toMoment(Math.max(floor.from, era.now - WEEKS)),
    toMoment(era.now),
    era.calendar.pattern,
    era.zone,
  ).filter(({ endsAt }) => toMillis(endsAt) < era.now)
  const at = (line: PlantLine) =>
    shifts.map((shift): At => ({
      line,
      shift,
      end: toMillis(shift.endsAt),
      order: orders.findLast((o) => o.line.id === line.id && o.startsAt < toMillis(shift.endsAt)),
    }))
  const all = lines.flatMap(at)
  const recent = orders.filter(({ startsAt }) => startsAt > era.now - WEEKS)
  return [
    ...inspections(floor, all),
    ...processCheck(floor, recent),
    ...teamSheets(floor, all, tallies),
    ...conversions(floor, orders),
    batch(wasteDisposal, slitterWaste(floor, slitters.flatMap(at), tallies)),
  ]
}
const signed = (floor: Floor, at: number, trade: 'line' | 'slit' = 'line') => {
  const by = floor.dice.pick(floor.staff.onShift(trade, at)).id
  return { userId: by, filledAt: toMoment(at), ...stamps(at, by) }
}

function inspections(floor: Floor, all: readonly At[]): Batch[] {
  const { dice, era } = floor
  const judged = (names: readonly Said[]) =>
    names.map((item) => ({
      item: era.say(item),
      result: dice.chance(0.985) ? ('ok' as const) : ('notOk' as const),
      value: null,
      unit: null,
      note: null,
    }))
  const worst = (items: readonly { result: string }[]) =>
    items.some(({ result }) => result === 'notOk') ? ('notOk' as const) : ('ok' as const)
  const daily = all
    .filter(({ shift }) => shift.shift === 'early')
    .map((at): Draft<typeof dailyInspection> => {
      const items = judged(lineItems)
      return { id: dice.id(at.end), ...head(at), items, result: worst(items), ...signed(floor, at.end - 6 * HOUR) }
    })
  const post = all
    .filter(({ end }) => end > era.now - 14 * DAY)
    .map((at): Draft<typeof postInspection> => {
      const items = judged(postItems)
      return {
        id: dice.id(at.end),
        ...head(at),
        post: era.say(dice.pick(Object.values(posts))),
        items,
        result: worst(items),
        ...signed(floor, at.end - 5 * HOUR),
      }
    })
  const times = all
    .filter(({ end }) => end > era.now - 7 * DAY)
    .map((at): Draft<typeof inspectionTime> => {
      const due = at.end - 4 * HOUR
      const { userId, ...rest } = signed(floor, due)
      return {
        id: dice.id(due),
        ...head(at),
        inspection: dice.pick(['daily', 'post', 'process1'] as const),
        dueAt: toMoment(due),
        doneAt: dice.chance(0.96) ? toMoment(due + dice.int(-10, 25) * MINUTE) : null,
        userId,
        createdAt: rest.createdAt,
        updatedAt: rest.updatedAt,
        createdBy: rest.createdBy,
      }
    })
  const postTimes = all
    .filter(({ end }) => end > era.now - 7 * DAY)
    .flatMap((at) =>
      Object.values(posts).map((name): Draft<typeof postTime> => ({
        id: dice.id(at.end),
        ...head(at),
        post: era.say(name),
        personId: dice.pick(floor.staff.onShift('line', at.end - HOUR)).id,
        startsAt: at.shift.startsAt,
        endsAt: at.shift.endsAt,
        ...signed(floor, at.end - MINUTE),
      })),
    )
  return [
    batch(dailyInspection, daily),
    batch(postInspection, post),
    batch(inspectionTime, times),
    batch(postTime, postTimes),
  ]
}

/** Process inspections of each order against its standard, and the first inspection of its first roll. */
function processCheck(floor: Floor, orders: readonly Order[]): Batch[] {
  const { dice, era } = floor
  const where = (order: Order, at: number) => {
    const { businessDate, shift, team } = era.shiftAt(at)
    return { lineId: order.line.id, workOrderId: order.row.id, businessDate, shift, team }
  }
  const value = (key: string, label: Said, unit: string, target: number, spread: number) => ({
    key,
    label: era.say(label),
    unit,
    actual: rounded(dice.normal(target, spread * 0.4), 1),
    low: rounded(target - spread, 1),
    target: rounded(target, 1),
    high: rounded(target + spread, 1),
  })
  const out = (values: readonly { actual: number; low: number; high: number }[]) =>
    values.filter(({ actual, low, high }) => actual < low || actual > high).length
  const one = orders.map((order): Draft<typeof processInspection1> => {
    const at = order.startsAt + 50 * MINUTE
    const melt = order.line.kind === 'meltblown'
    // What the standards of these products ask for.
    const values = [
      value('extruderTemp', both('挤出机温度', 'Extruder temperature'), '°C', melt ? 255 : 232, 5),
      melt
        ? value('airTemp', both('热风温度', 'Hot air temperature'), '°C', 280, 8)
        : value('calenderTemp', both('热轧温度', 'Calender temperature'), '°C', 148 + order.product.gsm / 10, 4),
      value('speed', both('线速度', 'Line speed'), 'm/min', order.product.idealSpeed, order.product.idealSpeed * 0.08),
    ]
    return {
      id: dice.id(at),
      ...where(order, at),
      processStandardId: order.product.standardId,
      measuredAt: toMoment(at),
      values,
      outOfLimits: out(values),
      result: out(values) ? 'notOk' : 'ok',
      ...signed(floor, at),
    }
  })
  const two = orders.map((order): Draft<typeof processInspection2> => {
    const at = order.startsAt + 7 * HOUR
    const values = [
      value('tension', both('放卷张力', 'Unwind tension'), 'N/m', 20 + order.product.gsm, 9),
      value('hardness', both('卷硬度', 'Roll hardness'), 'HS', 62, 7),
    ]
    return {
      id: dice.id(at),
      ...where(order, at),
      measuredAt: toMoment(at),
      values,
      outOfLimits: out(values),
      result: out(values) ? 'notOk' : 'ok',
      ...signed(floor, at, 'slit'),
    }
  })
  const first = orders
    .filter(({ jumbos }) => jumbos[0]?.doffedAt)
    .map((order): Draft<typeof firstInspection> => {
      const at = Date.parse(order.jumbos[0]?.doffedAt ?? '') + 10 * MINUTE
      const items = firstItems.map((item) => ({
        item: era.say(item),
        result: 'ok' as const,
        value: item === basisWeight ? rounded(dice.normal(order.product.gsm, 0.2), 2) : null,
        unit: item === basisWeight ? 'g/m²' : null,
        note: null,
      }))
      return {
        id: dice.id(at),
        ...where(order, at),
        jumboRollId: order.jumbos[0]?.id,
        items,
        result: 'ok',
        released: true,
        ...signed(floor, at),
      }
    })
  const before = <T extends { filledAt?: string | null }>(rows: readonly T[]): T[] =>
    rows.filter(({ filledAt }) => Date.parse(filledAt ?? '') < era.now)
  return [
    batch(processInspection1, before(one)),
    batch(processInspection2, before(two)),
    batch(firstInspection, before(first)),
  ]
}

function teamSheets(floor: Floor, all: readonly At[], tallies: Tallies): Batch[] {
  const { dice, era } = floor
  const records = all
    .filter(({ end }) => end > era.now - 14 * DAY)
    .map((at): Draft<typeof processRecord> => {
      const [kind, description, measure] = dice.pick(events)
      const when = at.end - dice.int(60, 420) * MINUTE
      return {
        id: dice.id(when),
        ...head(at),
        occurredAt: toMoment(when),
        kind,
        description: era.say(description),
        measure: era.say(measure),
        ...signed(floor, when),
      }
    })
  const summaries = all
    .flatMap((at) => (at.order ? [at] : []))
    .map((at): Draft<typeof teamSummary> => {
      const tally = tallies.of({ lineId: at.line.id, businessDate: at.shift.businessDate, shift: at.shift.shift })
      return {
        id: dice.id(at.end),
        ...head(at),
        jumboRolls: tally.jumboRolls,
        slitRolls: tally.slitRolls,
        goodKg: rounded(tally.goodKg, 1),
        downgradedKg: rounded(tally.downgradedKg, 1),
        wasteKg: rounded(tally.wasteKg, 1),
        fedKg: rounded(tally.fedKg, 1),
        stopMinutes: rounded(tally.stopMinutes, 1),
        ...signed(floor, at.end - 5 * MINUTE),
      }
    })
  const waste = all.map((at): Draft<typeof wasteDisposal> => {
    const lines = [
      { kind: 'edgeTrim' as const, kg: rounded(dice.between(60, 180), 1), destination: 'pellets' as const },
      ...(dice.chance(0.4)
        ? [{ kind: 'offGrade' as const, kg: rounded(dice.between(5, 60), 1), destination: 'sold' as const }]
        : []),
    ]
    return disposal(floor, at, lines)
  })
  return [batch(processRecord, records), batch(teamSummary, summaries), batch(wasteDisposal, waste)]
}

type WasteLine = NonNullable<Draft<typeof wasteDisposal>['lines']>[number]
function disposal(
  floor: Floor,
  at: At,
  lines: WasteLine[],
  trade: 'line' | 'slit' = 'line',
): Draft<typeof wasteDisposal> {
  const { dice, era, staff } = floor
  const checked = at.end < era.now - 10 * HOUR
  return {
    id: dice.id(at.end),
    ...head(at),
    lines,
    totalKg: rounded(
      lines.reduce((sum, { kg }) => sum + kg, 0),
      3,
    ),
    state: checked ? 'checked' : 'entered',
    checkedBy: checked ? staff.lead('lead').id : null,
    checkedAt: checked ? toMoment(at.end + 9 * HOUR) : null,
    ...signed(floor, at.end - 8 * MINUTE, trade),
  }
}
/** What the slitters trim goes to the pelletiser, with the rolls that became waste: as much as their cuttings weighed. */
function slitterWaste(floor: Floor, all: readonly At[], tallies: Tallies): Draft<typeof wasteDisposal>[] {
  const own = { ...floor, dice: floor.dice.branch('slitter waste') }
  return all.flatMap((at): Draft<typeof wasteDisposal>[] => {
    const { businessDate, shift } = at.shift
    const { trimKg, wasteKg } = tallies.of({ lineId: at.line.id, businessDate, shift })
    const back = [['edgeTrim', trimKg] as const, ['offGrade', wasteKg] as const].flatMap(([kind, kg]): WasteLine[] =>
      rounded(kg, 1) > 0 ? [{ kind, kg: rounded(kg, 1), destination: 'pellets' }] : [],
    )
    return back.length > 0 ? [disposal(own, at, back, 'slit')] : []
  })
}

function conversions(floor: Floor, orders: readonly Order[]): Batch[] {
  const { dice, era, masters } = floor
  const rows = orders.flatMap((order): Draft<typeof productConversion>[] => {
    const before = orders.findLast((o) => o.line.id === order.line.id && o.startsAt < order.startsAt)
    if (!before || order.startsAt < era.now - 60 * DAY) return []
    const { businessDate, shift, team } = era.shiftAt(order.startsAt)
    return [
      {
        id: dice.id(order.startsAt),
        lineId: order.line.id,
        workOrderId: order.row.id,
        businessDate,
        shift,
        team,
        fromOrderId: before.row.id,
        toOrderId: order.row.id,
        startsAt: toMoment(order.changeover.startsAt),
        endsAt: toMoment(order.startsAt),
        wasteKg: rounded(order.changeover.minutes * dice.between(0.6, 1.4), 1),
        changes: era.say(
          before.product.colour === order.product.colour
            ? both('更换克重与参数', 'Basis weight and parameters changed')
            : both('清洗料斗，更换色母粒', 'Hoppers cleaned, masterbatch changed'),
        ),
        ...signed(floor, order.startsAt),
      },
    ]
  })
  const infos = masters.products.map((p): Draft<typeof productInfo> => {
    const at = era.now - dice.int(2, 90) * DAY
    const { businessDate, shift, team } = era.shiftAt(at)
    return {
      id: dice.id(at),
      lineId: p.line.id,
      businessDate,
      shift,
      team,
      productId: p.id,
      requirements: era.say(
        both(
          `克重偏差不超过±4%，布面无明显晶点、条纹；目标线速度 ${p.idealSpeed} m/min。`,
          `Basis weight within ±4 %, no visible gels or streaks; target line speed ${p.idealSpeed} m/min.`,
        ),
      ),
      packing: era.say(
        both(
          '每卷缠膜，托盘码放，贴中英文标签。',
          'Each roll stretch-wrapped, stacked on pallets, labelled in Chinese and English.',
        ),
      ),
      validFrom: businessDate,
      ...signed(floor, at),
    }
  })
  return [batch(productConversion, rows), batch(productInfo, infos)]
}

/** What came back, when materials ran, when the machines were on, and the slitters' knives. */
export function floorRows(
  floor: Floor,
  orders: readonly Order[],
  feeds: readonly FeedRow[],
  slitters: readonly PlantLine[],
): Batch[] {
  const { dice, era, masters } = floor
  const times = feeds
    .filter((f) => f.kind === 'main' && !f.counterOf && Date.parse(f.fedAt ?? '') > era.now - 20 * DAY)
    .map((f): Draft<typeof materialTime> => ({
      id: dice.id(Date.parse(f.fedAt ?? '')),
      workOrderId: f.workOrderId ?? '',
      lineId: f.lineId ?? '',
      kind: 'main',
      materialId: f.materialId ?? masters.materials.resinSpun,
      lotId: f.lotId,
      hopperId: f.hopperId,
      startsAt: f.fedAt ?? '',
      endsAt: toMoment(Math.min(era.now, Date.parse(f.fedAt ?? '') + 8 * HOUR)),
      userId: f.userId,
      ...stamps(Date.parse(f.fedAt ?? ''), f.userId ?? null),
    }))
  const runs = orders
    .filter(({ startsAt }) => startsAt > era.now - 60 * DAY)
    .map((order): Draft<typeof machineRun> => {
      const { businessDate, shift, team } = era.shiftAt(order.startsAt)
      const by = dice.pick(floor.staff.onShift('line', order.startsAt)).id
      return {
        id: dice.id(order.startsAt),
        machine: 'winder',
        lineId: order.line.id,
        workOrderId: order.row.id,
        onAt: toMoment(order.startsAt),
        offAt: order.row.state === 'running' ? null : toMoment(order.endsAt),
        speed: order.product.idealSpeed,
        windingM: order.row.jumboLengthM ?? 0,
        businessDate,
        shift,
        team,
        userId: by,
        ...stamps(order.startsAt, by),
      }
    })
  const cuts = slitters.flatMap((slitter) =>
    Array.from({ length: 3 }, (_, i): Draft<typeof machineRun> => {
      const at = era.now - (i + 1) * 8 * HOUR
      const { businessDate, shift, team } = era.shiftAt(at)
      const by = dice.pick(floor.staff.onShift('slit', at)).id
      return {
        id: dice.id(at),
        machine: 'slitter',
        lineId: slitter.id,
        onAt: toMoment(at),
        offAt: toMoment(at + 7 * HOUR),
        speed: 480,
        businessDate,
        shift,
        team,
        userId: by,
        ...stamps(at, by),
      }
    }),
  )
  const settings = slitters.map((slitter): Draft<typeof slitterSettings> => ({
    id: dice.id(floor.from),
    slitterId: slitter.id,
    knives: 41,
    minWidthMm: 50,
    minTrimMm: 40,
    speed: 480,
    setMinutes: 9,
    changeoverMinutes: 15,
    weightTolerance: 6,
    balanceTolerance: 2,
    knifeLifeM: 2_000_000,
    ...stamps(floor.from, floor.staff.lead('lead').id),
  }))
  return [
    batch(
      recycle,
      orders.flatMap(({ back }) => back),
    ),
    batch(materialTime, times),
    batch(machineRun, [...runs, ...cuts]),
    batch(slitterSettings, settings),
  ]
}
