/** Energy of all media in tonnes of standard coal (tce), by the factors of the plant's settings. */
import type { PlantSettings } from '@/plant/rules/settings'
import type { EnergyMedium } from './meter-tree'

/** kgce per unit of each medium. */
export const coalFactors = (settings: PlantSettings): Readonly<Record<EnergyMedium, number>> => ({
  electricity: settings.coalElectricity,
  gas: settings.coalGas,
  water: settings.coalWater,
  steam: settings.coalSteam,
  compressedAir: settings.coalAir,
})
/** Tonnes of standard coal of an amount in the unit of its medium. @param factor kgce per unit */
export const standardCoal = (used: number, factor: number): number => (used * factor) / 1000
