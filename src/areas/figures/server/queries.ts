/** Metric queries for pages, boards, workbooks and reports. */
export * from './queries/corrections'
export {
  figuresAsOf,
  daysCounted,
  figuresIn,
  figuresOver,
  mustBeDays,
  type FigureKey,
  type FigureRow,
  type FiguresAsked,
} from './queries/figures'
export { linesMaking, setTargets, targetsIn, targetsSet, type TargetOf, type TargetToSet } from './queries/targets'
