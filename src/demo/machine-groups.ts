/** Groups of machines with the same failure modes, inspection items and maintenance tasks. */
import { z } from 'zod'
import { faultKinds } from '@/areas/maintenance/contract/repair'
import groups from './data/machine-groups.json' with { type: 'json' }
import { partTags } from './part-families'
import { bilingualTextSchema, readRecordsByKey } from './read-data'

export type FaultKind = (typeof faultKinds)[number]
/** A failure mode: report, cause, action and replaced part; `weight` is its relative frequency within the group. */
const faultSchema = z.strictObject({
  kind: z.enum(faultKinds),
  weight: z.number(),
  description: bilingualTextSchema,
  cause: bilingualTextSchema,
  action: bilingualTextSchema,
  part: z.enum(partTags).nullable(),
})
export type MachineFault = z.infer<typeof faultSchema>

/** An inspection item of a round; numbers have a usual value and limits. */
const checkSchema = z.discriminatedUnion('kind', [
  bilingualTextSchema.extend({ kind: z.literal('okNotOk') }),
  bilingualTextSchema.extend({
    kind: z.literal('number'),
    unit: z.string(),
    usualValue: z.number(),
    low: z.number(),
    high: z.number(),
  }),
])
export type MachineCheck = z.infer<typeof checkSchema>

/** A preventive maintenance task by the calendar, and also by running hours if `everyRunHours` is set. */
const taskSchema = z.strictObject({
  title: z.string(),
  titleEn: z.string(),
  calendarEvery: z.int(),
  calendarUnit: z.enum(['day', 'week', 'month']),
  everyRunHours: z.number().optional(),
  /** Planned effort. */
  workHours: z.number(),
  tasks: z.array(bilingualTextSchema),
  part: z.enum(partTags).nullable(),
})
export type MaintenanceTask = z.infer<typeof taskSchema>

const groupSchema = z.strictObject({
  /** Pairs of maker and model. */
  makers: z.array(z.tuple([z.string(), z.string()])),
  /** Weibull scale in running hours, and shape; from experience with such plants, not from a manufacturer. */
  lifetime: z.tuple([z.number(), z.number()]),
  faults: z.array(faultSchema),
  checks: z.array(checkSchema),
  maintenanceTasks: z.array(taskSchema),
})
export type MachineGroup = z.infer<typeof groupSchema>
export type GroupName = keyof typeof groups
export const machineGroups = readRecordsByKey(groups, groupSchema)
