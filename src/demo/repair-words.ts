/** Texts of repairs, consistent with their times, parts and stops. */
import { DAY_MS } from '@/plant/rules/plant-time'
import type { FaultKind } from './groups/group'
import type { Incident } from './incidents'
import { both, type Said } from './said'

/** Reasons for rejecting a repair, by fault kind. */
const rejections: Readonly<Partial<Record<FaultKind, readonly Said[]>>> = {
  mechanical: [both('试机仍有异响', 'Still noisy on the test run'), both('防护罩未复位', 'Guard not refitted')],
  heating: [both('温度仍不稳定', 'Temperature still not stable')],
  instrument: [both('示值仍有偏差', 'Reading still off')],
  control: [both('动作仍不稳定', 'Still not acting reliably')],
  electrical: [both('电流仍偏高', 'Current still too high')],
}
const always = [both('现场未清理', 'Workplace not cleaned up'), both('故障重复出现', 'The fault came back')] as const
/** Lists the reasons for rejecting a repair of a fault kind. */
export const rejectionsOf = (kind: FaultKind): readonly Said[] => [...(rejections[kind] ?? []), ...always]

export const withdrawals = [
  both('误报，设备正常', 'False alarm, machine in order'),
  both('操作恢复后正常', 'In order again after a reset by the operator'),
] as const

/**
 * Writes the description of a reported fault.
 *
 * @param lastEnd end of the machine's previous repair, ms since 1970
 */
export function reportWords({ fault, breakdown, stops, at }: Incident, lastEnd: number | null): Said {
  const days = lastEnd === null ? null : Math.floor((at - lastEnd) / DAY_MS)
  const parts = [
    fault.description,
    ...(stops ? [both('产线已停', 'line stopped')] : []),
    ...(breakdown && days !== null && days > 0
      ? [both(`距上次修理 ${days} 天`, `${days === 1 ? '1 day' : `${days} days`} after the last repair`)]
      : []),
  ]
  return both(parts.map(({ zh }) => zh).join('，'), parts.map(({ en }) => en).join(', '))
}

/** Usual cause and action when only the fault kind is known. */
export const usualCause: Readonly<Record<FaultKind, readonly [cause: Said, action: Said]>> = {
  mechanical: [both('磨损松动', 'Worn and loose'), both('更换磨损件并紧固', 'Replaced the worn part and tightened it')],
  electrical: [
    both('接线端子松动', 'Loose terminal'),
    both('重新压接并紧固端子', 'Crimped and tightened the terminal anew'),
  ],
  control: [both('传感器位置偏移', 'Sensor had shifted'), both('重新调整传感器', 'Readjusted the sensor')],
  pneumatic: [both('气管漏气', 'Air hose leaks'), both('更换气管接头', 'Replaced the hose fitting')],
  hydraulic: [both('密封渗油', 'Seal weeps oil'), both('更换密封并补油', 'Replaced the seal and topped up oil')],
  heating: [both('加热元件断路', 'Heater element open'), both('更换加热元件', 'Replaced the heater element')],
  lubrication: [both('油路堵塞', 'Oil line blocked'), both('疏通油路并加油', 'Cleared the line and lubricated')],
  instrument: [both('零点漂移', 'Zero drift'), both('重新校零', 'Set the zero anew')],
  safety: [
    both('安全开关接触不良', 'Poor contact of the safety switch'),
    both('更换安全开关', 'Replaced the safety switch'),
  ],
  other: [both('部件松脱', 'A part had come off'), both('复位并固定', 'Refitted and fixed')],
}
