/** Laboratory indexes of web, by ISO 9073 and the parts of GB/T 24218 with the same numbers, and of materials. */
import { testIndex } from '@/areas/standards/contract/test-index'
import indexSpecs from '../data/test-indexes.json' with { type: 'json' }
import { toBatch, buildAuditFields, type RowBatch } from '../draft'
import type { Dice } from '../random'
import { getKeys } from '../read-data'

export type IndexKey = keyof typeof indexSpecs
export const indexKeys = getKeys(indexSpecs)
export type IndexIds = Readonly<Record<IndexKey, string>>

/** Returns the number of decimals of an index. */
export const getIndexDigits = (key: IndexKey): number => indexSpecs[key].digits

/** Builds the test indexes of a place, with their ids. */
export function buildTestIndexes(
  dice: Dice,
  createdMs: number,
  codeSuffix: string,
): { ids: IndexIds; batch: RowBatch } {
  const ids = Object.fromEntries(indexKeys.map((key) => [key, dice.id(createdMs)])) as Record<IndexKey, string>
  return {
    ids,
    batch: toBatch(
      testIndex,
      indexKeys.map((key) => {
        const { code, ...spec } = indexSpecs[key]
        return {
          id: ids[key],
          code: `${code}${codeSuffix}`,
          ...spec,
          active: true,
          ...buildAuditFields(createdMs, null),
        }
      }),
    ),
  }
}
