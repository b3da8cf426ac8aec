/** Permissions for correcting sums of reports. */
import type { SumName } from '@/areas/figures/rules/shift-sums'

/** Edit permission of any of the reports. */
export const correctionPermissions = [
  'workHoursEdit',
  'materialReportEdit',
  'finishedProductsEdit',
  'energyReportEdit',
] as const
export type CorrectionPermission = (typeof correctionPermissions)[number]

const permissionBySum: Readonly<Partial<Record<SumName, CorrectionPermission>>> = {
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
export const getCorrectionPermission = (sum: SumName): CorrectionPermission =>
  permissionBySum[sum] ?? 'finishedProductsEdit'
