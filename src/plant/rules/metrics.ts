/**
 * The metrics of the plant, each defined once, so that a name means the same on every page, board, report and document.
 * Texts: `plant:figures.<name>.name` and `.formula` in both languages. A comment names the module that calculates the
 * metrics below it.
 */
export interface Metric {
  readonly unit: 'h' | '%' | 'kg' | 'kWh/kg' | 'CNY/kg' | 'kg/kg' | 'kg/h' | ''
  /** Formula in language-independent terms. */
  readonly formula: string
  /** A standard, or the reason for differing from one. */
  readonly source: string
}

export const metrics = {
  /** `areas/maintenance/rules/indicators` */
  mttr: {
    unit: 'h',
    formula: 'Σ(repairEnd − accepted − waitingForParts) ÷ breakdownsRepaired',
    source: 'EN 15341, EN 13306: repair time only; waiting for a mechanic or for parts belongs to the down time',
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
      'EN 15341: operating time between failures, which are breakdown repairs of lines; by business date, from the day on which a line was first used',
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
      'EN 15341: operational availability, from the day on which a line was first used; of lines that make web, or of slitters on request',
  },
  plannedHours: { unit: 'h', formula: 'Σ plannedStops', source: 'stops at the same time count once' },
  unplannedHours: { unit: 'h', formula: 'Σ unplannedStops', source: 'stops at the same time count once' },
  unknownHours: { unit: 'h', formula: 'Σ stopsWithoutReason', source: 'stops that nobody explained yet' },
  correctedStopHours: {
    unit: 'h',
    formula: 'stops − plannedStops − unplannedStops − stopsWithoutReason',
    source: 'corrections of the whole stop time; a correction of the time of one class counts in that class',
  },
  stops: { unit: '', formula: 'number of stops', source: 'each stop of a line counts once' },
  /** `areas/quality/rules/first-pass-yield` */
  firstPassPercent: {
    unit: '%',
    formula: 'rollsGoodAtFirstCheck ÷ rollsFirstChecked',
    source: 'ISO 22400-2: first pass yield, good ÷ inspected quantity; of rolls, by their first complete check',
  },
  defectShare: {
    unit: '%',
    formula: 'entriesOfDefect ÷ entriesOfAllDefects',
    source: 'Pareto order: most frequent first, with the sum of shares; each entry of a check counts once',
  },
  // Unplanned stops; `unplannedHours` is their duration.
  unplanned: { unit: '', formula: 'number of unplanned stops', source: 'each stop of a line counts once' },
  /** `areas/figures/rules/metric-values`, over sums of shifts. */
  outputKg: {
    unit: 'kg',
    formula: 'Σ wound',
    source: 'web off the winders as weighed; slit rolls are the same web again',
  },
  slitOutputKg: { unit: 'kg', formula: 'Σ slit', source: 'rolls off the slitters as weighed, whatever their grade' },
  goodKg: {
    unit: 'kg',
    formula: 'Σ slit − downgraded − waste',
    source: 'by metres of each roll that are not downgraded',
  },
  goodRollsKg: {
    unit: 'kg',
    formula: 'Σ slitRollsWithoutDowngrade',
    source:
      'whole rolls graded good, as in the sheet of finished products and the data statistics; a reworked roll counts as the rolls made of it, a recycled one as waste',
  },
  winderDowngradedKg: {
    unit: 'kg',
    formula: 'Σ downgradedAtWinder',
    source: 'by downgraded metres of jumbos, and by their waste metres until the jumbo is scrapped, sold or used whole',
  },
  slitterDowngradedKg: { unit: 'kg', formula: 'Σ downgradedAtSlitter', source: 'by downgraded metres of slit rolls' },
  wasteKg: {
    unit: 'kg',
    formula: 'Σ wasteWound + wasteSlit + endsCut + startUp + purgings',
    source:
      'ISO 22400-2: scrap quantity, scrapped or recycled; each kilogram once, at the end of its roll, as in the order: waste metres of a jumbo count with the jumbo if it is scrapped, sold or used whole, else with its slit rolls or the waste of its cutting; without trim, which goes back into the hopper',
  },
  winderDowngradePercent: { unit: '%', formula: 'downgradedAtWinder ÷ wound', source: 'ratio of sums' },
  slitterDowngradePercent: { unit: '%', formula: 'downgradedAtSlitter ÷ slit', source: 'ratio of sums' },
  wastePercent: {
    unit: '%',
    formula: 'waste ÷ (wound + startUp + purgings); for slitters: waste ÷ (slit + endsCut)',
    source: 'ISO 22400-2: scrap ratio, over what was produced',
  },
  q1Percent: {
    unit: '%',
    formula: 'goodRolls ÷ slit',
    source: 'whole first-grade rolls; the good kilograms of a partly downgraded roll do not count',
  },
  winderQ1Percent: { unit: '%', formula: 'kgOfJumbosWithoutDowngrade ÷ wound', source: 'as Q1, of jumbos' },
  yieldPercent: {
    unit: '%',
    formula: 'goodSlit ÷ (slit + trim + endsCut)',
    source: 'share of the web that was cut; trim lowers it',
  },
  inputOutputPercent: {
    unit: '%',
    formula: 'wound ÷ fed',
    source: 'not meaningful over a short time, because material fed earlier is still in the hoppers',
  },
  oeeAvailabilityPercent: {
    unit: '%',
    formula: 'actualProductionTime ÷ plannedBusyTime',
    source: 'ISO 22400-2: APT ÷ PBT; stops for reasons outside planned busy time are in neither',
  },
  performancePercent: {
    unit: '%',
    formula: 'wound m ÷ (idealSpeed × actualProductionTime)',
    source: 'ISO 22400-2: effectiveness; ideal speed of the approved process standard of each order, not capped',
  },
  qualityPercent: {
    unit: '%',
    formula: 'goodWound ÷ (wound + startUp + purgings)',
    source: 'ISO 22400-2: quality ratio GQ ÷ PQ, by kg at the winder; the produced quantity includes scrap',
  },
  oeePercent: {
    unit: '%',
    formula: 'availability × performance × quality',
    source: 'ISO 22400-2; a value above 100 % is shown, because it reveals a wrong ideal speed',
  },
  runPercent: {
    unit: '%',
    formula: '(calendarTime − stops) ÷ calendarTime',
    source: 'ISO 22400-2: utilisation of the calendar',
  },
  runHours: {
    unit: 'h',
    formula: '(calendarTime − stops)',
    source: 'ISO 22400-2: actual production time; of lines that make web, from the day on which a line was first used',
  },
  kwhPerKg: {
    unit: 'kWh/kg',
    formula: 'electricity ÷ wound while it was metered',
    source: 'meters of the line and its share of common ones',
  },
  energyCostPerKg: {
    unit: 'CNY/kg',
    formula: 'Σ used × priceOfSlot ÷ wound while electricity was metered',
    source: 'all media, by tariff slot; without transmission and surcharges, which the cost of orders includes',
  },
  /**
   * `areas/energy/server/energy-metrics`, by calendar day: tariffs and bills follow the clock, and shifts do not end at
   * midnight.
   */
  kwhPerKgCalendar: {
    unit: 'kWh/kg',
    formula: 'electricity ÷ wound, of calendar days',
    source: 'the energy analysis; over business dates it is kwhPerKg',
  },
  energyCostPerKgCalendar: {
    unit: 'CNY/kg',
    formula: 'Σ used × priceOfSlot ÷ wound, of calendar days',
    source: 'the energy analysis, of the medium asked for; over business dates and all media it is energyCostPerKg',
  },
  materialPerKg: { unit: 'kg/kg', formula: 'fed ÷ wound', source: 'packing left out' },
  costPerKg: {
    unit: 'CNY/kg',
    formula: 'Σ orderCost × share ÷ Σ orderGood × share',
    source:
      'share: part of the web of an order that was wound in the period; orderGood: includes what uncut rolls will give by the standard, as in the cost of the order',
  },
  kgPerHour: {
    unit: 'kg/h',
    formula: 'wound ÷ labourHours',
    source:
      'ISO 22400-2: worker efficiency; hours of the people in signed handovers; a person at several lines of a shift is divided between them',
  },
  onTimePercent: {
    unit: '%',
    formula: 'ordersFinishedByDue ÷ ordersDue',
    source: 'by business date of the end; orders not due yet do not count',
  },
  /** `areas/tools/rules/tool` */
  toolLifePercent: {
    unit: '%',
    formula: 'Σ madeWhileMounted ÷ lifeLimit',
    source:
      'in hours, metres or kg; a roll counts for the tool that is mounted when the roll is doffed; work on a tool does not reset its life',
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
    source:
      'expectedLife: mean life of tools of the same kind and maker; with fewer than five ended lives, of the same kind; with fewer than five again, the life limit',
  },
} as const satisfies Record<string, Metric>
export type MetricName = keyof typeof metrics

/** Displayed decimals by unit; other units are shown as whole numbers. */
export const metricDecimals: Readonly<Record<string, number>> = {
  kg: 0,
  '%': 1,
  h: 1,
  'kWh/kg': 3,
  'CNY/kg': 2,
  'kg/kg': 3,
  'kg/h': 1,
}
