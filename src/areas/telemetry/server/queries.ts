/** Telemetry for other areas: queries, and the only entry point for readings. */
export { takeReadings, type GivenReading, type Taken } from './take-readings'
export {
  isMissing,
  measuredHours,
  missingHours,
  usageOf,
  usageSums,
  type MeasuredHour,
  type Step,
  type UsagePeriod,
  type UsageSlot,
  type UsageSum,
} from './queries/usage'
export { gaugeOf, liveOfLine, liveValues, type GaugeSlot, type LiveValue } from './queries/gauges'
export { liveAtLine, liveHalls, liveKeys, minutesOf, type LiveAtPlace, type MinuteValue } from './queries/places'
