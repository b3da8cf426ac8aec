/** Reason why data give no chart. Its text is `laboratory:refusals.spc.<code>`. */
export type SpcProblem =
  | 'tooFewValues'
  | 'tooFewGroups'
  | 'groupTooSmall'
  | 'groupTooLarge'
  // The chart needs groups but got single values, or the other way round.
  | 'notGrouped'
  | 'grouped'
  | 'allEqual'
  | 'noVariation'
  | 'noDefects'
  | 'allDefective'
  | 'notCounts'
  // Samples have no sizes, or not one size per point.
  | 'sizesMissing'
  | 'sizesOff'
  | 'sizeNotPositive'
  | 'sizesDiffer'
  | 'moreThanSize'
  | 'limitsCrossed'
  | 'unknownRule'
  // A rule based on σ zones was asked for a chart of counts.
  | 'zonesOnCounts'
  // Limits from more points than there are, or an excluded point that does not exist.
  | 'baseTooLong'
  | 'noSuchPoint'

/** Thrown by the chart rules; the server translates it to the caller's language. */
export class NotChartable extends Error {
  constructor(
    readonly code: SpcProblem,
    readonly params: Record<string, string | number> = {},
  ) {
    super(code)
  }
}
