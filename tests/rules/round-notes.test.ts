import { expect, it } from 'vitest'
import { finishRound } from '@/areas/rounds/contract/round-commands'

// A round that Wang has ended with a note, and Li walked too.
const ended = (addedNotes: { userId: string; note: string }[] = []) =>
  ({ userId: 'wang', note: '正常', addedNotes, walkers: ['wang', 'li'], state: 'done' }) as never
const mergeNote = (row: never, personId: string, note?: string) =>
  finishRound.mergeWhenDone(row, { note } as never, { at: '2026-11-20T02:00:00.000Z', personId })

it("keeps each walker's note with the author's name", () => {
  expect(mergeNote(ended(), 'li', '皮带有异味')).toEqual({ addedNotes: [{ userId: 'li', note: '皮带有异味' }] })
  const before = [{ userId: 'li', note: '皮带有异味' }]
  expect(mergeNote(ended(before), 'li', '已换')).toEqual({ addedNotes: [...before, { userId: 'li', note: '已换' }] })
})
it('keeps equal notes of two people as notes of both', () => {
  expect(mergeNote(ended(), 'li', '正常')).toEqual({ addedNotes: [{ userId: 'li', note: '正常' }] })
  const before = [{ userId: 'li', note: '皮带有异味' }]
  expect(mergeNote(ended(before), 'zhao', '皮带有异味')).toEqual({
    addedNotes: [...before, { userId: 'zhao', note: '皮带有异味' }],
  })
})
it("stores a person's note once, and no empty note", () => {
  expect(mergeNote(ended(), 'wang', '正常')).toBeNull()
  expect(mergeNote(ended([{ userId: 'li', note: '皮带有异味' }]), 'li', '皮带有异味')).toBeNull()
  expect(mergeNote(ended(), 'li', '')).toBeNull()
  expect(mergeNote(ended(), 'li')).toBeNull()
})
