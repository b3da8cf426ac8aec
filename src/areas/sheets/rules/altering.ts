/** Who puts a sum of the sheets right. */
import type { SumName } from '@/areas/figures/rules/sums'

/** Whoever edits one of the sheets. */
export const altering = ['workHoursEdit', 'materialReportEdit', 'finishedProductsEdit', 'energyReportEdit'] as const
export type AlterKey = (typeof altering)[number]

const ofSheets: Readonly<Partial<Record<SumName, AlterKey>>> = {
  labourHours: 'workHoursEdit',
  fedKg: 'materialReportEdit',
  pelletsKg: 'materialReportEdit',
  recycledKg: 'materialReportEdit',
  kwh: 'energyReportEdit',
  gas: 'energyReportEdit',
  water: 'energyReportEdit',
  energyCost: 'energyReportEdit',
}
/** The key of the sheet that a sum is read on; what is of production stands with its output. */
export const alterKeyOf = (sum: SumName): AlterKey => ofSheets[sum] ?? 'finishedProductsEdit'
