/** Notes on a shift, derived from its own data so that they agree with its stops and rolls. */
import { roundDecimals } from '../random'
import { toBilingualText, type BilingualText } from '../bilingual-text'
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

/** Above this share of downgraded output the next shift is asked to check, %. */
const MAX_DOWNGRADED_PERCENT = 3
/** Rounds to a tenth, as the metrics next to the notes. */
const roundToTenth = (value: number): number => roundDecimals(value, 1)
const formatTenths = (value: number): string => roundToTenth(value).toLocaleString('en')
const formatCount = (n: number, singular: string, plural: string): string => `${n} ${n === 1 ? singular : plural}`
const noReason = toBilingualText('未填原因', 'no reason yet')

/** Returns the longest stop. */
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
  if (failedChecks.length === 0) return toBilingualText('班中无安全事故', 'No safety incident on shift')
  const [zh, en] = [
    failedChecks.map(({ zh }) => zh).join('、'),
    failedChecks.map(({ en }) => en.toLowerCase()).join(', '),
  ]
  return toBilingualText(`检查不合格：${zh}，已告知接班`, `Not in order: ${en}; the next shift knows`)
}
function describeQuality({ trade, tally }: ShiftSummary): BilingualText {
  const { goodKg, downgradedKg, wasteKg } = tally
  const rolls = trade === 'line' ? tally.jumboRolls : tally.slitRolls
  if (rolls === 0) return toBilingualText('本班无产出', 'Nothing was made on this shift')
  const output = toBilingualText(`产出 ${rolls} 卷`, formatCount(rolls, 'roll', 'rolls'))
  const waste =
    roundToTenth(wasteKg) >= 1
      ? toBilingualText(`，废品 ${formatTenths(wasteKg)} kg`, `, ${formatTenths(wasteKg)} kg waste`)
      : toBilingualText('', '')
  if (roundToTenth(downgradedKg) < 1)
    return toBilingualText(
      `${output.zh}，合格 ${formatTenths(goodKg)} kg，无降等${waste.zh}`,
      `${output.en}, ${formatTenths(goodKg)} kg good, none downgraded${waste.en}`,
    )
  const percent = (downgradedKg / (goodKg + downgradedKg)) * 100
  return toBilingualText(
    `${output.zh}，降等 ${formatTenths(downgradedKg)} kg（${percent.toFixed(1)}%）${waste.zh}`,
    `${output.en}, ${formatTenths(downgradedKg)} kg downgraded (${percent.toFixed(1)} %)${waste.en}`,
  )
}
function describeMachines({ stops }: ShiftSummary): BilingualText {
  const longestStop = findLongestStop(stops)
  if (!longestStop) return toBilingualText('本班无停机', 'No stop on this shift')
  const minutes = formatTenths(stops.reduce((sum, stop) => sum + stop.minutes, 0))
  const reason = longestStop.reason ?? noReason
  return stops.length === 1
    ? toBilingualText(`停机 1 次 ${minutes} 分钟：${reason.zh}`, `One stop of ${minutes} min: ${reason.en}`)
    : toBilingualText(
        `停机 ${stops.length} 次共 ${minutes} 分钟，最长 ${formatTenths(longestStop.minutes)} 分钟：${reason.zh}`,
        `${stops.length} stops, ${minutes} min in all; the longest ${formatTenths(longestStop.minutes)} min: ${reason.en}`,
      )
}
function describeToDo({ stops, tally }: ShiftSummary): BilingualText {
  const openStop = stops.find(({ isOpen }) => isOpen)
  const unexplainedCount = stops.filter(({ reason }) => reason === null).length
  const { goodKg, downgradedKg } = tally
  const downgradedPercent = goodKg + downgradedKg > 0 ? (downgradedKg / (goodKg + downgradedKg)) * 100 : 0
  const tasks = [
    ...(openStop
      ? [
          toBilingualText(
            `产线仍停（${(openStop.reason ?? noReason).zh}），继续处理`,
            `Line still stands (${(openStop.reason ?? noReason).en}): carry on`,
          ),
        ]
      : []),
    ...(unexplainedCount > 0
      ? [
          toBilingualText(
            `补填 ${unexplainedCount} 次停机的原因`,
            `Enter the reason of ${formatCount(unexplainedCount, 'stop', 'stops')}`,
          ),
        ]
      : []),
    ...(downgradedPercent > MAX_DOWNGRADED_PERCENT
      ? [toBilingualText('降等偏多，首卷加强检验', 'Many downgrades: check the first roll closely')]
      : []),
  ]
  return tasks.length > 0
    ? toBilingualText(tasks.map(({ zh }) => zh).join('；'), tasks.map(({ en }) => en).join('; '))
    : toBilingualText('无', 'Nothing')
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
  if (longestStop) {
    const reason = longestStop.reason ?? noReason
    return {
      kind: 'event',
      description: toBilingualText(`停机：${reason.zh}`, `Stop: ${reason.en}`),
      measure: longestStop.isOpen
        ? toBilingualText('交班时仍未恢复', 'Not running again at the end of the shift')
        : toBilingualText(
            `${formatTenths(longestStop.minutes)} 分钟后恢复生产`,
            `Running again after ${formatTenths(longestStop.minutes)} min`,
          ),
    }
  }
  if (tally.downgradedKg >= 1)
    return {
      kind: 'quality',
      description: toBilingualText(
        `降等 ${formatTenths(tally.downgradedKg)} kg`,
        `${formatTenths(tally.downgradedKg)} kg downgraded`,
      ),
      measure: toBilingualText('缺陷卷已标识，加强巡检', 'Rolls with defects marked, web inspected more often'),
    }
  return {
    kind: 'parameter',
    description: toBilingualText('参数在标准范围内，未调整', 'Parameters within the standard, none changed'),
    measure: toBilingualText('无', 'None'),
  }
}
