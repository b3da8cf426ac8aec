/** Meters of a place for electricity, water, gas and compressed air, with their tags. */
import type { meter } from '@/areas/equipment/contract/meter'
import type { tag } from '@/areas/telemetry/contract/tag'
import { DAY_MS } from '@/plant/rules/plant-time'
import { toMakerFields } from '../company-names'
import { buildStamps, type RowDraft } from '../draft'
import type { Era } from '../era'
import { areaNames, type AreaKey, type DemoLineKind, type PlantLine, type Site } from '../lines'
import type { Dice } from '../random'
import { toBilingualText } from '../bilingual-text'

/** Consumption of a meter depending on its line, or on all lines. Rates per hour in the meter's unit. */
export interface ConsumptionCourse {
  /** While the line runs. */ readonly runningPerHour: number
  /** While it stands, heated. */ readonly standingPerHour: number
  /** Share that follows the heat of summer (up to 1) or the cold of winter (down to −1). */ readonly seasonShare: number
  /** Share that follows working hours. */ readonly workingHoursShare: number
}
export interface DemoMeter {
  readonly row: RowDraft<typeof meter>
  readonly tag: RowDraft<typeof tag>
  /** Null if the meter depends on all lines. */ readonly lineId: string | null
  readonly course: ConsumptionCourse | null
  /** Code of the parent meter. A meter without a course counts its submeters plus losses. */
  readonly parentCode: string | null
}
/** A parent meter counts this factor more than its submeters: line losses of 1.8 %. */
export const LOSS_FACTOR = 1.018
/**
 * Calculates the usage per hour, in the meter's unit.
 * @param runningShare share of the time in which the line ran, 0 to 1
 * @param month 1 to 12
 * @param slot quarter of an hour of the day, 0 to 95
 */
export function calculateHourlyUsage(
  { runningPerHour, standingPerHour, seasonShare, workingHoursShare }: ConsumptionCourse,
  runningShare: number,
  month: number,
  slot: number,
): number {
  const seasonFactor = 1 + seasonShare * Math.cos(((month - 7.5) / 6) * Math.PI)
  const workingHoursSign = slot >= 32 && slot < 72 ? 1 : -1
  return Math.max(
    0,
    (runningShare * runningPerHour + (1 - runningShare) * standingPerHour) *
      seasonFactor *
      (1 + workingHoursShare * workingHoursSign * 0.6),
  )
}
type EnergyKind = 'electricity' | 'water' | 'gas' | 'compressedAir'
const units: Record<EnergyKind, string> = { electricity: 'kWh', water: 'm³', gas: 'm³', compressedAir: 'm³' }

type MeterSpec = readonly [
  stem: string,
  name: string,
  nameEn: string,
  kind: EnergyKind,
  area: AreaKey,
  course: ConsumptionCourse | null,
  under: string | null,
]
const defineCourse = (running: number, standing: number, season = 0, byDay = 0): ConsumptionCourse => ({
  runningPerHour: running,
  standingPerHour: standing,
  seasonShare: season,
  workingHoursShare: byDay,
})

const lineConsumers: readonly (readonly [string, string, string, AreaKey, number, number])[] = [
  ['EXT', '挤出', 'extruders', 'spinning', 0.34, 0.07],
  ['FAN', '抽吸风机', 'suction fans', 'forming', 0.24, 0.01],
  ['QCH', '侧吹风', 'quench air', 'spinning', 0.12, 0.02],
  ['CAL', '热轧与导热油', 'bonding and oil heating', 'forming', 0.2, 0.1],
  ['WND', '卷绕', 'winding', 'winding', 0.08, 0.005],
]
const kwByLineKind: Record<DemoLineKind, number> = {
  spunbond: 900,
  composite: 1420,
  meltblown: 345,
  slitting: 62,
  utility: 0,
}

