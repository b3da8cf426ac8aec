/** Counters and gauges of the plant. */
import { z } from 'zod'
import { meter } from '@/areas/equipment/contract/meter'
import meterData from './data/meters.json' with { type: 'json' }
import type { PlaceLayout } from './lines'
import { bilingualTextSchema, readRecords } from './read-data'
import { toBilingualText } from './bilingual-text'

const counterSchema = z.strictObject({
  /** Letters in the meter's code. */
  stem: z.string(),
  name: z.string(),
  nameEn: z.string(),
  kind: z.enum(meter.fields.kind.options),
  unit: z.string(),
  place: bilingualTextSchema,
  perDay: z.number(),
  rollsOverAt: z.number(),
  /** True if the meter was exchanged in the middle of the history. */
  isExchanged: z.literal(true).optional(),
})
export type DemoCounter = z.infer<typeof counterSchema> & { readonly lineId: string | null }
const plantCounters = readRecords(meterData.counters, counterSchema)

/** Lists the electricity, water, gas and compressed air counters of a place; `perDay` is in the counter's unit. */
export const listCounters = (layout: PlaceLayout): DemoCounter[] => [
  ...layout.lines.map((line): DemoCounter => ({
    stem: 'E',
    name: `${line.name}电表`,
    nameEn: `${line.nameEn} electricity meter`,
    kind: 'electricity',
    unit: 'kWh',
    place: toBilingualText('变配电室', 'Substation'),
    lineId: line.id,
    perDay: meterData.electricityPerDay[line.kind],
    rollsOverAt: line.kind === 'slitting' ? 1_000_000 : 10_000_000,
  })),
  ...plantCounters.map((counter) => ({ ...counter, lineId: null })),
]

/** Instruments of the plant, each for a range of values. */
export const gaugeSpecs = readRecords(
  meterData.gauges,
  z.strictObject({
    stem: z.string(),
    name: z.string(),
    nameEn: z.string(),
    kind: z.enum(meter.fields.kind.options),
    unit: z.string(),
    rangeLow: z.number(),
    rangeHigh: z.number(),
    calibrationMonths: z.int(),
  }),
)
