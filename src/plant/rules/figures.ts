/**
 * The figures of the plant: each defined once, so that a name means one thing on every page, board, sheet and document.
 * Words: `plant:figures.<name>.name` and `.formula` in both languages. Who computes one is said beside it.
 */
export interface Figure {
  readonly unit: 'h' | '%' | ''
  /** The formula in terms that need no words. */
  readonly formula: string
  /** A standard, or why it differs from one. */
  readonly source: string
}

export const figures = {
  /** `areas/maintenance/rules/indicators` */
  mttr: {
    unit: 'h',
    formula: 'Σ(repairEnd − accepted − waitingForParts) ÷ breakdownsRepaired',
    source:
      'EN 15341, EN 13306: repair time; waiting for a mechanic and for parts are told apart and belong to the down time',
  },
  waitingHours: {
    unit: 'h',
    formula: 'Σ waitingForParts',
    source: 'EN 13306: logistic delay; part of the down time of the machine and of a line that stands',
  },
  mtbf: {
    unit: 'h',
    formula: '(calendarTime − stops) ÷ breakdowns',
    source:
      'EN 15341: operating time between failures; failures are breakdown repairs; time counts from the day of use',
  },
  /** `areas/reports/rules/stop-analysis` */
  mtbsHours: {
    unit: 'h',
    formula: '(calendarTime − stops) ÷ unplannedStops',
    source: 'as MTBF, over unplanned stops of a line whether they needed a repair or not',
  },
  mdtHours: {
    unit: 'h',
    formula: 'Σ(stopEnd − stopBegin) ÷ endedUnplannedStops',
    source: 'EN 13306: mean down time, of unplanned stops that ended in the period',
  },
  availabilityPercent: {
    unit: '%',
    formula: '(calendarTime − stops) ÷ (calendarTime − plannedStops)',
    source:
      'EN 15341: operational availability; of lines that make web unless slitters are asked for, since their day of use',
  },
  plannedHours: { unit: 'h', formula: 'Σ plannedStops', source: 'stops at the same time count once' },
  unplannedHours: { unit: 'h', formula: 'Σ unplannedStops', source: 'stops at the same time count once' },
  unknownHours: { unit: 'h', formula: 'Σ stopsWithoutReason', source: 'stops that nobody explained yet' },
  stops: { unit: '', formula: 'number of stops', source: 'each stop of a line counts once' },
  /** `areas/quality/rules/first-pass` */
  firstPassPercent: {
    unit: '%',
    formula: 'rollsInOrderAtFirstCheck ÷ rollsFirstChecked',
    source: 'ISO 22400-2: first pass yield, good ÷ inspected quantity; of rolls, by their first whole check',
  },
  defectShare: {
    unit: '%',
    formula: 'entriesOfDefect ÷ entriesOfAllDefects',
    source: 'Pareto order: most frequent first, with the sum of shares; each entry of a check counts once',
  },
  unplanned: { unit: '', formula: 'number of unplanned stops', source: 'each stop of a line counts once' },
  /** `areas/tools/rules/tool` */
  toolLifePercent: {
    unit: '%',
    formula: 'Σ madeWhileMounted ÷ lifeLimit',
    source:
      'in hours, metres or kg; a roll counts for the tool that is on when it comes off; nothing done to it sets it back',
  },
  /** `areas/tools/rules/survival` */
  toolMeanLife: {
    unit: '',
    formula: '∫ S(t) dt from 0 to the longest life',
    source: 'Kaplan–Meier 1958, restricted mean (Irwin 1949), 95 % by Greenwood; tools still running are censored',
  },
  /** `areas/tools/rules/tool-cost` */
  toolCost: {
    unit: '',
    formula: 'lifeUsed × price ÷ expectedLife',
    source: 'expected: mean life of kind and maker, else of the kind, from five ended lives on; else the limit',
  },
} as const satisfies Record<string, Figure>
export type FigureName = keyof typeof figures
