/** Notes on a shift, derived from its own data so that they agree with its stops and rolls. */
import { roundDecimals } from '../random'
import texts from '../data/shift-notes.json' with { type: 'json' }
import { fillText, toBilingualText, type BilingualText } from '../bilingual-text'
import type { Tally } from './shift-tallies'

/** A stop as described in the notes of a shift. */
export interface ShiftStop {
  /** Null while no reason is entered. */
  readonly reason: BilingualText | null
  readonly minutes: number
  /** True if the stop had not ended when the shift did. */
  readonly isOpen: boolean
}
export interface ShiftSummary {
  readonly trade: 'line' | 'slit'
  readonly tally: Pick<Tally, 'jumboRolls' | 'slitRolls' | 'goodKg' | 'downgradedKg' | 'wasteKg'>
  readonly stops: readonly ShiftStop[]
  /** Items of the handover checklist that were not in order. */
  readonly failedChecks: readonly BilingualText[]
}
export interface ShiftNotes {
  readonly safety: BilingualText
  readonly quality: BilingualText
  readonly equipmentState: BilingualText
  readonly toDo: BilingualText
}

/** If more than this share of the output is downgraded, the notes ask the next shift to check, %. */
const MAX_DOWNGRADED_PERCENT = 3
/** Rounds to a tenth, like the metrics that are displayed next to the notes. */
const roundToTenth = (value: number): number => roundDecimals(value, 1)
const formatTenths = (value: number): string => roundToTenth(value).toLocaleString('en')
/** Formats a count, in English with its noun; the Chinese texts contain the classifier. */
const formatCount = (count: number, singular: string, plural: string): BilingualText =>
  toBilingualText(String(count), `${count} ${count === 1 ? singular : plural}`)

const findLongestStop = (stops: readonly ShiftStop[]): ShiftStop | undefined =>
  stops.toSorted((a, b) => b.minutes - a.minutes)[0]

/** Builds the notes of a shift. */
export function buildShiftNotes(summary: ShiftSummary): ShiftNotes {
  return {
    safety: describeSafety(summary),
    quality: describeQuality(summary),
    equipmentState: describeMachines(summary),
    toDo: describeToDo(summary),
  }
}
function describeSafety({ failedChecks }: ShiftSummary): BilingualText {
  if (failedChecks.length === 0) return texts.safe
  const checks = toBilingualText(
    failedChecks.map(({ zh }) => zh).join('、'),
    failedChecks.map(({ en }) => en.toLowerCase()).join(', '),
  )
  return fillText(texts.failedChecks, { checks })
}
function describeQuality({ trade, tally }: ShiftSummary): BilingualText {
  const { goodKg, downgradedKg, wasteKg } = tally
  const count = trade === 'line' ? tally.jumboRolls : tally.slitRolls
  if (count === 0) return texts.noOutput
  const rolls = fillText(texts.rolls, { count, rolls: formatCount(count, 'roll', 'rolls') })
  const waste = roundToTenth(wasteKg) >= 1 ? fillText(texts.waste, { kg: formatTenths(wasteKg) }) : ''
  if (roundToTenth(downgradedKg) < 1) return fillText(texts.good, { rolls, kg: formatTenths(goodKg), waste })
  const percent = ((downgradedKg / (goodKg + downgradedKg)) * 100).toFixed(1)
  return fillText(texts.downgraded, { rolls, kg: formatTenths(downgradedKg), percent, waste })
}
function describeMachines({ stops }: ShiftSummary): BilingualText {
  const longestStop = findLongestStop(stops)
  if (!longestStop) return texts.noStop
  return fillText(stops.length === 1 ? texts.oneStop : texts.stops, {
    count: stops.length,
    minutes: formatTenths(stops.reduce((sum, stop) => sum + stop.minutes, 0)),
    longest: formatTenths(longestStop.minutes),
    reason: longestStop.reason ?? texts.noReason,
  })
}
function describeToDo({ stops, tally }: ShiftSummary): BilingualText {
  const openStop = stops.find(({ isOpen }) => isOpen)
  const unexplainedCount = stops.filter(({ reason }) => reason === null).length
  const { goodKg, downgradedKg } = tally
  const downgradedPercent = goodKg + downgradedKg > 0 ? (downgradedKg / (goodKg + downgradedKg)) * 100 : 0
  const tasks = [
    ...(openStop ? [fillText(texts.openStop, { reason: openStop.reason ?? texts.noReason })] : []),
    ...(unexplainedCount > 0
      ? [
          fillText(texts.unexplainedStops, {
            count: unexplainedCount,
            stops: formatCount(unexplainedCount, 'stop', 'stops'),
          }),
        ]
      : []),
    ...(downgradedPercent > MAX_DOWNGRADED_PERCENT ? [texts.manyDowngrades] : []),
  ]
  return tasks.length > 0
    ? toBilingualText(tasks.map(({ zh }) => zh).join('；'), tasks.map(({ en }) => en).join('; '))
    : texts.nothingToDo
}

/** An entry of the process record: an event of the shift and the measure taken. */
export interface ProcessEntry {
  readonly kind: 'event' | 'quality' | 'parameter'
  readonly description: BilingualText
  readonly measure: BilingualText
}
/** Builds the process entry of a shift: its longest stop, else its downgrades, else "no change". */
export function buildProcessEntry({ tally, stops }: Pick<ShiftSummary, 'tally' | 'stops'>): ProcessEntry {
  const longestStop = findLongestStop(stops)
  if (longestStop)
    return {
      kind: 'event',
      description: fillText(texts.stopEntry, { reason: longestStop.reason ?? texts.noReason }),
      measure: longestStop.isOpen
        ? texts.stillStopped
        : fillText(texts.runningAgain, { minutes: formatTenths(longestStop.minutes) }),
    }
  if (tally.downgradedKg >= 1)
    return {
      kind: 'quality',
      description: fillText(texts.downgradeEntry, { kg: formatTenths(tally.downgradedKg) }),
      measure: texts.downgradeMeasure,
    }
  return { kind: 'parameter', description: texts.noChange, measure: texts.noMeasure }
}
