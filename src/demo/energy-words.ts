/** Explanations of abnormal energy use and texts of monthly reports, derived from the data they describe. */
import type { energyAbnormal } from '@/areas/energy/contract/energy-abnormal'
import type { AbnormalCase } from '@/areas/energy/rules/abnormal-cause'
import type { Row } from '@/contract/resource'
import { toBilingualText, type BilingualText } from './bilingual-text'

export interface DemoStop {
  readonly id: string
  readonly reason: BilingualText | null
  readonly planned: boolean
  /** Null while the stop lasts. */
  readonly minutes: number | null
}
export interface Explanation {
  readonly kind: NonNullable<Row<typeof energyAbnormal>['causeKind']>
  readonly cause: BilingualText
  readonly measure: BilingualText
}

/**
 * Explains an abnormal case by its direction and stop.
 *
 * @param stop the stop that covers most of the case, if the line was stopped
 */
export function explainCase({ direction, hours, meters }: AbnormalCase, stop: DemoStop | undefined): Explanation {
  const meterCount = meters.length
  if (direction === 'high')
    return {
      kind: 'setting',
      cause: toBilingualText(
        `连续 ${hours} 小时高于前四周同时段，涉及 ${meterCount} 块表，现场核对为设定值被改动。`,
        `Above the same hours of the four weeks before for ${hours} h, at ${meterCount === 1 ? '1 meter' : `${meterCount} meters`}; on the spot a setpoint was found changed.`,
      ),
      measure: toBilingualText('已恢复设定值。', 'Setpoint restored.'),
    }
  if (!stop)
    return {
      kind: 'production',
      cause: toBilingualText(
        `该时段没有停机记录，${meterCount} 块表的用量连续 ${hours} 小时偏低，产线低速运行。`,
        `No stop is recorded; ${meterCount === 1 ? '1 meter' : `${meterCount} meters`} used less for ${hours} h, the line ran slowly.`,
      ),
      measure: toBilingualText('无需措施。', 'None needed.'),
    }
  const reasonText = stop.reason ?? toBilingualText('停机', 'stop')
  const durationText =
    stop.minutes === null
      ? toBilingualText('', '')
      : toBilingualText(`停机 ${stop.minutes} 分钟`, `, ${stop.minutes} min`)
  return {
    kind: stop.planned ? 'production' : 'fault',
    cause: toBilingualText(
      `${reasonText.zh}${durationText.zh}，${meterCount} 块表的用量随之下降。`,
      `${reasonText.en}${durationText.en}: ${meterCount === 1 ? '1 meter' : `${meterCount} meters`} used less for it.`,
    ),
    measure: stop.planned
      ? toBilingualText(
          '计划停机，用量下降属正常，无需措施。',
          'A planned stop: less use is as expected, no measure needed.',
        )
      : toBilingualText('处理情况见停机记录和报修单。', 'See the stop and its repair for what was done.'),
  }
}

interface MonthComparison {
  readonly beforePercent: number | null
  readonly perKg: number | null
  readonly perKgBefore: number | null
}
/** Changes from this size on are mentioned as an increase or decrease, %. */
const SIGNIFICANT_PERCENT = 2
/** Writes analysis and measures of a monthly report, consistent with the report's metrics. */
export function writeMonthTexts({ beforePercent, perKg, perKgBefore }: MonthComparison): {
  analysis: BilingualText
  measures: BilingualText
} {
  const usageText =
    beforePercent === null
      ? toBilingualText('没有上月可比', 'There is no month before to compare with')
      : Math.abs(beforePercent) < SIGNIFICANT_PERCENT
        ? toBilingualText(
            `用电与上月持平（${formatSigned(beforePercent)}%）`,
            `Electricity as in the month before (${formatSigned(beforePercent)} %)`,
          )
        : beforePercent > 0
          ? toBilingualText(
              `用电比上月多 ${beforePercent}%`,
              `${beforePercent} % more electricity than in the month before`,
            )
          : toBilingualText(
              `用电比上月少 ${-beforePercent}%`,
              `${-beforePercent} % less electricity than in the month before`,
            )
  const specificChange = perKg !== null && perKgBefore ? (perKg / perKgBefore - 1) * 100 : null
  const specificText =
    perKg === null || specificChange === null
      ? null
      : toBilingualText(
          `单位产品电耗 ${perKg.toFixed(3)} kWh/kg，${Math.abs(specificChange) < SIGNIFICANT_PERCENT ? '与上月持平' : specificChange > 0 ? `上升 ${specificChange.toFixed(1)}%` : `下降 ${(-specificChange).toFixed(1)}%`}`,
          `${perKg.toFixed(3)} kWh/kg, ${Math.abs(specificChange) < SIGNIFICANT_PERCENT ? 'as before' : specificChange > 0 ? `up by ${specificChange.toFixed(1)} %` : `down by ${(-specificChange).toFixed(1)} %`}`,
        )
  const analysis = specificText
    ? toBilingualText(`${usageText.zh}；${specificText.zh}。`, `${usageText.en}; ${specificText.en}.`)
    : usageText
  const measures =
    specificChange !== null && specificChange >= SIGNIFICANT_PERCENT
      ? toBilingualText(
          '核查停线期间未切待机的设备，按异常用能清单逐项关闭。',
          'Check what was not on standby during stops; close the abnormal cases one by one.',
        )
      : toBilingualText('保持现有措施，下月复核。', 'Keep what is done; look again next month.')
  return { analysis, measures }
}
const formatSigned = (value: number): string => (value > 0 ? `+${value}` : String(value))
