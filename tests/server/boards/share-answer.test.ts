import { beforeEach, describe, expect, it, vi } from 'vitest'
import { shareAnswer } from '@/areas/boards/server/share-answer'
import type { Context } from '@/server/context'

const SCREENS = 200
let changes: number
let ctx: Context
let answer: string
const computeAnswer = vi.fn(async () => answer)
const requestAll = () => Promise.all(Array.from({ length: SCREENS }, () => shareAnswer(ctx, 'output', computeAnswer)))

beforeEach(() => {
  changes = 0
  answer = 'runs'
  computeAnswer.mockClear()
  const app = { changes: { getVersion: () => changes } }
  ctx = { site: 1, language: 'zh', app } as unknown as Context
})

describe('an answer that many screens request', () => {
  it('is computed once for all screens, and not again while nothing changes', async () => {
    expect(new Set(await requestAll())).toEqual(new Set(['runs']))
    expect(new Set(await requestAll())).toEqual(new Set(['runs']))
    expect(computeAnswer).toHaveBeenCalledTimes(1)
  })

  it('is never older than the last change, even if the previous answer was just computed', async () => {
    await requestAll()
    answer = 'stands'
    changes += 1
    expect(new Set(await requestAll())).toEqual(new Set(['stands']))
    expect(computeAnswer).toHaveBeenCalledTimes(2)
  })

  it('is computed again after a failure; requests that waited for it fail as well', async () => {
    computeAnswer.mockRejectedValueOnce(new Error('away'))
    await expect(requestAll()).rejects.toThrow('away')
    expect(new Set(await requestAll())).toEqual(new Set(['runs']))
    expect(computeAnswer).toHaveBeenCalledTimes(2)
  })
})
