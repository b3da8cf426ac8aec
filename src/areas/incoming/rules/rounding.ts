/**
 * Rounds as GB/T 8170 says: to the nearest, a five with nothing behind it to the even digit (四舍六入五成双).
 * @param digits decimals kept
 */
export function roundedTo(value: number, digits: number): number {
  // Shifted as text, so that 2.675 stays 267.5 and does not become 267.49999999999997.
  const text = String(value).includes('e') ? value.toFixed(12) : String(value)
  const shifted = Number(`${text}e${digits}`)
  const below = Math.floor(shifted)
  const rest = shifted - below
  const whole = rest > 0.5 || (rest === 0.5 && below % 2 !== 0) ? below + 1 : below
  return Number(`${whole}e-${digits}`)
}
