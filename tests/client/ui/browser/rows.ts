/** Generated rolls. A table that does not virtualize its rows would be too slow with them. */
export type Roll = {
  id: string
  code: string
  product: string
  line: string
  team: string
  state: 'ok' | 'warn' | 'bad' | 'wait'
  gsm: number
  width: number
  length: number
  mass: number
  at: string
}

const STATES = ['ok', 'ok', 'ok', 'wait', 'warn', 'ok', 'bad'] as const

export function createRolls(count: number): Roll[] {
  return Array.from({ length: count }, (_, index) => {
    const gsm = 12 + (index % 7) * 0.5
    const length = 10_000 + (index % 13) * 350
    return {
      id: String(index),
      code: `S2605-SMS3-0504-${String(index).padStart(5, '0')}`,
      product: `SMS ${gsm} g/m² × 3200 mm`,
      line: `SMS${(index % 3) + 1}`,
      team: '甲乙丙丁'[index % 4] ?? '',
      state: STATES[index % STATES.length] ?? 'ok',
      gsm,
      width: 3.2,
      length,
      mass: (gsm * 3.2 * length) / 1000,
      at: `2026-05-04 ${String(index % 24).padStart(2, '0')}:12`,
    }
  })
}
