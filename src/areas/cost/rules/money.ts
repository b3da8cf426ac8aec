/** Money is counted in whole fen (0.01 CNY): sums add up whatever their order. */
export type Fen = number

/** CNY as whole fen, half a fen away from zero; what is off by less than a ten-millionth is arithmetic. */
export function toFen(yuan: number): Fen {
  const fen = Math.abs(yuan) * 100
  const rounded = Math.round(fen + 1e-7)
  return yuan < 0 && rounded !== 0 ? -rounded : rounded
}
export const toYuan = (fen: Fen): number => fen / 100
export const sumOf = (amounts: readonly Fen[]): Fen => amounts.reduce((sum, amount) => sum + amount, 0)
/** CNY per unit from fen, four digits; null where there is nothing to divide by. */
export const perUnit = (fen: Fen, units: number | null): number | null =>
  units !== null && units > 0 ? Math.round((fen / units) * 100) / 10_000 : null
