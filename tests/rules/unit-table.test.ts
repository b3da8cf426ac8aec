import { describe, expect, test } from 'vitest'
import {
  convertUnit,
  isUnit,
  isYuanPrice,
  parseFileNumber,
  parseTypedNumber,
  splitHeading,
  getUnitFactor,
} from '@/contract/unit-table'

describe('spellings of units', () => {
  test.each([
    ['公斤', 'g', 1000],
    ['千克', 'kg', 1],
    ['ＫＧ', 'kg', 1],
    ['吨', 'kg', 1000],
    ['t', 'kg', 1000],
    ['斤', 'kg', 0.5],
    ['mL', '升', 0.001],
    ['L', 'ml', 1000],
    ['个', '只', 1],
    ['件', 'pcs', 1],
    ['km', 'm', 1000],
    ['㎜', 'm', 0.001],
    ['μm', 'mm', 0.001],
    ['mbar', 'kPa', 0.1],
    // 1 mmH₂O = 9.80665 Pa (conventional, ISO 80000-4).
    ['mmH2O', 'Pa', 9.80665],
    ['cN', 'N', 0.01],
    ['N/5 cm', 'N/50 mm', 1],
    ['cN/50 mm', 'N/50 mm', 0.01],
    ['gsm', 'g/m²', 1],
    ['kg/m2', 'g/m²', 1000],
    // ISO 9237: 1 L/(m²·s) = 0.001 m³ / m² / s = 1 mm/s.
    ['L/m²/s', 'mm/s', 1],
    ['L/(m²·s)', 'mm/s', 1],
    ['元/MWh', 'CNY/kWh', 0.001],
    ['元/兆瓦时', 'CNY/kWh', 0.001],
    ['元/度', 'CNY/kWh', 1],
    ['万元', 'CNY', 10_000],
    ['元/千立方米', 'CNY/m³', 0.001],
    ['毫米水柱', 'Pa', 9.80665],
    ['忽米', 'mm', 0.01],
    ['十牛', 'N', 10],
    ['分/kWh', 'CNY/kWh', 0.01],
    ['分 / 度', 'CNY/kWh', 0.01],
    ['角/kWh', 'CNY/kWh', 0.1],
    ['元/个', 'CNY/pcs', 1],
    ['万千瓦时', 'kWh', 10_000],
    ['kW·h', 'kWh', 1],
    ['m/s', 'm/min', 60],
    ['小时', 'min', 60],
    ['‰', '%', 0.1],
    ['%', '', 0.01],
    ['克每平方米', 'g/m²', 1],
    ['dtex', 'tex', 0.1],
    // SI prefixes: m is 0.001, M is 1,000,000.
    ['Pa·s', 'mPa·s', 1000],
    ['mPa.s', 'Pa·s', 0.001],
    ['mPas', 'mPa·s', 1],
    ['mpa·s', 'mPa·s', 1],
    ['MPa', 'Pa', 1_000_000],
    ['MPA', 'kPa', 1000],
    ['兆帕', 'kPa', 1000],
    ['mΩ', 'Ω', 0.001],
    ['mOhm', 'ohm', 0.001],
    ['MΩ', 'kΩ', 1000],
    ['MOhm', 'ohm', 1_000_000],
    ['mN', 'N', 0.001],
    ['mN/50 mm', 'N/50 mm', 0.001],
    ['mg', 'g', 0.001],
    ['MG', 'g', 0.001],
    ['MW', 'kW', 1000],
    ['MWh', 'kWh', 1000],
    ['MJ', 'kJ', 1000],
    // The same unclear unit is the same unit.
    ['mPa', 'mPa', 1],
    ['MPa·s', 'MPa·s', 1],
  ])('%s → %s: %d', (from, to, factor) => {
    expect(getUnitFactor(from, to)).toBe(factor)
  })
  test.each([
    ['只', 'g'],
    ['桶', '升'],
    ['套', '只'],
    ['kg', 'L'],
    ['°F', '°C'],
    ['CNY', 'USD'],
    ['furlong', 'm'],
    ['10³kg', 'kg'],
    ['②吨', 'kg'],
    ['kg', 'furlong'],
    ['kg', 'kg/m'],
    ['分', 'min'],
    ['分钟', 'CNY'],
    ['分', 'h'],
    // Milli, mega or a slip of the shift key.
    ['mPa', 'MPa'],
    ['mPa', 'kPa'],
    ['MPa', 'mPa'],
    ['mPa', 'mPa·s'],
    ['MPa·s', 'mPa·s'],
    ['MPA.S', 'Pa·s'],
    ['mW', 'kW'],
    ['mW·h', 'kWh'],
    ['mWh', 'kWh'],
    ['元/mWh', 'CNY/kWh'],
    ['mJ', 'kJ'],
    ['mVA', 'kVA'],
    ['MN', 'N'],
    ['Mg', 'kg'],
    ['Mg/m³', 'kg/m³'],
    ['mohm', 'Ω'],
    ['mΩ', 'MPa'],
  ])('%s is never turned into %s', (from, to) => {
    expect(getUnitFactor(from, to)).toBeNull()
  })
  test('an unknown unit stays itself', () => {
    expect(getUnitFactor('Furlong', 'furlong')).toBe(1)
  })
  test('amounts lose and gain no digit', () => {
    expect(convertUnit(12.5, '吨', 'kg')).toBe(12_500)
    expect(convertUnit(0.1, 'kg', 'g')).toBe(100)
    expect(convertUnit(1234, 'g', '公斤')).toBe(1.234)
    expect(convertUnit(0.07, '', '%')).toBe(7)
  })
  test('a unit with an unclear prefix is a unit', () => {
    for (const text of ['mPa', 'mW', 'Mg', 'MPa·s', 'mohm']) expect(isUnit(text)).toBe(true)
  })
  test('texts that are no unit', () => {
    for (const text of ['', '必填', 'batch', '3', 'kg//m', '/']) expect(isUnit(text)).toBe(false)
  })
})

