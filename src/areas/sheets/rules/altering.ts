/** Permissions for correcting sums of reports. */
import type { SumName } from '@/areas/figures/rules/shift-sums'

/** Edit permission of any of the reports. */
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
/** Returns the permission for correcting a sum: that of the report it belongs to, by default finished products. */
export const alterKeyOf = (sum: SumName): AlterKey => ofSheets[sum] ?? 'finishedProductsEdit'
