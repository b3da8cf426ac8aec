/** Texts of check records, lubrication records and work records of machines. */
import { toBilingualText } from './bilingual-text'

export const driveEnd = toBilingualText('驱动端', 'Drive end')
export const nonDriveEnd = toBilingualText('非驱动端', 'Non-drive end')
export const gearbox = toBilingualText('减速箱', 'Gearbox')
export const remarks = [
  toBilingualText('持续观察', 'Keep watching'),
  toBilingualText('已报修', 'Repair reported'),
  toBilingualText('安排停机处理', 'To be done at the next standstill'),
]
export const electricalWorks = [
  toBilingualText('红外测温，端子紧固', 'Thermography, terminals retightened'),
  toBilingualText('绝缘测量', 'Insulation measured'),
  toBilingualText('更换滤棉，吹扫除尘', 'Filter mats replaced, dust blown out'),
  toBilingualText('检查接地与标识', 'Earthing and labels checked'),
  toBilingualText('核对保护定值', 'Protection settings checked'),
]
export const instruments = [
  toBilingualText('测振仪 VM-63', 'Vibration meter VM-63'),
  toBilingualText('红外测温仪 IR-80', 'Infrared thermometer IR-80'),
  toBilingualText('激光对中仪', 'Laser alignment set'),
  toBilingualText('兆欧表 ZC25', 'Insulation tester ZC25'),
]
export const lubricationPoints = [
  toBilingualText('驱动端轴承', 'Drive-end bearing'),
  toBilingualText('非驱动端轴承', 'Non-drive-end bearing'),
  gearbox,
  toBilingualText('导轨', 'Guide rail'),
  toBilingualText('链条', 'Chain'),
  toBilingualText('万向节', 'Universal joint'),
]

export const assistWorks = [
  ['cleaning', toBilingualText('设备外表与地沟清洁', 'Cleaned machine exterior and floor channels')],
  ['cleaning', toBilingualText('清理网下积料', 'Removed polymer from below the belt')],
  ['adjustment', toBilingualText('调整网帘张力与纠偏', 'Adjusted belt tension and tracking')],
  ['adjustment', toBilingualText('调整皮带张紧', 'Adjusted the belt tension')],
  ['filterChange', toBilingualText('更换滤网、滤棉', 'Changed strainers and filter mats')],
  ['filterChange', toBilingualText('更换熔体过滤网', 'Changed the melt filter screen')],
  ['relocation', toBilingualText('工位调整，设备移位', 'Workplace rearranged, machine moved')],
  ['commissioning', toBilingualText('检修后试机、参数确认', 'Test run after service, parameters confirmed')],
  ['other', toBilingualText('配合外协检修', 'Assisted the outside service firm')],
] as const

export const detectionMethods = [
  ['vibration', 'mm/s', 0, 4.5, 1.2, 3.6, toBilingualText('GB/T 6075.3', 'GB/T 6075.3')],
  ['temperature', '°C', 0, 75, 40, 66, toBilingualText('设备规程', 'Machine manual')],
  ['alignment', 'mm', 0, 0.1, 0.01, 0.08, toBilingualText('安装规范', 'Installation specification')],
  ['insulation', 'MΩ', 1, 1000, 20, 500, toBilingualText('GB 50150', 'GB 50150')],
  ['leakage', 'mL/h', 0, 5, 0, 2, toBilingualText('设备规程', 'Machine manual')],
] as const

export const teamCheckItems = [
  toBilingualText('急停与安全门', 'Emergency stops and safety doors'),
  toBilingualText('电气柜门锁闭', 'Cabinet doors locked'),
  toBilingualText('接地与电缆', 'Earthing and cables'),
  toBilingualText('指示灯与仪表', 'Lamps and gauges'),
  toBilingualText('现场清洁', 'Area clean'),
]
