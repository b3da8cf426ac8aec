/** Meters of a place for electricity, water, gas and compressed air, with their tags. */
import { z } from 'zod'
import type { meter } from '@/areas/equipment/contract/meter'
import type { tag } from '@/areas/telemetry/contract/tag'
import { DAY_MS } from '@/plant/rules/plant-time'
import { toMakerFields } from '../company-names'
import meterData from '../data/energy-meters.json' with { type: 'json' }
import { buildAuditFields, type RowDraft } from '../draft'
import type { DemoEra } from '../demo-era'
import { areaKeys, areaSpecs, type DemoLineKind, type PlantLine, type PlaceLayout } from '../lines'
import type { Dice } from '../random'
import { getKeys, readRecords } from '../read-data'
import { toBilingualName } from '../bilingual-text'

/** Dependence of a meter's consumption on its line, or on all lines. Rates per hour in the meter's unit. */
export interface ConsumptionProfile {
  /** While the line runs. */
  readonly runningPerHour: number
  /** While the line stands and is heated. */
  readonly standingPerHour: number
  /** Share that follows the heat of summer (up to 1) or the cold of winter (down to −1). */
  readonly seasonShare: number
  /** Share that follows working hours. */
  readonly workingHoursShare: number
}
export interface DemoMeter {
  readonly row: RowDraft<typeof meter>
  readonly tag: RowDraft<typeof tag>
  /** Null if the meter depends on all lines. */
  readonly lineId: string | null
  readonly consumption: ConsumptionProfile | null
  /** Code of the parent meter. A meter without a consumption profile counts its submeters plus losses. */
  readonly parentCode: string | null
}
/** A parent meter counts the sum of its submeters times this factor, because 1.8 % are lost in cables and pipes. */
export const LOSS_FACTOR = 1.018
/** Working hours from 8:00 to 18:00, in quarters of an hour of the day. */
const WORKING_HOURS_START_SLOT = 32
const WORKING_HOURS_END_SLOT = 72
/**
 * Calculates the usage per hour, in the meter's unit.
 * @param runningShare share of the time in which the line ran, 0 to 1
 * @param month 1 to 12
 * @param slot quarter of an hour of the day, 0 to 95
 */
export function calculateHourlyUsage(
  { runningPerHour, standingPerHour, seasonShare, workingHoursShare }: ConsumptionProfile,
  runningShare: number,
  month: number,
  slot: number,
): number {
  const seasonFactor = 1 + seasonShare * Math.cos(((month - 7.5) / 6) * Math.PI)
  const workingHoursSign = slot >= WORKING_HOURS_START_SLOT && slot < WORKING_HOURS_END_SLOT ? 1 : -1
  return Math.max(
    0,
    (runningShare * runningPerHour + (1 - runningShare) * standingPerHour) *
      seasonFactor *
      (1 + workingHoursShare * workingHoursSign * 0.6),
  )
}
const unitByKind = { electricity: 'kWh', water: 'm³', gas: 'm³', compressedAir: 'm³' }
const consumptionSchema = z.strictObject({
  runningPerHour: z.number(),
  standingPerHour: z.number(),
  seasonShare: z.number().default(0),
  workingHoursShare: z.number().default(0),
})
const meterSchema = z.strictObject({
  /** Code. Shared meters omit the prefix of their place. */
  code: z.string(),
  name: z.string(),
  nameEn: z.string(),
  kind: z.enum(getKeys(unitByKind)),
  area: z.enum(areaKeys),
  consumption: consumptionSchema.nullable(),
  /** Code of the parent meter. Shared meters omit the prefix of their place. */
  parent: z.string().nullable(),
})
type MeterSpec = z.infer<typeof meterSchema>
const sharedMeterSpecs = readRecords(meterData.sharedMeters, meterSchema)
/** Meters below each web line's meter; shares of the line's power while it runs and while it stands. */
const lineConsumers = readRecords(
  meterData.lineConsumers,
  z.strictObject({
    /** Appended to the code of the line's meter. */
    codeSuffix: z.string(),
    name: z.string(),
    nameEn: z.string(),
    area: z.enum(areaKeys),
    runningShare: z.number(),
    standingShare: z.number(),
  }),
)
const kwByLineKind: Readonly<Record<DemoLineKind, number>> = meterData.powerByLineKind
const defineConsumption = (running: number, standing: number, workingHoursShare = 0): ConsumptionProfile => ({
  runningPerHour: running,
  standingPerHour: standing,
  seasonShare: 0,
  workingHoursShare,
})

