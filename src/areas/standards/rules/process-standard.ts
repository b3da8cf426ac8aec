/** Content of a process standard, its checks, and the differences between two versions. */

import { isSameValue } from '@/contract/merge-edits'
import { checkDuplicate, checkLimitOrder, checkShareSum, type ContentProblem } from './content'

export interface ProcessParameter {
  readonly key: string
  readonly label: string
  readonly labelEn?: string | null
  readonly unit: string | null
  readonly target: number | null
  readonly low: number | null
  readonly high: number | null
}
/** Share of a material in the total feed, in percent. */
export interface Ratio {
  readonly materialId: string
  /** Dosed share. */
  readonly targetPercent?: number | null
  readonly minPercent: number | null
  readonly maxPercent: number | null
}
export const comparedFields = ['productId', 'lineId', 'idealSpeed', 'weightTolerance', 'note'] as const
export interface ProcessContent {
  readonly productId: string
  readonly lineId: string | null
  /** m/min */
  readonly idealSpeed: number | null
  /** percent */
  readonly weightTolerance: number | null
  readonly note: string | null
  readonly parameters: readonly ProcessParameter[]
  readonly ratios: readonly Ratio[]
}

/** Returns the name of a parameter in the reader's language. */
export const getParameterLabel = (
  { label, labelEn }: Pick<ProcessParameter, 'label' | 'labelEn'>,
  language: 'zh' | 'en',
): string => (language === 'en' ? labelEn || label : label)

/**
 * Finds duplicates, crossed limits, targets outside of them, and minimum or target shares of more than 100 % in total.
 */
export function findProcessProblems({
  parameters,
  ratios,
}: Pick<ProcessContent, 'parameters' | 'ratios'>): ContentProblem[] {
  return [
    ...parameters.flatMap((line, i) => [
      ...checkDuplicate(parameters, i, (p) => p.key, ['parameters', i, 'key']),
      ...checkLimitOrder(line, ['low', 'target', 'high'], ['parameters', i]),
    ]),
    ...ratios.flatMap((line, i) => [
      ...checkDuplicate(ratios, i, (r) => r.materialId, ['ratios', i, 'materialId']),
      ...checkLimitOrder(line, ['minPercent', 'targetPercent', 'maxPercent'], ['ratios', i]),
    ]),
    ...checkShareSum(ratios, 'minPercent', 'ratios'),
    ...checkShareSum(ratios, 'targetPercent', 'ratios'),
  ]
}
/** True if the standard sets no parameter, ratio or speed. */
export const isEmptyProcess = ({
  parameters,
  ratios,
  idealSpeed,
}: Pick<ProcessContent, 'parameters' | 'ratios' | 'idealSpeed'>): boolean =>
  parameters.length === 0 && ratios.length === 0 && idealSpeed === null

/** A difference between two versions; null on the side that lacks the item. */
export type ProcessChange =
  | {
      readonly part: 'fact'
      readonly name: (typeof comparedFields)[number]
      readonly before: string | number | null
      readonly after: string | number | null
    }
  | { readonly part: 'parameter'; readonly before: ProcessParameter | null; readonly after: ProcessParameter | null }
  | { readonly part: 'ratio'; readonly before: Ratio | null; readonly after: Ratio | null }
/** Returns the changed fields, then parameters matched by key, then ratios matched by material. */
export function findProcessChanges(before: ProcessContent, after: ProcessContent): ProcessChange[] {
  return [
    ...comparedFields.flatMap((name): ProcessChange[] =>
      (before[name] ?? null) === (after[name] ?? null)
        ? []
        : [{ part: 'fact', name, before: before[name] ?? null, after: after[name] ?? null }],
    ),
    ...pairChanges(
      before.parameters,
      after.parameters,
      (p) => p.key,
      (p) => [p.label, p.unit, p.low, p.target, p.high],
    ).map((pair): ProcessChange => ({ part: 'parameter', ...pair })),
    ...pairChanges(
      before.ratios,
      after.ratios,
      (r) => r.materialId,
      (r) => [r.targetPercent, r.minPercent, r.maxPercent],
    ).map((pair): ProcessChange => ({ part: 'ratio', ...pair })),
  ]
}
function pairChanges<T>(
  before: readonly T[],
  after: readonly T[],
  getKey: (item: T) => string,
  getComparedValues: (item: T) => readonly unknown[],
): { before: T | null; after: T | null }[] {
  const previousByKey = new Map(before.map((item) => [getKey(item), item]))
  const remainingKeys = new Set(after.map(getKey))
  return [
    ...after.flatMap((item) => {
      const previousItem = previousByKey.get(getKey(item)) ?? null
      return previousItem && isSameValue(getComparedValues(previousItem), getComparedValues(item))
        ? []
        : [{ before: previousItem, after: item }]
    }),
    ...before.filter((item) => !remainingKeys.has(getKey(item))).map((item) => ({ before: item, after: null })),
  ]
}
