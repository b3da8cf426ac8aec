/** Explanations of abnormal energy use and texts of monthly reports, derived from the data they describe. */
import type { energyAbnormal } from '@/areas/energy/contract/energy-abnormal'
import type { AbnormalCase } from '@/areas/energy/rules/abnormal-cause'
import type { Row } from '@/contract/resource'
import { both, type Said } from './said'

export interface DemoStop {
  readonly id: string
  readonly reason: Said | null
  readonly planned: boolean
  /** Null while the stop lasts. */
  readonly minutes: number | null
}
export interface Explanation {
  readonly kind: NonNullable<Row<typeof energyAbnormal>['causeKind']>
  readonly cause: Said
  readonly measure: Said
}

/**
 * Explains an abnormal case by its direction and stop.
 *
 * @param stop the stop that covers most of the case, if the line was stopped
 */
export function explanationOf({ direction, hours, meters }: AbnormalCase, stop: DemoStop | undefined): Explanation {
  const count = meters.length
  if (direction === 'high')
    return {
      kind: 'setting',
      cause: both(
        `连续 ${hours} 小时高于前四周同时段，涉及 ${count} 块表，现场核对为设定值被改动。`,
        `Above the same hours of the four weeks before for ${hours} h, at ${count === 1 ? '1 meter' : `${count} meters`}; on the spot a setpoint was found changed.`,
      ),
      measure: both('已恢复设定值。', 'Setpoint restored.'),
    }
  if (!stop)
    return {
      kind: 'production',
      cause: both(
        `该时段没有停机记录，${count} 块表的用量连续 ${hours} 小时偏低，产线低速运行。`,
        `No stop is recorded; ${count === 1 ? '1 meter' : `${count} meters`} used less for ${hours} h, the line ran slowly.`,
      ),
      measure: both('无需措施。', 'None needed.'),
    }
  const reason = stop.reason ?? both('停机', 'stop')
  const long = stop.minutes === null ? both('', '') : both(`停机 ${stop.minutes} 分钟`, `, ${stop.minutes} min`)
  return {
    kind: stop.planned ? 'production' : 'fault',
    cause: both(
      `${reason.zh}${long.zh}，${count} 块表的用量随之下降。`,
      `${reason.en}${long.en}: ${count === 1 ? '1 meter' : `${count} meters`} used less for it.`,
    ),
    measure: stop.planned
      ? both('计划停机，用量下降属正常，无需措施。', 'A planned stop: less use is as expected, no measure needed.')
      : both('处理情况见停机记录和报修单。', 'See the stop and its repair for what was done.'),
  }
}

interface MonthTold {
  readonly beforePercent: number | null
  readonly perKg: number | null
  readonly perKgBefore: number | null
}
/** Changes from this size on are mentioned as an increase or decrease, %. */
const NOTED = 2
/** Writes analysis and measures of a monthly report, consistent with the report's metrics. */
export function monthWords({ beforePercent, perKg, perKgBefore }: MonthTold): { analysis: Said; measures: Said } {
  const used =
    beforePercent === null
      ? both('没有上月可比', 'There is no month before to compare with')
      : Math.abs(beforePercent) < NOTED
        ? both(
            `用电与上月持平（${signed(beforePercent)}%）`,
            `Electricity as in the month before (${signed(beforePercent)} %)`,
          )
        : beforePercent > 0
          ? both(`用电比上月多 ${beforePercent}%`, `${beforePercent} % more electricity than in the month before`)
          : both(`用电比上月少 ${-beforePercent}%`, `${-beforePercent} % less electricity than in the month before`)
  const off = perKg !== null && perKgBefore ? (perKg / perKgBefore - 1) * 100 : null
  const specific =
    perKg === null || off === null
      ? null
      : both(
          `单位产品电耗 ${perKg.toFixed(3)} kWh/kg，${Math.abs(off) < NOTED ? '与上月持平' : off > 0 ? `上升 ${off.toFixed(1)}%` : `下降 ${(-off).toFixed(1)}%`}`,
          `${perKg.toFixed(3)} kWh/kg, ${Math.abs(off) < NOTED ? 'as before' : off > 0 ? `up by ${off.toFixed(1)} %` : `down by ${(-off).toFixed(1)} %`}`,
        )
  const analysis = specific ? both(`${used.zh}；${specific.zh}。`, `${used.en}; ${specific.en}.`) : used
  const measures =
    off !== null && off >= NOTED
      ? both(
          '核查停线期间未切待机的设备，按异常用能清单逐项关闭。',
          'Check what was not on standby during stops; close the abnormal cases one by one.',
        )
      : both('保持现有措施，下月复核。', 'Keep what is done; look again next month.')
  return { analysis, measures }
}
const signed = (value: number): string => (value > 0 ? `+${value}` : String(value))
