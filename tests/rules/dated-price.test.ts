import { describe, expect, it } from 'vitest'
import { findFirstClosedMonth, isDoubtfulPrice, selectEffectivePrices, toScope } from '@/areas/prices/rules/dated-price'
import { parseWindows, formatWindows } from '@/areas/prices/rules/windows-text'

type Price = Parameters<typeof selectEffectivePrices>[0][number] & { cny: number }
const price = (cny: number, more: Partial<Price> = {}): Price => ({
  item: 'labour',
  lineId: null,
  productId: null,
  effectiveFrom: '2026-01-01',
  effectiveTo: null,
  cny,
  ...more,
})
const selectPrices = (prices: Price[], day = '2026-11-20', of = { lineId: 'L1', productId: 'P1' }) =>
  selectEffectivePrices(prices, { ...of, day }).map(({ cny }) => cny)

describe('the effective price', () => {
  it('is the most specific one: line and product, product, line, plant, in any input order', () => {
    const [plant, line, product, both] = [
      price(1),
      price(2, { lineId: 'L1' }),
      price(3, { productId: 'P1' }),
      price(4, { lineId: 'L1', productId: 'P1' }),
    ]
    expect([plant, line, product, both].map(toScope)).toEqual(['plant', 'line', 'product', 'lineProduct'])
    expect(selectPrices([plant, line, product, both])).toEqual([4])
    expect(selectPrices([both, product, line, plant])).toEqual([4])
    expect(selectPrices([line, product, plant])).toEqual([3])
    expect(selectPrices([plant, line])).toEqual([2])
    expect(selectPrices([price(5, { lineId: 'L2' }), plant])).toEqual([1])
    expect(selectPrices([price(5, { lineId: 'L1', productId: 'P2' }), plant])).toEqual([1])
    expect(selectPrices([plant, price(7, { item: 'steam' })])).toEqual([1, 7])
  })
  it('applies on its first and last day', () => {
    const dated = [price(1, { effectiveFrom: '2026-11-20', effectiveTo: '2026-11-25' })]
    expect(['2026-11-19', '2026-11-20', '2026-11-25', '2026-11-26'].map((day) => selectPrices(dated, day))).toEqual([
      [],
      [1],
      [1],
      [],
    ])
  })
  it('affects closed months from its first day to its last', () => {
    const closed = ['2026-09', '2026-10']
    const of = (from: string, to: string | null) => findFirstClosedMonth(closed, { from, to })
    expect([of('2026-10-31', null), of('2026-11-01', null), of('2026-01-01', null)]).toEqual([
      '2026-10',
      null,
      '2026-09',
    ])
    expect([of('2026-08-01', '2026-08-31'), of('2026-08-01', '2026-09-01')]).toEqual([null, '2026-09'])
  })
  it('is questioned if it is zero, ten times or a tenth of the previous price', () => {
    expect([isDoubtfulPrice(0, null), isDoubtfulPrice(-1, 5), isDoubtfulPrice(0.01, null)]).toEqual([true, true, false])
    expect([
      isDoubtfulPrice(50, 5),
      isDoubtfulPrice(49.99, 5),
      isDoubtfulPrice(0.5, 5),
      isDoubtfulPrice(0.51, 5),
    ]).toEqual([true, false, true, false])
    expect(isDoubtfulPrice(50, 0)).toBe(false)
  })
})

describe('day periods in a cell', () => {
  const bands = { peak: '峰', low: '谷' } as const
  const bandOf = (word: string) => (word === '峰' || word === 'peak' ? 'peak' : word === '谷' ? 'low' : null)
  it('are parsed as they are formatted', () => {
    const windows = [
      { from: '22:00', to: '08:00', band: 'low' },
      { from: '08:00', to: '22:00', band: 'peak' },
    ] as const
    const text = formatWindows(windows, (band) => bands[band as 'peak'])
    expect(text).toBe('22:00-08:00 谷, 08:00-22:00 峰')
    expect(parseWindows(text, bandOf)).toEqual({ windows, wrong: null })
  })
  it('may use other dashes and separators, one-digit hours, and 24:00 for midnight', () => {
    expect(parseWindows('8:00–24:00 Peak； 0:00~8:00 谷', bandOf)).toEqual({
      windows: [
        { from: '08:00', to: '00:00', band: 'peak' },
        { from: '00:00', to: '08:00', band: 'low' },
      ],
      wrong: null,
    })
  })
  it('report the first invalid part', () => {
    expect(parseWindows('08:00-22:00 峰, 22:00-08:00 夜', bandOf).wrong).toBe('22:00-08:00 夜')
    expect(parseWindows('08:00-22:00', bandOf).wrong).toBe('08:00-22:00')
    expect(parseWindows('', bandOf)).toEqual({ windows: [], wrong: null })
  })
})
