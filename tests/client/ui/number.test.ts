import { describe, expect, it } from 'vitest'
import {
  formatExact,
  formatNumber,
  formatPercent,
  formatNumberParts,
  getDecimalsNextToLimits,
  roundDecimal,
} from '@/client/format/number'

describe('round', () => {
  it.each([
    [1.005, 2, 1.01],
    [-1.005, 2, -1.01],
    [2.344999, 2, 2.34],
    [1.45, 1, 1.5],
    [0.1 + 0.2, 2, 0.3],
    [1e-9, 2, 0],
    [-0.001, 2, 0],
    [1.5e21, 2, 1.5e21],
    [12345.678, 0, 12346],
    [1234.5, -2, 1200],
  ])('%d to %d decimals is %d', (value, decimals, expected) => {
    expect(Object.is(roundDecimal(value, decimals), expected)).toBe(true)
  })
  it('uses 2 decimals by default and leaves non-numbers unchanged', () => {
    expect(roundDecimal(1.239)).toBe(1.24)
    expect(roundDecimal(Number.NaN)).toBeNaN()
    expect(roundDecimal(Infinity)).toBe(Infinity)
  })
})

describe('decimals next to limits', () => {
  it.each([
    // 1.63 MPa exceed 1.6 MPa, but 1.6 do not.
    [1.63, { low: 0.8, high: 1.6 }, 1, 2],
    [1.604, { low: 0.8, high: 1.6 }, 1, 3],
    [1.66, { low: 0.8, high: 1.6 }, 1, 1],
    [1.6, { low: 0.8, high: 1.6 }, 1, 1],
    [231.4178, { low: 225, high: 240 }, 1, 1],
    // Within its limits, and 1.6 would not be.
    [1.57, { low: null, high: 1.58 }, 1, 2],
    // 2.25 is displayed as 2.3, so it needs a digit more to be below 2.3.
    [2.25, { low: 2.3, high: null }, 1, 2],
    [1.327, { low: 1.33 }, 2, 3],
    [99.6, {}, 0, 0],
    [null, { low: 1 }, 1, 1],
  ])('%s within %o, with at least %d: %d', (value, limits, decimals, expected) => {
    expect(getDecimalsNextToLimits(value, limits, decimals)).toBe(expected)
  })
})

describe('formatNumber', () => {
  it.each([
    [0, 'kg', '0 kg', '0 kg'],
    [14.285, 'g/m²', '14.29 g/m²', '14.29 g/m²'],
    [1234.5, 'm', '1,234.5 m', '1,234.5 m'],
    [9999.99, 'kg', '9,999.99 kg', '9,999.99 kg'],
    [9999.994, 'kg', '9,999.99 kg', '9,999.99 kg'],
    // Rounding to the displayed decimals comes before the choice of unit.
    [9999.996, 'kg', '1.0万 kg', '10.0 t'],
    [10_000, 'kg', '1.0万 kg', '10.0 t'],
    [-10_000, 'kg', '-1.0万 kg', '-10.0 t'],
    [12_345, 'kg', '1.2万 kg', '12.3 t'],
    [12_500, 'kg', '1.3万 kg', '12.5 t'],
    [123_456_789, 'kg', '12,345.7万 kg', '123,456.8 t'],
    [12_345, 'm', '1.2万 m', '12.3 km'],
    [12_345, 'kWh', '1.2万 kWh', '12.3 MWh'],
    [12_345, 'N', '1.2万 N', '12.3k N'],
    [157_542_412, 'CNY', '15,754.2万 元', '157.5M CNY'],
    [999_960, 'N', '100.0万 N', '1.0M N'],
    [0.5, '%', '0.5%', '0.5%'],
    [null, 'kg', '–', '–'],
    [undefined, 'kg', '–', '–'],
    [Number.NaN, 'kg', '–', '–'],
    [-Infinity, 'kg', '–', '–'],
  ])('%s %s is %s in zh and %s in en', (value, unit, zh, en) => {
    expect(formatNumber(value, { language: 'zh', unit, abbreviate: true })).toBe(zh)
    expect(formatNumber(value, { language: 'en', unit, abbreviate: true })).toBe(en)
  })
  it('abbreviates only on request', () => {
    expect(formatNumber(10_840, { language: 'zh', unit: 'kg' })).toBe('10,840 kg')
    expect(formatNumber(10_840, { language: 'en', unit: 'kg' })).toBe('10,840 kg')
  })
  it.each([
    [1, 'pcs', '1 个', '1 pc'],
    [2, 'pcs', '2 个', '2 pcs'],
    [0, 'pc', '0 个', '0 pcs'],
    [1, '只', '1 只', '1 pc'],
    [1.5, '根', '1.5 根', '1.5 pcs'],
    [2, '套', '2 套', '2 sets'],
    [1, 'month', '1 个月', '1 month'],
    [6, 'month', '6 个月', '6 months'],
    [1, 'd', '1 天', '1 day'],
    [3, '°C', '3 °C', '3 °C'],
  ])('counts %s %s: %s in zh, %s in en', (value, unit, zh, en) => {
    expect(formatNumber(value, { language: 'zh', unit })).toBe(zh)
    expect(formatNumber(value, { language: 'en', unit })).toBe(en)
  })
  it('can keep its decimals and its length', () => {
    expect(formatNumber(5, { language: 'zh', hasFixedDecimals: true })).toBe('5.00')
    expect(formatNumber(12_345.678, { language: 'zh' })).toBe('12,345.68')
  })
})

it('returns the exact value behind an abbreviated one', () => {
  expect(formatNumberParts(123_456.789, { language: 'zh', unit: 'kg', abbreviate: true })).toEqual({
    text: '12.3万',
    unit: 'kg',
    exact: '123,456.789 kg',
    isAbbreviated: true,
    isMissing: false,
  })
  expect(formatExact(10_000, 'en', 'm')).toBe('10,000 m')
})

it.each([
  [0.1234, '12.34%'],
  [0.12345, '12.35%'],
  [1, '100%'],
  [0.07, '7%'],
  [120, '12,000%'],
  [-0.005, '-0.5%'],
  [null, '–'],
  [Number.NaN, '–'],
])('the ratio %s is %s', (ratio, expected) => {
  expect(formatPercent(ratio, { language: 'zh' })).toBe(expected)
})

it('money is in 元 for Chinese readers, in CNY for others', () => {
  expect(formatNumber(12.5, { language: 'zh', unit: 'CNY' })).toBe('12.5 元')
  expect(formatNumber(12.5, { language: 'zh', unit: 'CNY/kg' })).toBe('12.5 元/kg')
  expect(formatNumber(12.5, { language: 'en', unit: 'CNY/kWh' })).toBe('12.5 CNY/kWh')
})
