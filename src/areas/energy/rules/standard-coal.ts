/** Energy of all media in tonnes of standard coal (tce). */
import type { EnergyMedium } from './meter-tree'

/**
 * kgce per unit by GB/T 2589-2020, tables A.1 and B.1: electricity (equivalent value) 0.1229 per kWh, natural gas 1.2143 per m³
 * (table A.1 gives 1.1000–1.3300), fresh water 0.0857 per t, steam of low pressure 128.6 per t, compressed air 0.0400 per m³. A plant sets
 * its own in its settings.
 */
export const usualCoalFactors: Readonly<Record<EnergyMedium, number>> = {
  electricity: 0.1229,
  gas: 1.2143,
  water: 0.0857,
  steam: 128.6,
  compressedAir: 0.04,
}
/** Tonnes of standard coal of an amount in the unit of its medium. @param factor kgce per unit */
export const standardCoal = (used: number, factor: number): number => (used * factor) / 1000
