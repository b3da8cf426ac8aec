import { beforeEach, describe, expect, it, vi } from 'vitest'
import { shareAnswer } from '@/areas/boards/server/share-answer'
import type { Context } from '@/server/context'

const SCREENS = 200
let changes: number
let ctx: Context
let shown: string
const work = vi.fn(async () => shown)
const askAll = () => Promise.all(Array.from({ length: SCREENS }, () => shareAnswer(ctx, 'output', work)))

beforeEach(() => {
  changes = 0
  shown = 'runs'
  work.mockClear()
  const app = { changes: { version: () => changes } }
  ctx = { site: 1, language: 'zh', app } as unknown as Context
})

describe('an answer that many screens ask for', () => {
  it('is worked out once for all of them, and not again while nothing changes', async () => {
    expect(new Set(await askAll())).toEqual(new Set(['runs']))
    expect(new Set(await askAll())).toEqual(new Set(['runs']))
    expect(work).toHaveBeenCalledTimes(1)
  })

  it('never shows what was so before a change, however soon after the last answer it is asked for', async () => {
    await askAll()
    shown = 'stands'
    changes += 1
    expect(new Set(await askAll())).toEqual(new Set(['stands']))
    expect(work).toHaveBeenCalledTimes(2)
  })

  it('is asked for again after a failure, by those who were waiting too', async () => {
    work.mockRejectedValueOnce(new Error('away'))
    await expect(askAll()).rejects.toThrow('away')
    expect(new Set(await askAll())).toEqual(new Set(['runs']))
    expect(work).toHaveBeenCalledTimes(2)
  })
})
