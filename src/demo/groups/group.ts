import type { faultKinds } from '@/areas/maintenance/contract/repair'
import type { PartTag } from '../part-catalogue/part-family'
import type { Said } from '../said'

export type FaultKind = (typeof faultKinds)[number]
/** A way in which machines of a group fail: what is reported, why it was, what was done, what was replaced. */
export interface Fault {
  readonly kind: FaultKind
  readonly weight: number
  readonly description: Said
  readonly cause: Said
  readonly action: Said
  readonly part: PartTag | null
}
/** What is looked at on a round; numbers with their usual value, its spread and the limits. */
export type Check =
  | { readonly kind: 'okNotOk'; readonly zh: string; readonly en: string }
  | {
      readonly kind: 'number'
      readonly zh: string
      readonly en: string
      readonly unit: string
      readonly usual: number
      readonly low: number
      readonly high: number
    }
/** Preventive maintenance by the calendar, and by running hours where `hours` is there. */
export interface Care {
  readonly title: string
  readonly titleEn: string
  readonly every: number
  readonly unit: 'day' | 'week' | 'month'
  readonly hours?: number
  readonly work: number
  readonly tasks: readonly Said[]
  readonly part: PartTag | null
}
/** Machines that fail, are checked and are cared for alike. */
export interface MachineGroup {
  readonly makers: readonly (readonly [maker: string, model: string])[]
  /** Weibull scale in running hours and shape; from experience of plants of this kind, not from a maker. */
  readonly life: readonly [scale: number, shape: number]
  readonly faults: readonly Fault[]
  readonly checks: readonly Check[]
  readonly care: readonly Care[]
}

export const fault = (
  kind: FaultKind,
  weight: number,
  description: Said,
  cause: Said,
  action: Said,
  part: PartTag | null = null,
): Fault => ({ kind, weight, description, cause, action, part })
export const look = (zh: string, en: string): Check => ({ kind: 'okNotOk', zh, en })
export const measure = (zh: string, en: string, unit: string, usual: number, low: number, high: number): Check => ({
  kind: 'number',
  zh,
  en,
  unit,
  usual,
  low,
  high,
})
export const care = (
  title: string,
  titleEn: string,
  every: number,
  unit: Care['unit'],
  work: number,
  tasks: readonly Said[],
  part: PartTag | null = null,
  hours?: number,
): Care => ({ title, titleEn, every, unit, work, tasks, part, ...(hours ? { hours } : {}) })
