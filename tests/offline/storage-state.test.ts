import { describe, expect, it } from 'vitest'
import { persistStorage, readStorageState } from '@/offline/storage'

/** A browser's storage manager with only the functions of that browser. */
const manager = (has: Partial<StorageManager>): StorageManager => has as StorageManager

describe('storage state of the browser', () => {
  it('Safari 15.2 to 16 promises persistence but estimates no size', async () => {
    const safari16 = manager({ persisted: () => Promise.resolve(false), persist: () => Promise.resolve(true) })
    expect(await readStorageState(safari16)).toEqual({ persisted: false, usage: null, quota: null })
    expect(await persistStorage(safari16)).toBe(true)
  })
  it('newer browsers report both; without a storage manager nothing is reported', async () => {
    const both = manager({
      persisted: () => Promise.resolve(true),
      estimate: () => Promise.resolve({ usage: 5, quota: 9 }),
    })
    expect(await readStorageState(both)).toEqual({ persisted: true, usage: 5, quota: 9 })
    expect(await readStorageState(undefined)).toEqual({ persisted: null, usage: null, quota: null })
    expect(await persistStorage(undefined)).toBe(false)
  })
})
