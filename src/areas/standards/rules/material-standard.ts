/** Content of a material standard: items of the incoming inspection, their limits, sampling and shelf life. */
import { checkDuplicate, checkLimitOrder, type ContentProblem } from './content'

/**
 * Sampling plans. GB/T 6678 samples chemical products by number of packages, GB/T 2828.1 samples pieces by AQL and
 * level. `all` inspects every piece, `none` no piece.
 */
export const samplings = ['gbt6678', 'gbt2828', 'all', 'none'] as const
/** Inspection levels of GB/T 2828.1 (ISO 2859-1): general I to III, special S-1 to S-4. */
export const inspectionLevels = ['I', 'II', 'III', 'S1', 'S2', 'S3', 'S4'] as const
/** Preferred acceptance quality limits of GB/T 2828.1 for percent nonconforming. */
export const preferredAqls: readonly number[] = [
  0.01, 0.015, 0.025, 0.04, 0.065, 0.1, 0.15, 0.25, 0.4, 0.65, 1, 1.5, 2.5, 4, 6.5, 10,
]

export interface InspectedItem {
  /** Test index of the laboratory; null for an item with a name of its own. */
  readonly indexId: string | null
  readonly name: string | null
  readonly low: number | null
  readonly target: number | null
  readonly high: number | null
}
export interface MaterialContent {
  readonly items: readonly InspectedItem[]
  readonly sampling: (typeof samplings)[number]
  readonly aql: number | null
  readonly level: (typeof inspectionLevels)[number] | null
}

/** Finds unnamed or duplicate items, crossed limits, and a GB/T 2828.1 plan without AQL or level. */
export function findMaterialProblems({ items, sampling, aql, level }: MaterialContent): ContentProblem[] {
  const isSampledByPieces = sampling === 'gbt2828'
  return [
    ...items.flatMap((item, i): ContentProblem[] => [
      ...(item.indexId || item.name ? [] : [{ path: ['items', i, 'name'], code: 'missing' as const }]),
      ...(item.indexId || item.name
        ? checkDuplicate(items, i, ({ indexId, name }) => indexId ?? name ?? '', [
            'items',
            i,
            item.indexId ? 'indexId' : 'name',
          ])
        : []),
      ...checkLimitOrder(item, ['low', 'target', 'high'], ['items', i]),
    ]),
    ...(isSampledByPieces && aql === null ? [{ path: ['aql'], code: 'missing' as const }] : []),
    ...(aql !== null && !preferredAqls.includes(aql) ? [{ path: ['aql'], code: 'notAllowed' as const }] : []),
    ...(isSampledByPieces && !level ? [{ path: ['level'], code: 'missing' as const }] : []),
  ]
}
/** Returns why the standard cannot be submitted, or null. */
export const getMaterialSubmitBlocker = ({
  items,
  sampling,
}: Pick<MaterialContent, 'items' | 'sampling'>): 'empty' | null =>
  items.length === 0 && sampling !== 'none' ? 'empty' : null
