/** Texts of check records, lubrication records and work records of machines. */
import { toTexts } from './bilingual-text'

export const driveEnd = toTexts('驱动端', 'Drive end')
export const nonDriveEnd = toTexts('非驱动端', 'Non-drive end')
export const gearbox = toTexts('减速箱', 'Gearbox')
export const remarks = [
  toTexts('持续观察', 'Keep watching'),
  toTexts('已报修', 'Repair reported'),
  toTexts('安排停机处理', 'To be done at the next standstill'),
]
export const electricalWorks = [
  toTexts('红外测温，端子紧固', 'Thermography, terminals retightened'),
  toTexts('绝缘测量', 'Insulation measured'),
  toTexts('更换滤棉，吹扫除尘', 'Filter mats replaced, dust blown out'),
  toTexts('检查接地与标识', 'Earthing and labels checked'),
  toTexts('核对保护定值', 'Protection settings checked'),
]
export const instruments = [
  toTexts('测振仪 VM-63', 'Vibration meter VM-63'),
  toTexts('红外测温仪 IR-80', 'Infrared thermometer IR-80'),
  toTexts('激光对中仪', 'Laser alignment set'),
  toTexts('兆欧表 ZC25', 'Insulation tester ZC25'),
]
export const lubricationPoints = [
  toTexts('驱动端轴承', 'Drive-end bearing'),
  toTexts('非驱动端轴承', 'Non-drive-end bearing'),
  gearbox,
  toTexts('导轨', 'Guide rail'),
  toTexts('链条', 'Chain'),
  toTexts('万向节', 'Universal joint'),
]

export const assistWorks = [
  ['cleaning', toTexts('设备外表与地沟清洁', 'Cleaned machine exterior and floor channels')],
  ['cleaning', toTexts('清理网下积料', 'Removed polymer from below the belt')],
  ['adjustment', toTexts('调整网帘张力与纠偏', 'Adjusted belt tension and tracking')],
  ['adjustment', toTexts('调整皮带张紧', 'Adjusted the belt tension')],
  ['filterChange', toTexts('更换滤网、滤棉', 'Changed strainers and filter mats')],
  ['filterChange', toTexts('更换熔体过滤网', 'Changed the melt filter screen')],
  ['relocation', toTexts('工位调整，设备移位', 'Workplace rearranged, machine moved')],
  ['commissioning', toTexts('检修后试机、参数确认', 'Test run after service, parameters confirmed')],
  ['other', toTexts('配合外协检修', 'Assisted the outside service firm')],
] as const

export const detectionMethods = [
  ['vibration', 'mm/s', 0, 4.5, 1.2, 3.6, toTexts('GB/T 6075.3', 'GB/T 6075.3')],
  ['temperature', '°C', 0, 75, 40, 66, toTexts('设备规程', 'Machine manual')],
  ['alignment', 'mm', 0, 0.1, 0.01, 0.08, toTexts('安装规范', 'Installation specification')],
  ['insulation', 'MΩ', 1, 1000, 20, 500, toTexts('GB 50150', 'GB 50150')],
  ['leakage', 'mL/h', 0, 5, 0, 2, toTexts('设备规程', 'Machine manual')],
] as const

export const teamCheckItems = [
  toTexts('急停与安全门', 'Emergency stops and safety doors'),
  toTexts('电气柜门锁闭', 'Cabinet doors locked'),
  toTexts('接地与电缆', 'Earthing and cables'),
  toTexts('指示灯与仪表', 'Lamps and gauges'),
  toTexts('现场清洁', 'Area clean'),
]
