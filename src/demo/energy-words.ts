/** What was said of abnormal use, out of what the case itself and its stop show. */
import type { energyAbnormal } from '@/areas/energy/contract/energy-abnormal'
import type { AbnormalCase } from '@/areas/energy/rules/abnormal-cause'
import type { Row } from '@/contract/resource'
import { both, type Said } from './said'

export interface DemoStop {
  readonly id: string
  readonly reason: Said | null
  readonly planned: boolean
  /** Null while it lasts. */
  readonly minutes: number | null
}
export interface Explanation {
  readonly kind: NonNullable<Row<typeof energyAbnormal>['causeKind']>
  readonly cause: Said
  readonly measure: Said
}

/** @param stop the one that took most of the time, where the line stood */
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
