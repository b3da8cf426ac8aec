/** Telemetry for other areas. */
export {
  isMissingHour,
  listMeasuredHours,
  listMissingHours,
  loadMeterUsage,
  sumMeterUsage,
  type MeasuredHour,
  type UsageStep,
  type UsagePeriod,
  type UsageSlot,
  type UsageSum,
} from './queries/usage'
export {
  loadGaugeSlots,
  loadLastReadingTimes,
  loadLineLiveValues,
  loadLiveValues,
  type GaugeSlot,
  type LiveTagValue,
} from './queries/gauges'
export {
  loadPlacedLineValues,
  loadHallValues,
  loadLineKeyValues,
  loadMinuteValues,
  type PlacedLiveValue,
  type MinuteValue,
} from './queries/places'
