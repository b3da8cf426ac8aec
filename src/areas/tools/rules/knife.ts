/** How long a knife cuts. */

/** From this share of its life on a knife is to be changed soon. */
const NEAR_END = 0.9
export type KnifeLife = 'unknown' | 'good' | 'nearEnd' | 'over'
/** How far through its life a knife is; `unknown` without a life. */
export function knifeLife(metres: number, lifeM: number | null): KnifeLife {
  if (!lifeM) return 'unknown'
  return metres >= lifeM ? 'over' : metres >= lifeM * NEAR_END ? 'nearEnd' : 'good'
}