type NamedLine = Pick<PlantLine, 'code' | 'kind' | 'name' | 'nameEn'>
function buildLineMeterSpecs(line: NamedLine): MeterSpec[] {
  const meterCode = `${line.code}-E`
  const power = kwByLineKind[line.kind]
  if (line.kind === 'slitting')
    return [
      [
        meterCode,
        `${line.name}电量`,
        `${line.nameEn} electricity`,
        'electricity',
        'slitting',
        defineCourse(power * 0.5, 6, 0, 0.35),
        'M1',
      ],
    ]
  return [
    [
      meterCode,
      `${line.name}总电量`,
      `${line.nameEn} electricity`,
      'electricity',
      'hall',
      null,
      line.kind === 'meltblown' ? 'M2' : 'M1',
    ],
    ...lineConsumers.map(([stem, name, nameEn, area, share, standing]): MeterSpec => [
      `${meterCode}-${stem}`,
      `${line.name}${name}`,
      `${line.nameEn} ${nameEn}`,
      'electricity',
      area,
      defineCourse(power * share, power * standing),
      meterCode,
    ]),
    [
      `${line.code}-W`,
      `${line.name}冷却水`,
      `${line.nameEn} cooling water`,
      'water',
      'spinning',
      defineCourse(power / 400, 0.3),
      'W',
    ],
    [
      `${line.code}-A`,
      `${line.name}压缩空气`,
      `${line.nameEn} compressed air`,
      'compressedAir',
      'hall',
      defineCourse(power / 4, 40),
      'A',
    ],
  ]
}
const sharedMeterSpecs: readonly MeterSpec[] = [
  ['M1', '1号变压器总表', 'Transformer 1', 'electricity', 'electrical', null, null],
  ['M2', '2号变压器总表', 'Transformer 2', 'electricity', 'electrical', null, null],
  ...[1, 2, 3].map((n): MeterSpec => [
    `CH${n}`,
    `${n}号冷水机`,
    `Chiller ${n}`,
    'electricity',
    'cooling',
    defineCourse(64, 15, 0.45),
    'M2',
  ]),
  ...[1, 2, 3].map((n): MeterSpec => [
    `AC${n}`,
    `${n}号空压机`,
    `Air compressor ${n}`,
    'electricity',
    'air',
    defineCourse(52, 17),
    'M2',
  ]),
  ...[1, 2].map((n): MeterSpec => [
    `CT${n}`,
    `${n}号冷却塔`,
    `Cooling tower ${n}`,
    'electricity',
    'cooling',
    defineCourse(24, 8, 0.3),
    'M2',
  ]),
  ...[1, 2].map((n): MeterSpec => [
    `BP${n}`,
    `${n}号热油炉循环泵`,
    `Oil boiler pump ${n}`,
    'electricity',
    'boiler',
    defineCourse(30, 24),
    'M2',
  ]),
  [
    'HL',
    '主线车间照明与空调',
    'Line hall lighting and air',
    'electricity',
    'hall',
    defineCourse(46, 30, 0.3, 0.2),
    'M2',
  ],
  [
    'SH',
    '分切车间照明与空调',
    'Slitting hall lighting and air',
    'electricity',
    'slitting',
    defineCourse(38, 20, 0.3, 0.3),
    'M1',
  ],
  ['FD', '投料与输送', 'Feeding and conveying', 'electricity', 'feeding', defineCourse(26, 3), 'M1'],
  ['PK', '包装区', 'Packing', 'electricity', 'packing', defineCourse(14, 4, 0, 0.5), 'M1'],
  ['LB', '实验室', 'Laboratory', 'electricity', 'laboratory', defineCourse(11, 7, 0.3, 0.5), 'M2'],
  ['WH', '仓库', 'Warehouse', 'electricity', 'store', defineCourse(12, 8, 0.1, 0.4), 'M2'],
  ['WS', '维修车间', 'Workshop', 'electricity', 'workshop', defineCourse(9, 3, 0, 0.8), 'M2'],
  ['YD', '厂区公共', 'Site', 'electricity', 'yard', defineCourse(16, 14, 0.2, -0.3), 'M2'],
  ['W', '自来水总表', 'Mains water', 'water', 'power', null, null],
  ['CTW', '冷却塔补水', 'Cooling tower make-up', 'water', 'cooling', defineCourse(4.2, 0.8, 0.6), 'W'],
  ['DW', '生活用水', 'Domestic water', 'water', 'yard', defineCourse(1.6, 1.2, 0.1, 0.8), 'W'],
  ['BW', '软化水', 'Softened water', 'water', 'boiler', defineCourse(0.8, 0.3), 'W'],
  ['OW', '上油配液用水', 'Finish preparation', 'water', 'forming', defineCourse(0.6, 0.02), 'W'],
  ['G', '天然气总表', 'Natural gas', 'gas', 'boiler', null, null],
  ...[1, 2].map((n): MeterSpec => [
    `OB${n}`,
    `${n}号热油炉`,
    `Thermal oil boiler ${n}`,
    'gas',
    'boiler',
    defineCourse(50, 16, -0.15),
    'G',
  ]),
  ...[1, 2].map((n): MeterSpec => [
    `OV${n}`,
    `${n}号烘箱`,
    `Dryer oven ${n}`,
    'gas',
    'forming',
    defineCourse(24, 3),
    'G',
  ]),
  ['HG', '采暖', 'Heating', 'gas', 'yard', defineCourse(14, 12, -0.95, 0.1), 'G'],
  ['A', '压缩空气总表', 'Compressed air', 'compressedAir', 'air', null, null],
  ['SA', '分切压缩空气', 'Slitting compressed air', 'compressedAir', 'slitting', defineCourse(120, 20, 0, 0.3), 'A'],
]

