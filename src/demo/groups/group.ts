import type { faultKinds } from '@/areas/maintenance/contract/repair'
import type { PartTag } from '../part-catalogue/part-family'
import type { BilingualText } from '../bilingual-text'

export type FaultKind = (typeof faultKinds)[number]
/** A failure mode of a machine group: report, cause, action and replaced part. */
export interface MachineFault {
  readonly kind: FaultKind
  readonly weight: number
  readonly description: BilingualText
  readonly cause: BilingualText
  readonly action: BilingualText
  readonly part: PartTag | null
}
/** An inspection item of a round; numbers have a usual value and limits. */
export type MachineCheck =
  | { readonly kind: 'okNotOk'; readonly zh: string; readonly en: string }
  | {
      readonly kind: 'number'
      readonly zh: string
      readonly en: string
      readonly unit: string
      readonly usualValue: number
      readonly low: number
      readonly high: number
    }
/** A preventive maintenance task by the calendar, and also by running hours if `everyRunHours` is set. */
export interface MaintenanceTask {
  readonly title: string
  readonly titleEn: string
  readonly calendarEvery: number
  readonly calendarUnit: 'day' | 'week' | 'month'
  readonly everyRunHours?: number
  readonly workHours: number
  readonly tasks: readonly BilingualText[]
  readonly part: PartTag | null
}
/** Machines with the same failure modes, inspection items and maintenance tasks. */
export interface MachineGroup {
  readonly makers: readonly (readonly [maker: string, model: string])[]
  /** Weibull scale in running hours, and shape; from experience with such plants, not from a manufacturer. */
  readonly lifetime: readonly [scale: number, shape: number]
  readonly faults: readonly MachineFault[]
  readonly checks: readonly MachineCheck[]
  readonly maintenanceTasks: readonly MaintenanceTask[]
}

/** Defines a failure mode; `weight` is its relative frequency within the group. */
export const defineFault = (
  kind: FaultKind,
  weight: number,
  description: BilingualText,
  cause: BilingualText,
  action: BilingualText,
  part: PartTag | null = null,
): MachineFault => ({ kind, weight, description, cause, action, part })
/** Defines a visual check with the answers OK and not OK. */
export const defineVisualCheck = (zh: string, en: string): MachineCheck => ({ kind: 'okNotOk', zh, en })
/** Defines a check that reads a number. */
export const defineMeasuredCheck = (
  zh: string,
  en: string,
  unit: string,
  usualValue: number,
  low: number,
  high: number,
): MachineCheck => ({
  kind: 'number',
  zh,
  en,
  unit,
  usualValue,
  low,
  high,
})
/** Defines a maintenance task; `workHours` is the planned effort. */
export const defineMaintenanceTask = (
  title: string,
  titleEn: string,
  calendarEvery: number,
  calendarUnit: MaintenanceTask['calendarUnit'],
  workHours: number,
  tasks: readonly BilingualText[],
  part: PartTag | null = null,
  everyRunHours?: number,
): MaintenanceTask => ({
  title,
  titleEn,
  calendarEvery,
  calendarUnit,
  workHours,
  tasks,
  part,
  ...(everyRunHours ? { everyRunHours } : {}),
})
