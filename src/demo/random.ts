import { createUuid7 } from '@/contract/id'

/**
 * Deterministic pseudo-random generator (sfc32 of Chris Doty-Humphrey's PractRand, seeded by FNV-1a). Each subject
 * draws from its own branch, so that a change in one does not affect the others.
 */
export class Dice {
  private readonly words = new Uint32Array(4)
  private readonly bytes = new Uint8Array(12)

  constructor(private readonly seed: string) {
    for (let i = 0; i < 4; i++) this.words[i] = hashFnv(`${i}:${seed}`)
    for (let i = 0; i < 12; i++) this.draw()
  }

  branch(name: string): Dice {
    return new Dice(`${this.seed}/${name}`)
  }

  /** 0 ≤ x < 1. */
  next(): number {
    return this.draw() / 4_294_967_296
  }
  between(low: number, high: number): number {
    return low + this.next() * (high - low)
  }
  /** An integer between `low` and `high`, both included. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }
  chance(share: number): boolean {
    return this.next() < share
  }
  pick<T>(from: readonly T[]): T {
    const value = from[this.int(0, from.length - 1)]
    if (value === undefined) throw new RangeError('nothing to pick from')
    return value
  }
  pickWeighted<T>(from: readonly (readonly [T, number])[]): T {
    let remainingWeight = this.next() * from.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [value, weight] of from) {
      remainingWeight -= weight
      if (remainingWeight < 0) return value
    }
    return this.pick(from)[0]
  }
  /** Up to `count` different elements in random order. */
  sample<T>(from: readonly T[], count: number): T[] {
    const pool = [...from]
    const sampled: T[] = []
    while (sampled.length < count && pool.length > 0) sampled.push(...pool.splice(this.int(0, pool.length - 1), 1))
    return sampled
  }
  /** Normal distribution by the Box–Muller transform. */
  normal(mean: number, deviation: number): number {
    return mean + deviation * Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next())
  }
  lognormal(median: number, sigma: number): number {
    return median * Math.exp(this.normal(0, sigma))
  }
  exponential(mean: number): number {
    return -mean * Math.log(1 - this.next())
  }
  /** Weibull time to failure by inversion; shape 1 means random failures, above 1 wear. */
  weibull(scale: number, shape: number): number {
    return scale * (-Math.log(1 - this.next())) ** (1 / shape)
  }
  /** A row id that sorts by creation time, ms since 1970. */
  id(millis: number): string {
    const bytes = this.bytes
    for (let i = 0; i < 12; i += 4) {
      const word = this.draw()
      bytes[i] = word >>> 24
      bytes[i + 1] = word >>> 16
      bytes[i + 2] = word >>> 8
      bytes[i + 3] = word
    }
    return createUuid7(Math.max(0, Math.floor(millis)), bytes)
  }

  /** Returns the next 32 random bits. */
  private draw(): number {
    const w = this.words
    const [a = 0, b = 0, c = 0, counter = 0] = w
    const output = (a + b + counter) >>> 0
    w[3] = counter + 1
    w[0] = b ^ (b >>> 9)
    w[1] = c + (c << 3)
    w[2] = ((c << 21) | (c >>> 11)) + output
    return output
  }
}

function hashFnv(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

/** Rounds to `digits` decimals; never returns −0. */
export const roundDecimals = (value: number, digits: number): number => Number(value.toFixed(digits)) + 0
