/** Items of line, station and first roll inspections. */
import { both } from '../said'

export const lineInspectionItems = [
  both('急停按钮', 'Emergency stop'),
  both('安全光栅', 'Safety light curtain'),
  both('油位', 'Oil level'),
  both('气压', 'Air pressure'),
  both('冷却水', 'Cooling water'),
  both('传动声音', 'Drive noise'),
  both('温控显示', 'Temperature display'),
  both('现场清洁', 'Area clean'),
] as const
export const stations = {
  feeding: both('投料岗', 'Feeding'),
  spinning: both('纺丝岗', 'Spinning'),
  winding: both('卷绕岗', 'Winding'),
} as const
export const stationItems = [
  both('设备清洁', 'Machine cleanliness'),
  both('仪表读数', 'Gauge readings'),
  both('工器具', 'Tools'),
  both('物料标识', 'Material labels'),
] as const
export const basisWeight = both('克重', 'Basis weight')
export const firstInspectionItems = [
  both('外观', 'Appearance'),
  basisWeight,
  both('门幅', 'Width'),
  both('卷长', 'Roll length'),
  both('标签', 'Label'),
] as const