describe('headings with a unit', () => {
  test.each([
    ['重量（吨）', '重量', '吨'],
    ['Weight [t]', 'Weight', 't'],
    ['重量【千克】*', '重量', '千克'],
    ['重量/吨', '重量', '吨'],
    ['透气率 (L/(m²·s))', '透气率', 'L/(m2·s)'],
    ['重量（必填）', '重量', null],
    ['日期 (YYYY-MM-DD)', '日期', null],
    ['产品/批号', '产品/批号', null],
    ['纵向强力 N/50 mm', '纵向强力 N/50 mm', null],
    ['Force N/cm', 'Force N/cm', null],
    ['重量', '重量', null],
  ])('%s', (heading, label, unit) => {
    expect(splitHeading(heading)).toEqual({ label, unit })
  })
})

describe('typed numbers', () => {
  test.each([
    ['0,902', 0.902],
    ['1,234.5', 1234.5],
    ['1.234,5', 1234.5],
    ['１２．５', 12.5],
    ['−3', -3],
  ])('%s is %d', (text, number) => {
    expect(parseTypedNumber(text)).toBe(number)
  })
  test.each(['1,234', '0,125.5', '0,125,000', '0.125,5', '10²', '5³', '②', '2¹', '1½'])('%s is refused', (text) => {
    expect(parseTypedNumber(text)).toBeNull()
  })
})

test('prices in yuan', () => {
  expect(['元/吨', 'CNY/kWh', '￥／kg', 'CNY', 'USD/kg', '万元/吨', 'kg'].map(isYuanPrice)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})

describe('numbers of files', () => {
  test.each([
    ['1 250', 1250],
    ['1\u00a0250,5', 1250.5],
    ['12\u2009500.25', 12_500.25],
    ['-1\u202f250\u202f000', -1_250_000],
    ['１　２５０', 1250],
  ])('%j is %d, with groups of three digits', (text, number) => {
    expect(parseFileNumber(text, undefined)).toBe(number)
  })
  test.each(['1 25', '1 2500', '0 125', '1250 000', '1\n250', '1\t250', '1  250', '812 81 5', '1 250 12'])(
    '%j is refused',
    (text) => {
      expect(parseFileNumber(text, undefined)).toBeNull()
    },
  )
})
