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
export interface MaterialRatio {
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
  readonly ratios: readonly MaterialRatio[]
}

/** Returns the name of a parameter in the reader's language. */
export const getParameterLabel = (
  { label, labelEn }: Pick<ProcessParameter, 'label' | 'labelEn'>,
  language: 'zh' | 'en',
): string => (language === 'en' ? labelEn || label : label)

/**
 * Finds duplicates, crossed limits, targets outside of their limits, and ratios whose minimums or targets exceed 100 %
 * in total.
 */
export function findProcessProblems({
  parameters,
  ratios,
}: Pick<ProcessContent, 'parameters' | 'ratios'>): ContentProblem[] {
  return [
    ...parameters.flatMap((parameter, i) => [
      ...checkDuplicate(parameters, i, ({ key }) => key, ['parameters', i, 'key']),
      ...checkLimitOrder(parameter, ['low', 'target', 'high'], ['parameters', i]),
    ]),
    ...ratios.flatMap((ratio, i) => [
      ...checkDuplicate(ratios, i, ({ materialId }) => materialId, ['ratios', i, 'materialId']),
      ...checkLimitOrder(ratio, ['minPercent', 'targetPercent', 'maxPercent'], ['ratios', i]),
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

/** A difference between two versions. `before` is null for an added item, `after` for a removed one. */
export type ProcessChange =
  | {
      readonly part: 'field'
      readonly name: (typeof comparedFields)[number]
      readonly before: string | number | null
      readonly after: string | number | null
    }
  | { readonly part: 'parameter'; readonly before: ProcessParameter | null; readonly after: ProcessParameter | null }
  | { readonly part: 'ratio'; readonly before: MaterialRatio | null; readonly after: MaterialRatio | null }
/** Returns the changed fields, then parameters matched by key, then ratios matched by material. */
export function findProcessChanges(previousContent: ProcessContent, newContent: ProcessContent): ProcessChange[] {
  return [
    ...comparedFields.flatMap((name): ProcessChange[] =>
      (previousContent[name] ?? null) === (newContent[name] ?? null)
        ? []
        : [{ part: 'field', name, before: previousContent[name] ?? null, after: newContent[name] ?? null }],
    ),
    ...findItemChanges(
      previousContent.parameters,
      newContent.parameters,
      (parameter) => parameter.key,
      ({ label, unit, low, target, high }) => [label, unit, low, target, high],
    ).map((change): ProcessChange => ({ part: 'parameter', ...change })),
    ...findItemChanges(
      previousContent.ratios,
      newContent.ratios,
      (ratio) => ratio.materialId,
      ({ targetPercent, minPercent, maxPercent }) => [targetPercent, minPercent, maxPercent],
    ).map((change): ProcessChange => ({ part: 'ratio', ...change })),
  ]
}
/** Returns changed and added items in their order, then removed items. `getKey` matches the items of both versions. */
function findItemChanges<T>(
  previousItems: readonly T[],
  newItems: readonly T[],
  getKey: (item: T) => string,
  getComparedValues: (item: T) => readonly unknown[],
): { before: T | null; after: T | null }[] {
  const previousItemByKey = new Map(previousItems.map((item) => [getKey(item), item]))
  const newKeys = new Set(newItems.map(getKey))
  return [
    ...newItems.flatMap((item) => {
      const previousItem = previousItemByKey.get(getKey(item)) ?? null
      return previousItem && isSameValue(getComparedValues(previousItem), getComparedValues(item))
        ? []
        : [{ before: previousItem, after: item }]
    }),
    ...previousItems.filter((item) => !newKeys.has(getKey(item))).map((item) => ({ before: item, after: null })),
  ]
}
