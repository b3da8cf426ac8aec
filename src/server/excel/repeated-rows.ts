/** Rows of a worksheet that are the same record. */
import type { Issue } from '@/contract/errno'
import type { Resource } from '@/contract/resource'
import { normalizeForComparison } from './cell-values'

/**
 * Creates a function that finds the issues of a row that repeats a unique key within the worksheet. The database would
 * report only the first repetition.
 */
export function createRepeatFinder(resource: Resource): (input: Record<string, unknown>, row: number) => Issue[] {
  // Import keys that are not unique may repeat: the import pairs such rows with existing ones.
  const uniqueKeys = resource.unique
  const firstRows = uniqueKeys.map(() => new Map<string, { row: number; values: unknown[] }>())
  return (input, row) =>
    uniqueKeys.flatMap((key, i): Issue[] => {
      const values = key.map((name) => input[name])
      if (values.some((v) => v === null || v === undefined)) return []
      const keyText = JSON.stringify(values.map((v) => (typeof v === 'string' ? normalizeForComparison(v) : v)))
      const first = firstRows[i]!.get(keyText)
      if (!first) {
        firstRows[i]!.set(keyText, { row, values })
        return []
      }
      const differingIndex = values.findIndex((value, valueIndex) => value !== first.values[valueIndex])
      return differingIndex < 0
        ? [{ path: [key[0]!], code: 'repeatsRow', params: { row: first.row } }]
        : [
            {
              path: [key[differingIndex]!],
              code: 'resemblesRow',
              params: { row: first.row, value: String(first.values[differingIndex]).slice(0, 80) },
            },
          ]
    })
}