type NamedLine = Pick<PlantLine, 'code' | 'kind' | 'name' | 'nameEn'>
function buildLineMeterSpecs(line: NamedLine): MeterSpec[] {
  const meterCode = `${line.code}-E`
  const powerKw = kwByLineKind[line.kind]
  const toSpec = (
    code: string,
    zh: string,
    en: string,
    spec: Pick<MeterSpec, 'kind' | 'area' | 'consumption' | 'parent'>,
  ): MeterSpec => ({ code, name: `${line.name}${zh}`, nameEn: `${line.nameEn} ${en}`, ...spec })
  if (line.kind === 'slitting')
    return [
      toSpec(meterCode, '电量', 'electricity', {
        kind: 'electricity',
        area: 'slitting',
        consumption: defineConsumption(powerKw * 0.5, 6, 0.35),
        parent: 'M1',
      }),
    ]
  return [
    toSpec(meterCode, '总电量', 'electricity', {
      kind: 'electricity',
      area: 'hall',
      consumption: null,
      parent: line.kind === 'meltblown' ? 'M2' : 'M1',
    }),
    ...lineConsumers.map(({ codeSuffix, name, nameEn, area, runningShare, standingShare }) =>
      toSpec(`${meterCode}-${codeSuffix}`, name, nameEn, {
        kind: 'electricity',
        area,
        consumption: defineConsumption(powerKw * runningShare, powerKw * standingShare),
        parent: meterCode,
      }),
    ),
    toSpec(`${line.code}-W`, '冷却水', 'cooling water', {
      kind: 'water',
      area: 'spinning',
      consumption: defineConsumption(powerKw / 400, 0.3),
      parent: 'W',
    }),
    toSpec(`${line.code}-A`, '压缩空气', 'compressed air', {
      kind: 'compressedAir',
      area: 'hall',
      consumption: defineConsumption(powerKw / 4, 40),
      parent: 'A',
    }),
  ]
}

/** Builds the list of meters of the lines and of their place, with code, consumption and parent meter. */
export function buildMeterList<L extends NamedLine>(lines: readonly L[], prefix: string) {
  const lineMeters = lines
    .filter(({ kind }) => kind !== 'utility')
    .flatMap((line) => buildLineMeterSpecs(line).map((spec) => ({ spec, line })))
  return [...lineMeters, ...sharedMeterSpecs.map((spec) => ({ spec, line: null }))].map(({ spec, line }) => {
    const { consumption, parent } = spec
    return {
      spec,
      line,
      code: line ? spec.code : `${prefix}-${spec.code}`,
      consumption,
      // The parent of a line's meter is either a shared meter (M1, M2, W or A) or another meter of the line.
      parentCode: parent && (line && !/^(M\d|W|A)$/.test(parent) ? parent : `${prefix}-${parent}`),
    }
  })
}
/** Builds the meters of a place; submeters come before their parents. */
export function buildEnergyMeters(dice: Dice, era: DemoEra, layout: PlaceLayout, place: number): DemoMeter[] {
  const createdMs = era.from - 15 * DAY_MS
  const prefix = `EM${place}`
  const meters = buildMeterList(layout.lines, prefix).map(
    ({ spec, line, code, consumption, parentCode }): DemoMeter => {
      const { name, nameEn, kind, area } = spec
      const id = dice.id(createdMs)
      const maxPerHour = consumption ? consumption.runningPerHour + consumption.standingPerHour : null
      const commonFields = {
        name,
        nameEn,
        unit: unitByKind[kind],
        lineId: line?.id ?? null,
        ...buildAuditFields(createdMs, null),
      }
      return {
        row: {
          id,
          code,
          kind,
          place: era.localize(toBilingualName(areaSpecs[area])),
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
          areaId: layout.areaIds[area],
          everyS: 900,
          rollsOverAt: 100_000_000,
          mostPerHour: maxPerHour === null ? 12_000 : Math.ceil(maxPerHour * 3),
          active: true,
          ...commonFields,
        },
        lineId: line?.id ?? null,
        consumption,
        parentCode,
      }
    },
  )
  return meters.sort(
    (a, b) =>
      Number(a.consumption === null) - Number(b.consumption === null) ||
      getMeterDepth(b, meters) - getMeterDepth(a, meters),
  )
}
const getMeterDepth = (child: DemoMeter, meters: readonly DemoMeter[]): number => {
  const parent = meters.find(({ row }) => row.code === child.parentCode)
  return parent ? 1 + getMeterDepth(parent, meters) : 0
}
