/** Texts of repairs, consistent with their times, parts and stops. */
import { DAY_MS } from '@/plant/rules/plant-time'
import type { FaultKind } from './groups/group'
import type { Incident } from './incidents'
import { toBilingualText, type BilingualText } from './bilingual-text'

/** Reasons for rejecting a repair, by fault kind. */
const rejectionsByKind: Readonly<Partial<Record<FaultKind, readonly BilingualText[]>>> = {
  mechanical: [
    toBilingualText('试机仍有异响', 'Still noisy on the test run'),
    toBilingualText('防护罩未复位', 'Guard not refitted'),
  ],
  heating: [toBilingualText('温度仍不稳定', 'Temperature still not stable')],
  instrument: [toBilingualText('示值仍有偏差', 'Reading still off')],
  control: [toBilingualText('动作仍不稳定', 'Still not acting reliably')],
  electrical: [toBilingualText('电流仍偏高', 'Current still too high')],
}
const commonRejections = [
  toBilingualText('现场未清理', 'Workplace not cleaned up'),
  toBilingualText('故障重复出现', 'The fault came back'),
] as const
/** Lists the reasons for rejecting a repair of a fault kind. */
export const listRejections = (kind: FaultKind): readonly BilingualText[] => [
  ...(rejectionsByKind[kind] ?? []),
  ...commonRejections,
]

export const withdrawals = [
  toBilingualText('误报，设备正常', 'False alarm, machine in order'),
  toBilingualText('操作恢复后正常', 'In order again after a reset by the operator'),
] as const

/**
 * Writes the description of a reported fault.
 *
 * @param lastEnd end of the machine's previous repair, ms since 1970
 */
export function writeReport({ fault, isBreakdown, stopsLine, atMs }: Incident, lastEnd: number | null): BilingualText {
  const daysSinceRepair = lastEnd === null ? null : Math.floor((atMs - lastEnd) / DAY_MS)
  const phrases = [
    fault.description,
    ...(stopsLine ? [toBilingualText('产线已停', 'line stopped')] : []),
    ...(isBreakdown && daysSinceRepair !== null && daysSinceRepair > 0
      ? [
          toBilingualText(
            `距上次修理 ${daysSinceRepair} 天`,
            `${daysSinceRepair === 1 ? '1 day' : `${daysSinceRepair} days`} after the last repair`,
          ),
        ]
      : []),
  ]
  return toBilingualText(phrases.map(({ zh }) => zh).join('，'), phrases.map(({ en }) => en).join(', '))
}

/** Usual cause and action when only the fault kind is known. */
export const usualCauses: Readonly<Record<FaultKind, readonly [cause: BilingualText, action: BilingualText]>> = {
  mechanical: [
    toBilingualText('磨损松动', 'Worn and loose'),
    toBilingualText('更换磨损件并紧固', 'Replaced the worn part and tightened it'),
  ],
  electrical: [
    toBilingualText('接线端子松动', 'Loose terminal'),
    toBilingualText('重新压接并紧固端子', 'Crimped and tightened the terminal anew'),
  ],
  control: [
    toBilingualText('传感器位置偏移', 'Sensor had shifted'),
    toBilingualText('重新调整传感器', 'Readjusted the sensor'),
  ],
  pneumatic: [
    toBilingualText('气管漏气', 'Air hose leaks'),
    toBilingualText('更换气管接头', 'Replaced the hose fitting'),
  ],
  hydraulic: [
    toBilingualText('密封渗油', 'Seal weeps oil'),
    toBilingualText('更换密封并补油', 'Replaced the seal and topped up oil'),
  ],
  heating: [
    toBilingualText('加热元件断路', 'Heater element open'),
    toBilingualText('更换加热元件', 'Replaced the heater element'),
  ],
  lubrication: [
    toBilingualText('油路堵塞', 'Oil line blocked'),
    toBilingualText('疏通油路并加油', 'Cleared the line and lubricated'),
  ],
  instrument: [toBilingualText('零点漂移', 'Zero drift'), toBilingualText('重新校零', 'Set the zero anew')],
  safety: [
    toBilingualText('安全开关接触不良', 'Poor contact of the safety switch'),
    toBilingualText('更换安全开关', 'Replaced the safety switch'),
  ],
  other: [toBilingualText('部件松脱', 'A part had come off'), toBilingualText('复位并固定', 'Refitted and fixed')],
}
