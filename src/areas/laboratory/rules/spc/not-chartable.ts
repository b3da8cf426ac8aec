/** Reason why data give no chart. Its text is `laboratory:refusals.spc.<code>`. */
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

/** Thrown by the chart rules; the server translates it to the caller's language. */
export class NotChartable extends Error {
  constructor(
    readonly code: SpcProblem,
    readonly params: Record<string, string | number> = {},
  ) {
    super(code)
  }
}
