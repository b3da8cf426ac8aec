/** Texts of check records, lubrication records and work records of machines. */
import { both } from './said'

export const driveEnd = both('驱动端', 'Drive end')
export const otherEnd = both('非驱动端', 'Non-drive end')
export const gearbox = both('减速箱', 'Gearbox')
export const remarks = [
  both('持续观察', 'Keep watching'),
  both('已报修', 'Repair reported'),
  both('安排停机处理', 'To be done at the next standstill'),
]
export const works = [
  both('红外测温，端子紧固', 'Thermography, terminals retightened'),
  both('绝缘测量', 'Insulation measured'),
  both('更换滤棉，吹扫除尘', 'Filter mats replaced, dust blown out'),
  both('检查接地与标识', 'Earthing and labels checked'),
  both('核对保护定值', 'Protection settings checked'),
]
export const instruments = [
  both('测振仪 VM-63', 'Vibration meter VM-63'),
  both('红外测温仪 IR-80', 'Infrared thermometer IR-80'),
  both('激光对中仪', 'Laser alignment set'),
  both('兆欧表 ZC25', 'Insulation tester ZC25'),
]
export const greased = [
  both('驱动端轴承', 'Drive-end bearing'),
  both('非驱动端轴承', 'Non-drive-end bearing'),
  gearbox,
  both('导轨', 'Guide rail'),
  both('链条', 'Chain'),
  both('万向节', 'Universal joint'),
]

export const assists = [
  ['cleaning', both('设备外表与地沟清洁', 'Cleaned machine exterior and floor channels')],
  ['cleaning', both('清理网下积料', 'Removed polymer from below the belt')],
  ['adjustment', both('调整网帘张力与纠偏', 'Adjusted belt tension and tracking')],
  ['adjustment', both('调整皮带张紧', 'Adjusted the belt tension')],
  ['filterChange', both('更换滤网、滤棉', 'Changed strainers and filter mats')],
  ['filterChange', both('更换熔体过滤网', 'Changed the melt filter screen')],
  ['relocation', both('工位调整，设备移位', 'Workplace rearranged, machine moved')],
  ['commissioning', both('检修后试机、参数确认', 'Test run after service, parameters confirmed')],
  ['other', both('配合外协检修', 'Assisted the outside service firm')],
] as const

export const detections = [
  ['vibration', 'mm/s', 0, 4.5, 1.2, 3.6, both('GB/T 6075.3', 'GB/T 6075.3')],
  ['temperature', '°C', 0, 75, 40, 66, both('设备规程', 'Machine manual')],
  ['alignment', 'mm', 0, 0.1, 0.01, 0.08, both('安装规范', 'Installation specification')],
  ['insulation', 'MΩ', 1, 1000, 20, 500, both('GB 50150', 'GB 50150')],
  ['leakage', 'mL/h', 0, 5, 0, 2, both('设备规程', 'Machine manual')],
] as const

export const sheetItems = [
  both('急停与安全门', 'Emergency stops and safety doors'),
  both('电气柜门锁闭', 'Cabinet doors locked'),
  both('接地与电缆', 'Earthing and cables'),
  both('指示灯与仪表', 'Lamps and gauges'),
  both('现场清洁', 'Area clean'),
]
