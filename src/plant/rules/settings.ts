/** Figures that every plant may set otherwise: each with what usually holds, and within which limits it makes sense. */

export interface SettingSpec {
  /** Holds until the plant says otherwise. */
  readonly usual: number
  readonly unit: string
  readonly min: number
  readonly max: number
  /** Digits after the point. */
  readonly digits: number
}
const MINUTE = 60_000
export const plantSettings = {
  // 物料平衡: a gap within this share of what was fed closes: scales, moisture and what hangs in hoppers and extruder.
  balanceTolerance: { usual: 3, unit: '%', min: 0.1, max: 20, digits: 1 },
  // 订单允差: an order that is closed with less than its quantity less this share needs a reason.
  orderTolerance: { usual: 5, unit: '%', min: 0, max: 50, digits: 1 },
  // 料斗容量: of a hopper whose own is not written down, and what hangs in extruder and pipes: no more than that is in process.
  hopperKg: { usual: 3000, unit: 'kg', min: 10, max: 200_000, digits: 0 },
  extruderKg: { usual: 500, unit: 'kg', min: 0, max: 20_000, digits: 0 },
  // 停留时间: from the hopper to the web, and how much mixing in hopper and extruder spreads it (U).
  residenceDelay: { usual: 20, unit: 'min', min: 0, max: 240, digits: 0 },
  residenceSpread: { usual: 10, unit: 'min', min: 0, max: 240, digits: 0 },
  // 检验时间: after the begin of a shift, the first one after that of an order; how long after it one counts as missed.
  inspectionDaily: { usual: 60, unit: 'min', min: 0, max: 720, digits: 0 },
  inspectionProcess: { usual: 120, unit: 'min', min: 0, max: 720, digits: 0 },
  inspectionFirst: { usual: 30, unit: 'min', min: 0, max: 720, digits: 0 },
  inspectionMissed: { usual: 60, unit: 'min', min: 5, max: 720, digits: 0 },
  // 召回痕量: a roll that can hold less of a recalled lot than this holds a trace amount of it.
  recallTraceKg: { usual: 0.1, unit: 'kg', min: 0, max: 100, digits: 3 },
  // 门幅允差: a lane that is off by no more measures right (U).
  widthTolerance: { usual: 2, unit: 'mm', min: 0, max: 50, digits: 1 },
  // 上油率 (OPU): mass of the surfactant in % of the fabric's (U).
  opuLow: { usual: 0.2, unit: '%', min: 0, max: 10, digits: 2 },
  opuHigh: { usual: 0.8, unit: '%', min: 0, max: 10, digits: 2 },
  // 折标准煤系数: kgce per unit by GB/T 2589-2020, annexes A and B (electricity by its equivalent value; gas, water, steam and air (U)).
  coalElectricity: { usual: 0.1229, unit: 'kgce/kWh', min: 0, max: 1, digits: 4 },
  coalGas: { usual: 1.2143, unit: 'kgce/m³', min: 0, max: 3, digits: 4 },
  coalWater: { usual: 0.2571, unit: 'kgce/m³', min: 0, max: 3, digits: 4 },
  coalSteam: { usual: 128.6, unit: 'kgce/t', min: 0, max: 200, digits: 4 },
  // Of the plant's own making: its electricity is counted already.
  coalAir: { usual: 0, unit: 'kgce/m³', min: 0, max: 1, digits: 4 },
  // 异常用能: an hour is abnormal beyond so many robust standard deviations from the median of the same hours of four weeks.
  energySpreads: { usual: 4, unit: '', min: 2, max: 20, digits: 1 },
  // 计量: what a counter counted over a longer pause is not spread over it; how long raw readings are kept (roll-ups stay).
  gapHours: { usual: 72, unit: 'h', min: 1, max: 744, digits: 0 },
  readingMonths: { usual: 13, unit: 'month', min: 1, max: 120, digits: 0 },
} as const satisfies Readonly<Record<string, SettingSpec>>

export type SettingKey = keyof typeof plantSettings
export type PlantSettings = Readonly<Record<SettingKey, number>>
export const settingKeys = Object.keys(plantSettings) as [SettingKey, ...SettingKey[]]

/** What holds at a plant: what it set, else what usually holds. A key of another version of the program is passed over. */
export function settingsFrom(kept: readonly { readonly key: string; readonly value: number }[]): PlantSettings {
  const own = new Map(kept.map(({ key, value }) => [key, value]))
  return Object.fromEntries(settingKeys.map((key) => [key, own.get(key) ?? plantSettings[key].usual])) as PlantSettings
}
/** How long what is fed takes to the web, and how far that spreads. */
export interface Residence {
  /** From the hopper to the web. */
  readonly delayMs: number
  /** Hopper and extruder mix: a lot is found in the web this much earlier and later than it would be without. */
  readonly spreadMs: number
}
/** The settings that a residence is read from. */
export const residenceKeys: readonly (keyof PlantSettings)[] = ['residenceDelay', 'residenceSpread']
/** How long what is fed takes to the web at this plant. */
export const residenceOf = (settings: PlantSettings): Residence => ({
  delayMs: settings.residenceDelay * MINUTE,
  spreadMs: settings.residenceSpread * MINUTE,
})
/** … where the plant set nothing else. */
export const usualResidence: Residence = residenceOf(settingsFrom([]))
/**
 * Minutes at which inspections are due: the daily and the process one after the begin of a shift, the first one after that of
 * the order; and `missed`, after which one that was not done counts as missed.
 */
export interface InspectionMinutes {
  readonly daily: number
  readonly processCheck: number
  readonly first: number
  readonly missed: number
}
/** When inspections are due at this plant. */
export const inspectionMinutesOf = (settings: PlantSettings): InspectionMinutes => ({
  daily: settings.inspectionDaily,
  processCheck: settings.inspectionProcess,
  first: settings.inspectionFirst,
  missed: settings.inspectionMissed,
})
/** Why a plant cannot set a figure so; null when it can. */
export function settingProblem(
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
