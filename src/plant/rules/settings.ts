/**
 * Settings of a plant, each with its default and the limits within which it makes sense. Defaults marked (U) are
 * unconfirmed estimates.
 */

export interface SettingSpec {
  /** Used until the plant sets another value. */
  readonly defaultValue: number
  readonly unit: string
  readonly min: number
  readonly max: number
  /** Decimals. */
  readonly digits: number
}
const MINUTE_MS = 60_000
export const plantSettings = {
  // 物料平衡: tolerance of the mass balance as share of the fed mass, for scales, moisture and material left in hoppers and
  // extruder.
  balanceTolerance: { defaultValue: 3, unit: '%', min: 0.1, max: 20, digits: 1 },
  // 订单允差: an order closed with less than its quantity minus this share needs a reason.
  orderTolerance: { defaultValue: 5, unit: '%', min: 0, max: 50, digits: 1 },
  // 料斗容量: capacity of hoppers without their own value, and the content of extruder and pipes. No more material
  // than this can be in process.
  hopperKg: { defaultValue: 3000, unit: 'kg', min: 10, max: 200_000, digits: 0 },
  extruderKg: { defaultValue: 500, unit: 'kg', min: 0, max: 20_000, digits: 0 },
  // 停留时间: time from the hopper to the web, and its spread by mixing in hopper and extruder (U).
  residenceDelay: { defaultValue: 20, unit: 'min', min: 0, max: 240, digits: 0 },
  residenceSpread: { defaultValue: 10, unit: 'min', min: 0, max: 240, digits: 0 },
  // 检验时间: minutes until an inspection is due. Daily and process inspections are due after the start of a shift, first
  // inspections after the start of an order. After `inspectionMissed` more minutes an inspection counts as missed.
  inspectionDaily: { defaultValue: 60, unit: 'min', min: 0, max: 720, digits: 0 },
  inspectionProcess: { defaultValue: 120, unit: 'min', min: 0, max: 720, digits: 0 },
  inspectionFirst: { defaultValue: 30, unit: 'min', min: 0, max: 720, digits: 0 },
  inspectionMissed: { defaultValue: 60, unit: 'min', min: 5, max: 720, digits: 0 },
  // 召回痕量: a roll that can contain less than this of a recalled lot contains a trace amount.
  recallTraceKg: { defaultValue: 0.1, unit: 'kg', min: 0, max: 100, digits: 3 },
  // 门幅允差: a lane with a smaller deviation counts as correct (U).
  widthTolerance: { defaultValue: 2, unit: 'mm', min: 0, max: 50, digits: 1 },
  // 上油率 (OPU): mass of spin finish in % of the fabric's mass (U).
  opuLow: { defaultValue: 0.2, unit: '%', min: 0, max: 10, digits: 2 },
  opuHigh: { defaultValue: 0.8, unit: '%', min: 0, max: 10, digits: 2 },
  // 折标准煤系数: kgce per unit by GB/T 2589-2020, annexes A and B (electricity by its equivalent value; gas, water, steam
  // and air (U)).
  coalElectricity: { defaultValue: 0.1229, unit: 'kgce/kWh', min: 0, max: 1, digits: 4 },
  coalGas: { defaultValue: 1.2143, unit: 'kgce/m³', min: 0, max: 3, digits: 4 },
  coalWater: { defaultValue: 0.2571, unit: 'kgce/m³', min: 0, max: 3, digits: 4 },
  coalSteam: { defaultValue: 128.6, unit: 'kgce/t', min: 0, max: 200, digits: 4 },
  // Compressed air is made in the plant, so its electricity is counted already.
  coalAir: { defaultValue: 0, unit: 'kgce/m³', min: 0, max: 1, digits: 4 },
  // 异常用能: an hour is abnormal if it differs by more than this many robust standard deviations from the median of the
  // same hours of four weeks.
  energySpreads: { defaultValue: 4, unit: '', min: 2, max: 20, digits: 1 },
  // 计量: consumption over a longer gap of a counter is not distributed. Raw readings are kept for `readingMonths`; their
  // roll-ups stay.
  gapHours: { defaultValue: 72, unit: 'h', min: 1, max: 744, digits: 0 },
  readingMonths: { defaultValue: 13, unit: 'month', min: 1, max: 120, digits: 0 },
} as const satisfies Readonly<Record<string, SettingSpec>>

export type SettingKey = keyof typeof plantSettings
export type PlantSettings = Readonly<Record<SettingKey, number>>
export const settingKeys = Object.keys(plantSettings) as [SettingKey, ...SettingKey[]]

/** Builds the settings of a plant from its stored rows and the defaults. Keys of other program versions are ignored. */
export function buildPlantSettings(
  storedRows: readonly { readonly key: string; readonly value: number }[],
): PlantSettings {
  const storedValues = new Map(storedRows.map(({ key, value }) => [key, value]))
  return Object.fromEntries(
    settingKeys.map((key) => [key, storedValues.get(key) ?? plantSettings[key].defaultValue]),
  ) as PlantSettings
}
/** Residence time of material from feed to web, and its spread. */
export interface Residence {
  /** Time from the hopper to the web. */
  readonly delayMs: number
  /** Mixing in hopper and extruder: a lot may appear in the web this much earlier and later. */
  readonly spreadMs: number
}
/** Settings that determine the residence time. */
export const residenceKeys: readonly (keyof PlantSettings)[] = ['residenceDelay', 'residenceSpread']
/** Returns the residence time of the plant. */
export const toResidence = (settings: PlantSettings): Residence => ({
  delayMs: settings.residenceDelay * MINUTE_MS,
  spreadMs: settings.residenceSpread * MINUTE_MS,
})
/** Residence time with default settings. */
export const DEFAULT_RESIDENCE: Residence = toResidence(buildPlantSettings([]))
/**
 * Minutes until inspections are due: daily and process inspections after the start of a shift, the first inspection
 * after the start of an order. After `missed` more minutes an inspection counts as missed.
 */
export interface InspectionMinutes {
  readonly daily: number
  readonly processCheck: number
  readonly first: number
  readonly missed: number
}
/** Returns the minutes until inspections of the plant are due. */
export const toInspectionMinutes = (settings: PlantSettings): InspectionMinutes => ({
  daily: settings.inspectionDaily,
  processCheck: settings.inspectionProcess,
  first: settings.inspectionFirst,
  missed: settings.inspectionMissed,
})
/** Returns why a setting cannot have a value; null if it can. */
export function validateSetting(
  key: SettingKey,
  value: number,
): { code: 'tooSmall' | 'tooBig' | 'tooPrecise'; limit: number } | null {
  const { min, max, digits }: SettingSpec = plantSettings[key]
  if (value < min) return { code: 'tooSmall', limit: min }
  if (value > max) return { code: 'tooBig', limit: max }
  return Math.abs(value * 10 ** digits - Math.round(value * 10 ** digits)) > 1e-6
    ? { code: 'tooPrecise', limit: digits }
    : null
}
