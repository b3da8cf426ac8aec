/** Telemetry for other areas: queries, and the only entry point for readings. */
export { takeReadings, type GivenReading, type TakeReadingsResult as Taken } from './take-readings'
export {
  isMissingHour as isMissing,
  listMeasuredHours as measuredHours,
  listMissingHours as missingHours,
  loadMeterUsage as usageOf,
  sumMeterUsage as usageSums,
  type MeasuredHour,
  type UsageStep as Step,
  type UsagePeriod,
  type UsageSlot,
  type UsageSum,
} from './queries/usage'
export {
  loadGaugeSlots as gaugeOf,
  loadLineLiveValues as liveOfLine,
  loadLiveValues as liveValues,
  type GaugeSlot,
  type LiveTagValue as LiveValue,
} from './queries/gauges'
export {
  loadPlacedLineValues as liveAtLine,
  loadHallValues as liveHalls,
  loadLineKeyValues as liveKeys,
  loadMinuteValues as minutesOf,
  type PlacedLiveValue as LiveAtPlace,
  type MinuteValue,
} from './queries/places'