/** Builds the list of meters of the lines and of the place, with code, consumption course and parent meter. */
export function buildMeterList<L extends NamedLine>(lines: readonly L[], prefix: string) {
  const lineMeters = lines
    .filter(({ kind }) => kind !== 'utility')
    .flatMap((line) => buildLineMeterSpecs(line).map((spec) => ({ spec, line })))
  return [...lineMeters, ...sharedMeterSpecs.map((spec) => ({ spec, line: null }))].map(({ spec, line }) => {
    const [stem, , , , , course, under] = spec
    return {
      spec,
      line,
      code: line ? stem : `${prefix}-${stem}`,
      course,
      under: under && (line && !/^(M\d|W|A)$/.test(under) ? under : `${prefix}-${under}`),
    }
  })
}
/** Builds the meters of a place; submeters come before their parents. */
export function buildEnergyMeters(dice: Dice, era: Era, site: Site, place: number): DemoMeter[] {
  const createdMs = era.from - 15 * DAY_MS
  const prefix = `EM${place}`
  const meters = buildMeterList(site.lines, prefix).map(
    ({ spec, line, code, course: usageCourse, under }): DemoMeter => {
      const [, name, nameEn, kind, area] = spec
      const id = dice.id(createdMs)
      const maxPerHour = usageCourse ? usageCourse.runningPerHour + usageCourse.standingPerHour : null
      const commonFields = {
        name,
        nameEn,
        unit: units[kind],
        lineId: line?.id ?? null,
        ...buildStamps(createdMs, null),
      }
      return {
        row: {
          id,
          code,
          kind,
          place: era.localize(toBilingualText(areaNames[area][0], areaNames[area][1])),
          ...toMakerFields('北辰仪器'),
          model: kind === 'electricity' ? 'PMC-350' : 'FM-80',
          counter: true,
          rollsOverAt: 100_000_000,
          calibrationSoonDays: 30,
          ...commonFields,
        },
        tag: {
          id: dice.id(createdMs),
          code,
          kind: 'counter',
          meterId: id,
          areaId: site.areas[area],
          everyS: 900,
          rollsOverAt: 100_000_000,
          mostPerHour: maxPerHour === null ? 12_000 : Math.ceil(maxPerHour * 3),
          active: true,
          ...commonFields,
        },
        lineId: line?.id ?? null,
        course: usageCourse,
        parentCode: under,
      }
    },
  )
  return meters.sort(
    (a, b) =>
      Number(a.course === null) - Number(b.course === null) || getMeterDepth(b, meters) - getMeterDepth(a, meters),
  )
}
const getMeterDepth = (child: DemoMeter, meters: readonly DemoMeter[]): number => {
  const parent = meters.find(({ row }) => row.code === child.parentCode)
  return parent ? 1 + getMeterDepth(parent, meters) : 0
}
