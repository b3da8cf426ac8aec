/** Figures that every plant may set otherwise: each with what usually holds, and within which limits it makes sense. */
import type { Residence } from '@/areas/feeding/rules/residence'
import { TOLERANCE_PERCENT } from '@/areas/feeding/rules/mass-balance'
import { usualInspectionMinutes, type InspectionMinutes } from '@/areas/handover/rules/inspection'
import { usualResidence } from '@/areas/rolls/rules/winding'

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
const minutes = (ms: number): number => ms / MINUTE
export const plantSettings = {
  // 物料平衡: a gap within this share of what was fed closes.
  balanceTolerance: { usual: TOLERANCE_PERCENT, unit: '%', min: 0.1, max: 20, digits: 1 },
  // 停留时间: from the hopper to the web, and how much earlier and later a lot is still found.
  residenceDelay: { usual: minutes(usualResidence.delayMs), unit: 'min', min: 0, max: 240, digits: 0 },
  residenceSpread: { usual: minutes(usualResidence.spreadMs), unit: 'min', min: 0, max: 240, digits: 0 },
  // 检验时间: after the begin of a shift, the first one after that of an order; how long after it one counts as missed.
  inspectionDaily: { usual: usualInspectionMinutes.daily, unit: 'min', min: 0, max: 720, digits: 0 },
  inspectionCraft: { usual: usualInspectionMinutes.craft, unit: 'min', min: 0, max: 720, digits: 0 },
  inspectionFirst: { usual: usualInspectionMinutes.first, unit: 'min', min: 0, max: 720, digits: 0 },
  inspectionMissed: { usual: usualInspectionMinutes.missed, unit: 'min', min: 5, max: 720, digits: 0 },
} as const satisfies Readonly<Record<string, SettingSpec>>

export type SettingKey = keyof typeof plantSettings
export type PlantSettings = Readonly<Record<SettingKey, number>>
export const settingKeys = Object.keys(plantSettings) as [SettingKey, ...SettingKey[]]

/** What holds at a plant: what it set, else what usually holds. A key of another version of the program is passed over. */
export function settingsFrom(kept: readonly { readonly key: string; readonly value: number }[]): PlantSettings {
  const own = new Map(kept.map(({ key, value }) => [key, value]))
  return Object.fromEntries(settingKeys.map((key) => [key, own.get(key) ?? plantSettings[key].usual])) as PlantSettings
}
/** How long what is fed takes to the web at this plant. */
export const residenceOf = (settings: PlantSettings): Residence => ({
  delayMs: settings.residenceDelay * MINUTE,
  spreadMs: settings.residenceSpread * MINUTE,
})
/** When inspections are due at this plant. */
export const inspectionMinutesOf = (settings: PlantSettings): InspectionMinutes => ({
  daily: settings.inspectionDaily,
  craft: settings.inspectionCraft,
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
