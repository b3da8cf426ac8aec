/** Families of spare parts that differ in size, 350 parts in all. */
import { z } from 'zod'
import { sparePart } from '@/areas/spareParts/contract/spare-part'
import families from './data/part-families.json' with { type: 'json' }
import sizeWords from './data/part-size-words.json' with { type: 'json' }
import { readRecords } from './read-data'

/** Kinds of parts that machines need. */
export const partTags = [
  'bearing',
  'seal',
  'belt',
  'coupling',
  'contactor',
  'breaker',
  'inverter',
  'plc',
  'sensor',
  'thermocouple',
  'heater',
  'valve',
  'cylinder',
  'hose',
  'filter',
  'oil',
  'grease',
  'blade',
  'pump',
  'cable',
  'pack',
  'lamp',
  'chem',
] as const
export type PartTag = (typeof partTags)[number]

const familySchema = z.strictObject({
  tag: z.enum(partTags),
  /** First letters of the part codes. */
  stem: z.string(),
  name: z.string(),
  nameEn: z.string(),
  kind: z.enum(sparePart.fields.kind.options),
  unit: z.string(),
  /** Price of the smallest size, CNY. */
  price: z.number(),
  sizes: z.array(z.string()),
  makers: z.array(z.string()),
})
export type PartFamily = z.infer<typeof familySchema>
export const partFamilies = readRecords(families, familySchema)

/** English for words within a size. A longer word stands before the words it contains. */
const sizeTranslations = readRecords(sizeWords, z.tuple([z.string(), z.string()]))
/** Translates a size into English. */
export const translateSize = (size: string): string =>
  sizeTranslations
    .reduce((text, [zh, en]) => text.replace(zh, en), size)
    .replace(/ {2,}/g, ' ')
    .trim()
