/** Counters and gauges of the plant. */
import type { meter } from '@/areas/equipment/contract/meter'
import type { Row } from '@/contract/resource'
import type { PlantLine, Site } from './lines'
import { toBilingualText, type BilingualText } from './bilingual-text'

export interface DemoCounter {
  stem: string
  name: string
  nameEn: string
  kind: Row<typeof meter>['kind']
  unit: string
  place: BilingualText
  lineId: string | null
  perDay: number
  rollsOverAt: number
  isExchanged?: boolean
}

/** Lists the electricity, water, gas and compressed air counters of a place; `perDay` is in the counter's unit. */
export function listCounters(site: Site): DemoCounter[] {
  const usePerDay: Record<PlantLine['kind'], number> = {
    spunbond: 31_000,
    composite: 46_000,
    meltblown: 17_500,
    slitting: 1450,
    utility: 12_500,
  }
  const electricMeters = site.lines.map((line): DemoCounter => ({
    stem: 'E',
    name: `${line.name}电表`,
    nameEn: `${line.nameEn} electricity meter`,
    kind: 'electricity',
    unit: 'kWh',
    place: toBilingualText('变配电室', 'Substation'),
    lineId: line.id,
    perDay: usePerDay[line.kind],
    rollsOverAt: line.kind === 'slitting' ? 1_000_000 : 10_000_000,
  }))
  return [
    ...electricMeters,
    {
      stem: 'W',
      name: '生产用水表',
      nameEn: 'Process water meter',
      kind: 'water',
      unit: 'm³',
      place: toBilingualText('水泵房', 'Pump room'),
      lineId: null,
      perDay: 210,
      rollsOverAt: 1_000_000,
      isExchanged: true,
    },
    {
      stem: 'W',
      name: '冷却补水表',
      nameEn: 'Cooling make-up water meter',
      kind: 'water',
      unit: 'm³',
      place: toBilingualText('冷却塔', 'Cooling tower'),
      lineId: null,
      perDay: 95,
      rollsOverAt: 100_000,
    },
    {
      stem: 'G',
      name: '热油炉燃气表',
      nameEn: 'Thermal oil boiler gas meter',
      kind: 'gas',
      unit: 'm³',
      place: toBilingualText('热油炉房', 'Thermal oil boilers'),
      lineId: null,
      perDay: 4300,
      rollsOverAt: 10_000_000,
    },
    {
      stem: 'A',
      name: '压缩空气流量计',
      nameEn: 'Compressed air flow meter',
      kind: 'compressedAir',
      unit: 'm³',
      place: toBilingualText('空压站', 'Compressed air station'),
      lineId: null,
      perDay: 62_000,
      rollsOverAt: 100_000_000,
    },
  ]
}

/** Stem, name in both languages, kind, unit, range and months between calibrations. */
export const gaugeSpecs = [
  ['PG', '压力表', 'Pressure gauge', 'pressure', 'MPa', 0, 1.6, 6],
  ['TG', '双金属温度计', 'Bimetal thermometer', 'temperature', '°C', 0, 300, 12],
  ['PM', '熔体压力表', 'Melt pressure gauge', 'pressure', 'MPa', 0, 35, 12],
  ['VG', '测振仪', 'Vibration meter', 'other', 'mm/s', 0, 50, 12],
  ['IR', '红外测温仪', 'Infrared thermometer', 'temperature', '°C', -20, 500, 12],
  ['SC', '电子台秤', 'Platform scale', 'weight', 'kg', 0, 1500, 12],
  ['CM', '钳形电流表', 'Clamp ammeter', 'current', 'A', 0, 1000, 12],
  ['SP', '线速度表', 'Line speed meter', 'speed', 'm/min', 0, 1000, 12],
] as const
