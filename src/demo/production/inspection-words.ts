/** Items of line, station and first roll inspections. */
import { toTexts } from '../bilingual-text'

export const lineInspectionItems = [
  toTexts('急停按钮', 'Emergency stop'),
  toTexts('安全光栅', 'Safety light curtain'),
  toTexts('油位', 'Oil level'),
  toTexts('气压', 'Air pressure'),
  toTexts('冷却水', 'Cooling water'),
  toTexts('传动声音', 'Drive noise'),
  toTexts('温控显示', 'Temperature display'),
  toTexts('现场清洁', 'Area clean'),
] as const
export const stations = {
  feeding: toTexts('投料岗', 'Feeding'),
  spinning: toTexts('纺丝岗', 'Spinning'),
  winding: toTexts('卷绕岗', 'Winding'),
} as const
export const stationItems = [
  toTexts('设备清洁', 'Machine cleanliness'),
  toTexts('仪表读数', 'Gauge readings'),
  toTexts('工器具', 'Tools'),
  toTexts('物料标识', 'Material labels'),
] as const
export const basisWeight = toTexts('克重', 'Basis weight')
export const firstInspectionItems = [
  toTexts('外观', 'Appearance'),
  basisWeight,
  toTexts('门幅', 'Width'),
  toTexts('卷长', 'Roll length'),
  toTexts('标签', 'Label'),
] as const
