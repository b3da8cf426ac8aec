/** Content of a process standard, its checks, and the differences between two versions. */

import { isSameValue } from '@/contract/merge-edits'
import { again, crossed, shares, type ContentProblem } from './content'

export interface Parameter {
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
export const facts = ['productId', 'lineId', 'idealSpeed', 'weightTolerance', 'note'] as const
export interface Content {
  readonly productId: string
  readonly lineId: string | null
  /** m/min */
  readonly idealSpeed: number | null
  /** percent */
  readonly weightTolerance: number | null
  readonly note: string | null
  readonly parameters: readonly Parameter[]
  readonly ratios: readonly Ratio[]
}

/** Returns the name of a parameter in the reader's language. */
export const labelIn = ({ label, labelEn }: Pick<Parameter, 'label' | 'labelEn'>, language: 'zh' | 'en'): string =>
  language === 'en' ? labelEn || label : label

/**
 * Finds duplicates, crossed limits, targets outside of them, and minimum or target shares of more than 100 % in total.
 */
export function contentProblems({ parameters, ratios }: Pick<Content, 'parameters' | 'ratios'>): ContentProblem[] {
  return [
    ...parameters.flatMap((one, i) => [
      ...again(parameters, i, (p) => p.key, ['parameters', i, 'key']),
      ...crossed(one, ['low', 'target', 'high'], ['parameters', i]),
    ]),
    ...ratios.flatMap((one, i) => [
      ...again(ratios, i, (r) => r.materialId, ['ratios', i, 'materialId']),
      ...crossed(one, ['minPercent', 'targetPercent', 'maxPercent'], ['ratios', i]),
    ]),
    ...shares(ratios, 'minPercent', 'ratios'),
    ...shares(ratios, 'targetPercent', 'ratios'),
  ]
}
/** True if the standard sets no parameter, ratio or speed. */
export const isEmpty = ({
  parameters,
  ratios,
  idealSpeed,
}: Pick<Content, 'parameters' | 'ratios' | 'idealSpeed'>): boolean =>
  parameters.length === 0 && ratios.length === 0 && idealSpeed === null

/** A difference between two versions; null on the side that lacks the item. */
export type Change =
  | {
      readonly part: 'fact'
      readonly name: (typeof facts)[number]
      readonly before: string | number | null
      readonly after: string | number | null
    }
  | { readonly part: 'parameter'; readonly before: Parameter | null; readonly after: Parameter | null }
  | { readonly part: 'ratio'; readonly before: Ratio | null; readonly after: Ratio | null }
/** Returns the changed fields, then parameters matched by key, then ratios matched by material. */
export function changesBetween(before: Content, after: Content): Change[] {
  return [
    ...facts.flatMap((name): Change[] =>
      (before[name] ?? null) === (after[name] ?? null)
        ? []
        : [{ part: 'fact', name, before: before[name] ?? null, after: after[name] ?? null }],
    ),
    ...paired(
      before.parameters,
      after.parameters,
      (p) => p.key,
      (p) => [p.label, p.unit, p.low, p.target, p.high],
    ).map((pair): Change => ({ part: 'parameter', ...pair })),
    ...paired(
      before.ratios,
      after.ratios,
      (r) => r.materialId,
      (r) => [r.targetPercent, r.minPercent, r.maxPercent],
    ).map((pair): Change => ({ part: 'ratio', ...pair })),
  ]
}
function paired<T>(
  before: readonly T[],
  after: readonly T[],
  keyOf: (one: T) => string,
  saidBy: (one: T) => readonly unknown[],
): { before: T | null; after: T | null }[] {
  const known = new Map(before.map((one) => [keyOf(one), one]))
  const kept = new Set(after.map(keyOf))
  return [
    ...after.flatMap((one) => {
      const old = known.get(keyOf(one)) ?? null
      return old && isSameValue(saidBy(old), saidBy(one)) ? [] : [{ before: old, after: one }]
    }),
    ...before.filter((one) => !kept.has(keyOf(one))).map((one) => ({ before: one, after: null })),
  ]
}
