import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { calculateSlitShares } from '@/areas/cost/rules/slit-shares'
import { sumOutputBySpan, type MachineOutput } from '@/areas/tools/rules/output-by-span'

const making = (
  lineId: string,
  orderId: string | null,
  startsAt: number,
  metres: number,
  hours: number | null = null,
): MachineOutput => ({
  lineId,
  orderId,
  at: startsAt,
  metres,
  kg: metres / 10,
  hours,
})

describe('output while tools were mounted', () => {
  const made = [
    making('SL1', 'a', 10, 100),
    making('SL1', 'b', 10, 40),
    making('SL1', 'a', 20, 200),
    making('SB1', 'a', 20, 5000),
    making('SL1', 'a', 30, 400),
  ]
  test('counts from mounting until removal, by order and machine', () => {
    const first = { lineId: 'SL1', from: 10, to: 30 }
    const second = { lineId: 'SL1', from: 30, to: Infinity }
    const other = { lineId: 'SB1', from: 0, to: 20 }
    expect(sumOutputBySpan(made, [first, second, other])).toEqual([
      { span: first, orderId: 'a', metres: 300, kg: 30, hours: null },
      { span: first, orderId: 'b', metres: 40, kg: 4, hours: null },
      { span: second, orderId: 'a', metres: 400, kg: 40, hours: null },
    ])
  })
  test('uses the hours of the output itself, without stops in between', () => {
    // Two orders make the same metres, the second at half the speed and with a stop of an hour.
    const wound = [
      making('SB1', 'fast', 10, 10_000, 1),
      making('SB1', 'slow', 20, 10_000, 2),
      making('SB1', 'slow', 25, 0, -1),
      making('SB1', 'slow', 30, 10_000, 3),
    ]
    const belt = { lineId: 'SB1', from: 0, to: 40 }
    expect(sumOutputBySpan(wound, [belt]).map(({ orderId, hours }) => [orderId, hours])).toEqual([
      ['fast', 1],
      ['slow', 4],
    ])
    // One without hours leaves those of its order in that time unknown, not the others'.
    const halves = sumOutputBySpan(
      [...wound, making('SB1', 'slow', 35, 10_000)],
      [
        { ...belt, to: 30 },
        { ...belt, from: 30 },
      ],
    )
    expect(halves.map(({ orderId, hours }) => [orderId, hours])).toEqual([
      ['fast', 1],
      ['slow', 1],
      ['slow', null],
    ])
  })
  test('equals adding one by one, for any mountings', () => {
    const moments = fc.integer({ min: 0, max: 50 })
    fc.assert(
      fc.property(
        fc.array(fc.record({ line: fc.constantFrom('x', 'y'), order: fc.constantFrom('a', 'b', null), at: moments }), {
          maxLength: 40,
        }),
        fc.array(fc.record({ lineId: fc.constantFrom('x', 'y'), from: moments, to: moments }), { maxLength: 8 }),
        (rows, spans) => {
          const all = rows.map(({ line, order, at }, i) => making(line, order, at, i + 1)).sort((a, b) => a.at - b.at)
          const outputs = sumOutputBySpan(all, spans)
          for (const span of spans)
            for (const order of ['a', 'b', null]) {
              const metres = all
                .filter((m) => m.lineId === span.lineId && m.orderId === order && m.at >= span.from && m.at < span.to)
                .reduce((sum, m) => sum + m.metres, 0)
              expect(outputs.find((one) => one.span === span && one.orderId === order)?.metres ?? 0).toBe(metres)
            }
        },
      ),
    )
  })
})

describe('hours at a slitter', () => {
  const cut = (orderId: string | null, shift: string, kg: number) => ({
    lineId: 'SL1',
    orderId,
    businessDate: '2026-11-20',
    shift,
    kg,
  })
  test('follow the kilograms of the shift, including rolls without an order', () => {
    const shares = calculateSlitShares([
      cut('a', 'early', 300),
      cut('a', 'early', 100),
      cut('b', 'early', 500),
      cut(null, 'early', 100),
      cut('a', 'night', 50),
    ])
    expect(shares.map(({ orderId, shift, kg, allKg }) => [orderId, shift, kg, allKg])).toEqual([
      ['a', 'early', 400, 1000],
      ['b', 'early', 500, 1000],
      ['a', 'night', 50, 50],
    ])
    expect(calculateSlitShares([cut('a', 'early', 0)])).toEqual([])
  })
})
