/** Converts the energy of all media to tonnes of standard coal (tce) by the factors in the plant settings. */
import type { PlantSettings } from '@/plant/rules/settings'
import type { EnergyMedium } from './meter-tree'

/** Returns the kgce per unit of each medium. */
export const getCoalFactors = (settings: PlantSettings): Readonly<Record<EnergyMedium, number>> => ({
  electricity: settings.coalElectricity,
  gas: settings.coalGas,
  water: settings.coalWater,
  steam: settings.coalSteam,
  compressedAir: settings.coalAir,
})
/** Converts an amount in the unit of its medium to tonnes of standard coal. @param factor kgce per unit */
export const toStandardCoalTonnes = (used: number, factor: number): number => (used * factor) / 1000
