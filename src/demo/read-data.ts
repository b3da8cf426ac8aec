/**
 * Readers of the data files in `data/`. The compiler checks texts and numbers of a file; these readers also check
 * choices, such as the kind of a fault, and optional fields.
 */
import { z } from 'zod'

export const bilingualTextSchema = z.strictObject({ zh: z.string(), en: z.string() })

/**
 * Reads a list of records.
 *
 * @throws Error that names the position and field of each mistake
 */
export const readRecords = <T>(records: readonly unknown[], schema: z.ZodType<T>): readonly T[] =>
  checkData(z.array(schema), records)

/**
 * Reads records by key, in the order of the file.
 *
 * @throws Error that names the key and field of each mistake
 */
export function readRecordsByKey<K extends string, T>(
  records: Readonly<Record<K, unknown>>,
  schema: z.ZodType<T>,
): Readonly<Record<K, T>> {
  return checkData(z.record(z.string(), schema), records) as Record<K, T>
}

/** Returns the keys of a data file, in the order of the file. */
export const getKeys = <K extends string>(records: Readonly<Record<K, unknown>>): readonly K[] =>
  Object.keys(records) as K[]

function checkData<T>(schema: z.ZodType<T>, data: unknown): T {
  const result = schema.safeParse(data)
  if (!result.success) throw new Error(`a data file of the demonstration is wrong:\n${z.prettifyError(result.error)}`)
  return result.data
}
