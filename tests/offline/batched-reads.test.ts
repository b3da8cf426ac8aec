import { describe, expect, it, vi } from 'vitest'
import { combineReads } from '@/offline/database'

describe('reads requested in one turn', () => {
  it('are executed together, and each caller gets its own answer', async () => {
    const read = vi.fn((keys: readonly number[]) => Promise.resolve(keys.map((key) => key * 10)))
    const of = combineReads(read)
    expect(await Promise.all([of(1), Promise.resolve().then(() => of(2)), of(1)])).toEqual([10, 20, 10])
    expect(read).toHaveBeenCalledTimes(1)
    expect(await of(4)).toBe(40)
    expect(read).toHaveBeenCalledTimes(2)
  })
  it('fail together, and the next request reads again', async () => {
    let broken = true
    const of = combineReads((keys: readonly string[]) =>
      broken ? Promise.reject(new Error('closed')) : Promise.resolve(keys),
    )
    const both = await Promise.allSettled([of('a'), of('b')])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    broken = false
    expect(await of('c')).toBe('c')
  })
})
