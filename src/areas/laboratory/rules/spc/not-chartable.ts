/** Why data give no chart. Its words: `laboratory:refusals.spc.<code>`. */
export type SpcProblem =
  | 'tooFewValues'
  | 'tooFewGroups'
  | 'groupTooSmall'
  | 'groupTooLarge'
  | 'notGrouped'
  | 'grouped'
  | 'allEqual'
  | 'noVariation'
  | 'noDefects'
  | 'allDefective'
  | 'notCounts'
  | 'sizesMissing'
  | 'sizesOff'
  | 'sizeNotPositive'
  | 'sizesDiffer'
  | 'moreThanSize'
  | 'limitsCrossed'
  | 'unknownRule'
  | 'zonesOnCounts'
  | 'baseTooLong'
  | 'noSuchPoint'

/** Thrown by the rules of charts; the server says it in the caller's language. */
export class NotChartable extends Error {
  constructor(
    readonly code: SpcProblem,
    readonly params: Record<string, string | number> = {},
  ) {
    super(code)
  }
}
